/** Agents, and the handlers that perform actions. */
@NullMarked
package dev.reeve.agent;

import org.jspecify.annotations.NullMarked;
