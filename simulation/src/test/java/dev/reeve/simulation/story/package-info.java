/**
 * Stories of rare things, one kind each, made from seeds: an engine on a simulated database, what befalls it, and what
 * must hold. They are for what the worlds of the simulator have none of, because everything else would be a breach
 * there.
 */
@NullMarked
package dev.reeve.simulation.story;

import org.jspecify.annotations.NullMarked;
