/**
 * Starts executions and sends them commands, for one actor. All operations of an engine go through
 * {@link dev.reeve.internal.engine.client.execution.EngineAccess}. Entered by the door and by the families of
 * operations.
 */
@NullMarked
package dev.reeve.internal.engine.client.execution;

import org.jspecify.annotations.NullMarked;
