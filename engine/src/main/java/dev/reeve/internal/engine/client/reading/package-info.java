/**
 * Reads a store for callers: executions, the inbox, exports, checks of moves. Works with and without an engine, and
 * writes nothing.
 */
@NullMarked
package dev.reeve.internal.engine.client.reading;

import org.jspecify.annotations.NullMarked;
