/**
 * The world around the engine: nodes that die and come back, agents that misbehave, a network that loses and repeats
 * messages, clients, operators and deployments.
 *
 * <p>Entered by {@code run} only.
 */
@NullMarked
package dev.reeve.simulation.world;

import org.jspecify.annotations.NullMarked;
