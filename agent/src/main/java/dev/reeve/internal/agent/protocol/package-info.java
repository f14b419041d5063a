/**
 * The messages between agents and a server as JSON documents, as {@code docs/reference/agent-protocol.md} describes
 * them. Both sides use these codecs. Pure: no connection, no clock. Entered by both sides, by the addresses of the
 * handler, and by the program that tests agents.
 */
@NullMarked
package dev.reeve.internal.agent.protocol;

import org.jspecify.annotations.NullMarked;
