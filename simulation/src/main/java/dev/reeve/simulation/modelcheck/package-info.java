/**
 * An exhaustive check of the core: small workflows, with everything that agents, networks, clocks and people can do to
 * them, in every order. It explores the production code, not a model of it.
 *
 * <p>Entered by no package: {@code ./reeve modelcheck} runs it.
 */
@NullMarked
package dev.reeve.simulation.modelcheck;

import org.jspecify.annotations.NullMarked;
