/** Crash-at-k: the real engine, on real stores, dies at each call to its store, and another one takes over. */
@NullMarked
package dev.reeve.simulation.crash;

import org.jspecify.annotations.NullMarked;
