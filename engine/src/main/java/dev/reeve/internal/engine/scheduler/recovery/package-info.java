/**
 * Loads the executions of a lane, at start and after any doubt about the store. Entered by the lane, and by the inbox,
 * which knows an outage of the store by the same rules.
 */
@NullMarked
package dev.reeve.internal.engine.scheduler.recovery;

import org.jspecify.annotations.NullMarked;
