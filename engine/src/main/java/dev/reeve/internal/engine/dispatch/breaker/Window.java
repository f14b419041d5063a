package dev.reeve.internal.engine.dispatch.breaker;

import dev.reeve.ExecutionId;
import dev.reeve.internal.values.Times;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The outcomes of the executions that called an action most recently, each with its last attempt. A new execution
 * overwrites the oldest. Each execution counts once, because the few whose calls fail for their own reasons are those
 * that call again and again. Not thread-safe.
 */
final class Window {

    private final @Nullable Outcome[] outcomes;
    private final @Nullable ExecutionId[] executions;
    private final Map<ExecutionId, Integer> places = new HashMap<>();

    /** For a throttling service: the end of the pause that it requested. */
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
        Integer known = places.get(execution);
        int place = known == null ? take(execution) : known;
        count(outcomes[place], -1);
        count(outcome, 1);
        outcomes[place] = outcome;
        askedNanos[place] = nanos;
        switch (outcome) {
            case Outcome.Failed failure -> lastFailure = failure.how();
            case Outcome.Throttled asking -> {
                lastFailure = asking.how();
                askedNanos[place] = nanos + Times.nanos(asking.asked());
            }
            case Outcome.Answered answered -> {}
            case Outcome.Unknown unknown -> {}
        }
    }

    private int take(ExecutionId execution) {
        int place = next;
        ExecutionId oldest = executions[place];
        if (oldest != null) {
            places.remove(oldest);
        }
        executions[place] = execution;
        places.put(execution, place);
        next = next + 1 == outcomes.length ? 0 : next + 1;
        count = Math.min(count + 1, outcomes.length);
        return place;
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
        places.clear();
        next = 0;
        count = 0;
        failed = 0;
        throttled = 0;
    }

    /** Whether enough executions failed to blame the service rather than single executions. */
    boolean isSystemic(double share, int executionsMin, int failedMin) {
        int bad = failed + throttled;
        return count >= executionsMin && bad >= failedMin && bad >= share * count;
    }

    /** The rest of the pause that the service requested; 0 if it mostly fails in other ways. */
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

    /** The observed failures, for people. */
    String describe() {
        return "it failed for %d of the last %d executions that called it; the last one with %s"
                .formatted(failed + throttled, count, lastFailure);
    }
}
