/**
 * An exhaustive check of the core: small workflows, and whatever agents, networks, clocks and people can do to them, in every order.
 * What is explored is the code that runs in production, not a model of it.
 */
@NullMarked
package dev.reeve.simulation.modelcheck;

import org.jspecify.annotations.NullMarked;
