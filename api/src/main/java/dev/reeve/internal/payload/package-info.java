/**
 * Converts between the values of programs and payloads, the same way in engines, agents and clients.
 *
 * <p>Entered by agents and by the client; engines reach it through the agents.
 */
@NullMarked
package dev.reeve.internal.payload;

import org.jspecify.annotations.NullMarked;
