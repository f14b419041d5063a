package dev.reeve.internal.http.endpoint;

import dev.reeve.Event;
import dev.reeve.HistoryEntry;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Counts what happened to the steps of some executions while they went forward. Items and rounds of a step count as
 * cases of it. For one thread.
 */
final class StepStatistics {

    private static final int CODES_MAX = 20;
    private static final String OTHERS = "(others)";

    private final Map<String, Figures> steps = new TreeMap<>();
    private int events;

    /** The figures of one step. */
    private static final class Figures {
        int begun;
        int completed;
        int failed;
        int skipped;
        int escalated;
        int attempts;
        int retries;
        final Map<String, Integer> failures = new TreeMap<>();
        final List<Duration> waited = new ArrayList<>();
        final List<Duration> ran = new ArrayList<>();
        final List<Duration> took = new ArrayList<>();

        void failed(String code) {
            failures.merge(failures.size() < CODES_MAX || failures.containsKey(code) ? code : OTHERS, 1, Integer::sum);
        }
    }

    /** Where one case of a step is in the history. */
    private static final class Case {
        @Nullable Instant began;

        @Nullable Instant ready;

        @Nullable Instant started;
    }

    /** How many events were counted. */
    int events() {
        return events;
    }

    /**
     * Adds an execution.
     *
     * @param shown a code of a failure as the caller may see it
     */
    void add(List<HistoryEntry> history, UnaryOperator<String> shown) {
        Map<StepPath, Case> cases = new HashMap<>();
        for (HistoryEntry entry : history) {
            events++;
            if (entry.event() instanceof Event.OfStep event) {
                add(event, entry.at(), cases, shown);
            }
        }
    }

    private void add(Event.OfStep event, Instant at, Map<StepPath, Case> cases, UnaryOperator<String> shown) {
        Figures figures = steps.computeIfAbsent(event.step().step(), step -> new Figures());
        Case one = cases.computeIfAbsent(event.step(), step -> new Case());
        switch (event) {
            case Event.StepReady it
            when it.purpose() == Purpose.FORWARD -> {
                begin(figures, one, at);
                one.ready = at;
            }
            case Event.ChildStarted it
            when it.purpose() == Purpose.FORWARD -> {
                begin(figures, one, at);
                attempt(figures, one, it.attempt(), at);
            }
            case Event.StepWaiting it when it.purpose() == Purpose.FORWARD -> begin(figures, one, at);
            case Event.StepResumed it when it.purpose() == Purpose.FORWARD -> one.ready = at;
            case Event.StepStarted it when it.purpose() == Purpose.FORWARD -> attempt(figures, one, it.attempt(), at);
            case Event.AttemptFailed it
            when it.purpose() == Purpose.FORWARD -> {
                ran(figures, one, at);
                figures.failed(shown.apply(it.failure().code()));
            }
            case Event.StepNotStarted it
            when it.purpose() == Purpose.FORWARD ->
                figures.failed(shown.apply(it.failure().code()));
            case Event.StepEscalated it when it.purpose() == Purpose.FORWARD -> figures.escalated++;
            case Event.StepCompleted it -> {
                figures.completed++;
                ran(figures, one, at);
                between(one.began, at, figures.took);
            }
            case Event.StepFailed it -> figures.failed++;
            case Event.StepSkipped it -> figures.skipped++;
            default -> {
                // nothing that is counted
            }
        }
    }

    private static void begin(Figures figures, Case one, Instant at) {
        if (one.began == null) {
            one.began = at;
            figures.begun++;
        }
    }

    private static void attempt(Figures figures, Case one, int attempt, Instant at) {
        figures.attempts++;
        if (attempt > 1) {
            figures.retries++;
        }
        between(one.ready, at, figures.waited);
        one.ready = null;
        one.started = at;
    }

    private static void ran(Figures figures, Case one, Instant at) {
        between(one.started, at, figures.ran);
        one.started = null;
    }

    private static void between(@Nullable Instant from, Instant to, List<Duration> into) {
        if (from != null) {
            into.add(Duration.between(from, to));
        }
    }

    /** The figures of each step that has an event, by name. */
    List<Documents.StepFigures> steps() {
        return steps.entrySet().stream()
                .map(each -> figures(each.getKey(), each.getValue()))
                .toList();
    }

    private static Documents.StepFigures figures(String step, Figures of) {
        List<Documents.CodeCount> failures = of.failures.entrySet().stream()
                .map(each -> new Documents.CodeCount(each.getKey(), each.getValue()))
                .sorted(Comparator.comparing(Documents.CodeCount::count, Comparator.reverseOrder()))
                .toList();
        return new Documents.StepFigures(
                step,
                of.begun,
                of.completed,
                of.failed,
                of.skipped,
                of.escalated,
                of.attempts,
                of.retries,
                failures,
                percentiles(of.waited),
                percentiles(of.ran),
                percentiles(of.took));
    }

    private static Documents.@Nullable Percentiles percentiles(List<Duration> durations) {
        if (durations.isEmpty()) {
            return null;
        }
        List<Duration> sorted = durations.stream().sorted().toList();
        return new Documents.Percentiles(sorted.size(), at(sorted, 50), at(sorted, 95), at(sorted, 99));
    }

    /** The smallest duration that this share of them, in per cent, does not exceed. */
    private static Duration at(List<Duration> sorted, int percent) {
        return sorted.get((int) Math.ceilDiv((long) sorted.size() * percent, 100) - 1);
    }
}
