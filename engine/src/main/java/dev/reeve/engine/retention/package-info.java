/** Removes ended executions whose retention has passed (T4). */
@NullMarked
package dev.reeve.engine.retention;

import org.jspecify.annotations.NullMarked;
