/**
 * Starts executions and sends them commands, for one actor. All operations of an engine go through {@link
 * dev.reeve.internal.engine.client.execution.EngineAccess}.
 */
@NullMarked
package dev.reeve.internal.engine.client.execution;

import org.jspecify.annotations.NullMarked;
