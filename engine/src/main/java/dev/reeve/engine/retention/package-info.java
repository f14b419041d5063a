/** Removes ended executions whose retention has passed. */
@NullMarked
package dev.reeve.engine.retention;

import org.jspecify.annotations.NullMarked;
