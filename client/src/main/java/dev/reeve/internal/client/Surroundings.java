package dev.reeve.internal.client;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * Time and chance.
 *
 * @param nanos a monotonic clock
 * @param random from 0 to 1
 */
record Surroundings(LongSupplier nanos, DoubleSupplier random) {

    static final Surroundings REAL =
            new Surroundings(System::nanoTime, () -> ThreadLocalRandom.current().nextDouble());
}
