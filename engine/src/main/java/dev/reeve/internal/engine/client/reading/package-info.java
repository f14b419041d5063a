/**
 * Reads a store for callers: executions, the inbox, exports, checks of moves. Works with and without an engine, and
 * writes nothing. Entered by the door and by the client's rooms {@code execution} and {@code operation}.
 */
@NullMarked
package dev.reeve.internal.engine.client.reading;

import org.jspecify.annotations.NullMarked;
