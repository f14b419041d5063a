/**
 * Virtual time: what happens in a simulation, and when.
 */
@NullMarked
package dev.reeve.simulation.timeline;

import org.jspecify.annotations.NullMarked;
