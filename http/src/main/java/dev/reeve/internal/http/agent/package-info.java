/**
 * The addresses of agents in other processes: {@code docs/reference/agent-protocol.md}. Entered by those that assemble
 * a handler: the command line, the starter for Spring Boot and the benchmark.
 */
@NullMarked
package dev.reeve.internal.http.agent;

import org.jspecify.annotations.NullMarked;
