/** Removes ended executions whose retention has passed. Entered by the node only. */
@NullMarked
package dev.reeve.internal.engine.retention;

import org.jspecify.annotations.NullMarked;
