/**
 * Agents, which perform the actions of workflows.
 *
 * <p>Users write {@link dev.reeve.agent.Handler}s and register them with {@link dev.reeve.internal.agent.RunningAgent}.
 * Internally, one thread per agent runs {@code AgentSession}, which owns the held attempts and talks to the node. Each
 * attempt runs its handler on its own virtual thread and passes the result back through a queue. The threads share
 * nothing else.
 */
@NullMarked
package dev.reeve.internal.agent;

import org.jspecify.annotations.NullMarked;
