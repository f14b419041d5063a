/**
 * From a seed to a verdict: profiles, runs, replay and shrinking, and the command {@code ./reeve simulate}.
 *
 * <p>Entered by no package: {@code ./reeve simulate} runs it.
 */
@NullMarked
package dev.reeve.simulation.run;

import org.jspecify.annotations.NullMarked;
