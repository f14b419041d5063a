/** Removes ended executions whose retention has passed. */
@NullMarked
package dev.reeve.internal.engine.retention;

import org.jspecify.annotations.NullMarked;
