/** Loads the executions of a lane, at start and after any doubt about the store. Entered by the lane only. */
@NullMarked
package dev.reeve.internal.engine.scheduler.recovery;

import org.jspecify.annotations.NullMarked;
