package dev.reeve.benchmark.soak;

import java.time.Duration;

/**
 * The parameters of a mixed load.
 *
 * @param rate executions started per second
 * @param retention how long they are kept after their end
 * @param reopen lifetime of an engine
 * @param interval between two measurements
 */
record SoakPlan(Duration length, int rate, Duration retention, Duration reopen, Duration interval) {

    static SoakPlan of(double minutes, int rate, int retention, int reopen, int interval) {
        return new SoakPlan(
                Duration.ofMillis(Math.round(minutes * 60_000)),
                rate,
                Duration.ofSeconds(retention),
                Duration.ofSeconds(reopen),
                Duration.ofSeconds(interval));
    }
}
