package dev.reeve.testkit;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What was tried.
 *
 * @param runs how many there were, the one without any fault among them
 * @param faults how often each kind of fault happened, such as {@code report-lost}
 * @param missed runs in which a planned fault did not happen, because the run took another way; none if handlers do the same
 *     each time
 * @param leftOut runs that were still to be made when the limit was reached; each of them might have led to more
 */
public record FailureReport(int runs, Map<String, Integer> faults, int missed, int leftOut) {

    public FailureReport {
        faults = Collections.unmodifiableMap(new LinkedHashMap<>(faults));
    }

    /** For people, in one line. */
    @Override
    public String toString() {
        return "%,d runs with %s%s%s"
                .formatted(
                        runs,
                        faults,
                        missed == 0 ? "" : "; in %,d of them a planned fault did not happen".formatted(missed),
                        leftOut == 0 ? "" : "; the limit was reached with at least %,d left".formatted(leftOut));
    }
}
