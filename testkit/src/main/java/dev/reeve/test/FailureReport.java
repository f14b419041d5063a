package dev.reeve.test;

import dev.reeve.ExecutionStatus;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The result of a check: the number of runs, how they ended, and which faults happened.
 *
 * @param runs number of runs, including the run without faults
 * @param ends runs by the status in which they ended
 * @param faults how often each kind of fault happened, such as {@code report-lost}
 * @param neverUndone steps with a compensation that no run had to undo: the check says nothing about these
 *     compensations
 * @param missed runs in which a planned fault did not happen, because the run took another path. Zero if handlers are
 *     deterministic
 * @param leftOut planned runs that were left out because the limit was reached. Each of them might have led to further
 *     runs
 */
public record FailureReport(
        int runs,
        Map<ExecutionStatus, Ends> ends,
        Map<String, Integer> faults,
        List<String> neverUndone,
        int missed,
        int leftOut) {

    /**
     * The runs that ended in one status.
     *
     * @param runs their number
     * @param faults the faults of the first such run, for {@link FailureModes#replay}; empty for the run without faults
     */
    public record Ends(int runs, String faults) {
        @Override
        public String toString() {
            return "%,d (such as %s)".formatted(runs, faults.isEmpty() ? "the one without faults" : faults);
        }
    }

    public FailureReport {
        ends = Collections.unmodifiableMap(ends.isEmpty() ? Map.of() : new EnumMap<>(ends));
        faults = Collections.unmodifiableMap(new LinkedHashMap<>(faults));
        neverUndone = List.copyOf(neverUndone);
    }

    /** The number of runs that ended in this status. */
    public int ended(ExecutionStatus status) {
        Ends found = ends.get(status);
        return found == null ? 0 : found.runs();
    }

    /** A readable summary of a few lines. */
    @Override
    public String toString() {
        return "%,d runs with %s%s%s%s%s"
                .formatted(
                        runs,
                        faults,
                        missed == 0 ? "" : "; in %,d of them a planned fault did not happen".formatted(missed),
                        leftOut == 0 ? "" : "; the limit was reached with at least %,d left".formatted(leftOut),
                        ends.entrySet().stream()
                                .map(entry -> "\n  ended %s: %s".formatted(entry.getKey(), entry.getValue()))
                                .collect(Collectors.joining()),
                        neverUndone.isEmpty()
                                ? ""
                                : "\n  in no run to be undone, although there is a compensation: "
                                        + String.join(", ", neverUndone));
    }
}
