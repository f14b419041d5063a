/**
 * Agents: what performs the actions of workflows.
 *
 * <p>Users write {@link dev.reeve.agent.Handler}s and give them to {@link dev.reeve.agent.Agent}. How it works inside: one
 * thread per agent runs {@code AgentSession}, which owns what the agent holds and talks to the node; each attempt runs its
 * handler on a virtual thread of its own and hands the result over through a queue. Nothing else is shared.
 */
@NullMarked
package dev.reeve.agent;

import org.jspecify.annotations.NullMarked;
