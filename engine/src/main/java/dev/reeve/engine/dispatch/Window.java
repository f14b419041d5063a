package dev.reeve.engine.dispatch;

import dev.reeve.core.ExecutionId;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How the last attempts of an action ended, the oldest overwritten first. Not thread-safe. */
final class Window {

    private final @Nullable Outcome[] outcomes;
    private final @Nullable ExecutionId[] executions;

    /** Until when a service that throttled asked to be left alone. */
    private final long[] askedNanos;

    private int next;
    private int count;
    private int failed;
    private int throttled;
    private String lastFailure = "";

    Window(int size) {
        outcomes = new Outcome[size];
        executions = new ExecutionId[size];
        askedNanos = new long[size];
    }

    void add(Outcome outcome, ExecutionId execution, long nanos) {
        count(outcomes[next], -1);
        count(outcome, 1);
        outcomes[next] = outcome;
        executions[next] = execution;
        askedNanos[next] = nanos;
        switch (outcome) {
            case Outcome.Failed failure -> lastFailure = failure.how();
            case Outcome.Throttled asking -> {
                lastFailure = asking.how();
                askedNanos[next] = nanos + asking.asked().toNanos();
            }
            case Outcome.Answered answered -> {}
            case Outcome.Unknown unknown -> {}
        }
        next = next + 1 == outcomes.length ? 0 : next + 1;
        count = Math.min(count + 1, outcomes.length);
    }

    private void count(@Nullable Outcome outcome, int by) {
        if (outcome instanceof Outcome.Failed) {
            failed += by;
        } else if (outcome instanceof Outcome.Throttled) {
            throttled += by;
        }
    }

    void clear() {
        for (int i = 0; i < outcomes.length; i++) {
            outcomes[i] = null;
            executions[i] = null;
        }
        next = 0;
        count = 0;
        failed = 0;
        throttled = 0;
    }

    /** Whether so many failed that it is the service's fault, not that of some execution. */
    boolean isSystemic(double share, int callsMin, int executionsMin) {
        return count >= callsMin && failed + throttled >= share * count && executionsFailed() >= executionsMin;
    }

    private int executionsFailed() {
        Set<ExecutionId> distinct = new HashSet<>();
        for (int i = 0; i < count; i++) {
            ExecutionId execution = executions[i];
            if (execution != null && !(outcomes[i] instanceof Outcome.Answered)) {
                distinct.add(execution);
            }
        }
        return distinct.size();
    }

    /** How much longer the service asked to be left alone; 0 if it mostly fails otherwise. */
    long askedNanos(long nanos) {
        if (throttled == 0 || throttled < failed) {
            return 0;
        }
        long longest = 0;
        for (int i = 0; i < count; i++) {
            if (outcomes[i] instanceof Outcome.Throttled) {
                longest = Math.max(longest, askedNanos[i] - nanos);
            }
        }
        return longest;
    }

    double failureShare() {
        return count == 0 ? 0 : (double) (failed + throttled) / count;
    }

    /** For people: what was seen. */
    String describe() {
        return "%d of its last %d attempts failed, of %d executions; the last one with %s"
                .formatted(failed + throttled, count, executionsFailed(), lastFailure);
    }
}
