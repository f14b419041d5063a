/**
 * The executions that a lane has in memory, their rows, due times and status messages. Entered by the rooms of a lane
 * only.
 */
@NullMarked
package dev.reeve.internal.engine.scheduler.memory;

import org.jspecify.annotations.NullMarked;
