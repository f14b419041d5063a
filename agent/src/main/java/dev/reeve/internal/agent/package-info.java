/**
 * Agents, which perform the actions of workflows.
 *
 * <p>Users write {@link dev.reeve.agent.Handler}s and register them with an {@link dev.reeve.agent.Agent}. Internally,
 * one thread per agent runs a {@code NodeSession}, which owns the held attempts, and its {@code Conversation} with the
 * node. Each attempt runs its handler on its own virtual thread and passes the result back through a queue. The threads
 * share nothing else.
 *
 * <p>Entered by the engine and the test kit, for payloads, the check of the class path and rehearsals, and by
 * {@code agent.jdbc}. Users enter through {@code Agent.named}.
 */
@NullMarked
package dev.reeve.internal.agent;

import org.jspecify.annotations.NullMarked;
