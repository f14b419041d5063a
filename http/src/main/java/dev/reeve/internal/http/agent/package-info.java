/** The addresses of agents in other processes: {@code docs/reference/agent-protocol.md}. */
@NullMarked
package dev.reeve.internal.http.agent;

import org.jspecify.annotations.NullMarked;
