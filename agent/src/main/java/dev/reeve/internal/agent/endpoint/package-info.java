/**
 * The server's side of the agents' protocol, without HTTP: documents of agents in, calls of the transport to a node,
 * and documents out. The handler of a server maps addresses to {@link AgentEndpoints}. Entered by the addresses of the
 * handler ({@code internal.http.agent}), and by those that assemble a handler: the command line, the starter for
 * Spring Boot and the benchmark.
 */
@NullMarked
package dev.reeve.internal.agent.endpoint;

import org.jspecify.annotations.NullMarked;
