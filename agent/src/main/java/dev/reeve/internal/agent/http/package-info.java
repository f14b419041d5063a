/**
 * The transport of agents that are connected to servers by HTTP, on the client of the JDK. Entered by
 * {@code internal.agent}, and by a story of the simulator.
 */
@NullMarked
package dev.reeve.internal.agent.http;

import org.jspecify.annotations.NullMarked;
