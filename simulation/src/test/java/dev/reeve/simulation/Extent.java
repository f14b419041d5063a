package dev.reeve.simulation;

/**
 * How much a test tries: a little in {@code mvn verify}, more in {@code mvn -Pproof verify}, and what a property asks
 * for in any.
 */
public final class Extent {

    private static final boolean PROOF = Boolean.getBoolean("proof");

    private Extent() {}

    /**
     * Returns how many of something a test tries.
     *
     * @param property the system property that overrides both numbers
     */
    public static int of(String property, int quick, int proof) {
        return Integer.getInteger(property, PROOF ? proof : quick);
    }
}
