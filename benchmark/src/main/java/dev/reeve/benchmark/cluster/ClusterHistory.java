package dev.reeve.benchmark.cluster;

import dev.reeve.Event;
import dev.reeve.Purpose;
import dev.reeve.benchmark.member.ClusterWork;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.spi.store.JournalRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The work of an execution, according to its journal. */
final class ClusterHistory {

    private final Map<Integer, Integer> accepted = new HashMap<>();
    private final List<String> violations = new ArrayList<>();
    private int ends;
    private int signals;

    private ClusterHistory() {}

    static ClusterHistory of(List<JournalRow> journal) {
        ClusterHistory history = new ClusterHistory();
        int seq = 0;
        for (JournalRow row : journal) {
            if (row.seq() != ++seq) {
                history.violations.add("row %d is where row %d should be".formatted(row.seq(), seq));
            }
            EventCodec.read(row.events()).forEach(history::add);
        }
        if (history.ends != 1) {
            history.violations.add("it has ended %d times".formatted(history.ends));
        }
        return history;
    }

    private void add(Event event) {
        switch (event) {
            case Event.StepCompleted e -> accept(e.step().step(), Purpose.FORWARD, e.attempt());
            case Event.StepCompensated e -> accept(e.step().step(), Purpose.COMPENSATION, e.attempt());
            case Event.SignalReceived e -> signals++;
            case Event.ExecutionCompleted e -> ends++;
            case Event.ExecutionCompensated e -> ends++;
            case Event.ExecutionCancelled e -> ends++;
            case Event.ExecutionFailed e -> ends++;
            default -> {
                // the check of the whole store has folded it
            }
        }
    }

    private void accept(String step, Purpose purpose, int attempt) {
        if (step.startsWith("step")) {
            int number = ClusterWork.number(Integer.parseInt(step.substring("step".length())), purpose);
            if (accepted.put(number, attempt) != null) {
                violations.add("two results of step %s were accepted, %s".formatted(step, purpose));
            }
        }
    }

    /** The accepted attempt of each step; the steps that were undone are negative. */
    Map<Integer, Integer> accepted() {
        return accepted;
    }

    /** Number of signals. */
    int signals() {
        return signals;
    }

    List<String> violations() {
        return violations;
    }
}
