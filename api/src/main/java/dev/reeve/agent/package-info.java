/**
 * Agents, and the handlers that perform actions.
 *
 * <p>A type belongs here if one who writes a handler names it: the agent, the handler, its context, its failures. A
 * helper that needs a database is in {@code dev.reeve.agent.jdbc}, and one that needs another library is in a module
 * of its own.
 */
@NullMarked
package dev.reeve.agent;

import org.jspecify.annotations.NullMarked;
