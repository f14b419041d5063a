/**
 * The server's side of the agents' protocol, without HTTP: documents of agents in, calls of the transport to a node,
 * and documents out. The handler of a server maps addresses to {@link AgentEndpoints}.
 */
@NullMarked
package dev.reeve.internal.agent.endpoint;

import org.jspecify.annotations.NullMarked;
