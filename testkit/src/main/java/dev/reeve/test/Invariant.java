package dev.reeve.test;

/**
 * A condition that must hold after every run.
 *
 * @param <W> the world outside, as the test created it
 */
@FunctionalInterface
public interface Invariant<W> {

    /**
     * Checks the invariant after the run has ended.
     *
     * @throws AssertionError if the invariant does not hold, as assertions of any library throw. Any other exception
     *     counts as a violation too
     */
    void check(W world, RunOutcome ending) throws Exception;
}
