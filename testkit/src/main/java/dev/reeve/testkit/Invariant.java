package dev.reeve.testkit;

/**
 * What must hold however a run went.
 *
 * @param <W> the world outside, as the test made it
 */
@FunctionalInterface
public interface Invariant<W> {

    /**
     * Looks, when all is at rest.
     *
     * @throws AssertionError if it does not hold; so assertions of any library do. Any other exception counts as well
     */
    void check(W world, Ending ending) throws Exception;
}
