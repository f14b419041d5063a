package dev.reeve.micrometer;

import dev.reeve.AttemptToken;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Failure;
import dev.reeve.HistoryEntry;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.internal.values.TraceContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The spans of an execution that has ended: itself, its steps by purpose, and their attempts. Everything follows from
 * the history, so each reader makes the same spans.
 */
final class HistorySpans {

    /** A span that begins so much later than the one above it is linked to that one. */
    static final Duration LONG_WAIT = Duration.ofMinutes(10);

    private final ExecutionId id;
    private final Map<Call, Draft> steps = new LinkedHashMap<>();
    private final Map<Try, Draft> attempts = new LinkedHashMap<>();
    private @Nullable Instant begun;
    private @Nullable Failure failure;

    /** A step for one purpose. */
    private record Call(StepPath step, Purpose purpose) {}

    /** An attempt. */
    private record Try(Call call, int number) {}

    /** A span that is being made. */
    private static final class Draft {
        final Instant start;

        /** Those who perform an attempt; null for a step. */
        final @Nullable String agent;

        final @Nullable ExecutionId child;

        @Nullable Instant end;

        @Nullable String error;

        Draft(Instant start, @Nullable String agent, @Nullable ExecutionId child) {
            this.start = start;
            this.agent = agent;
            this.child = child;
        }
    }

    private HistorySpans(ExecutionId id) {
        this.id = id;
    }

    /** No spans if the execution is open, has no trace, or its caller does not record the trace. */
    static List<SpanData> of(ExecutionId id, List<HistoryEntry> history) {
        if (history.isEmpty() || !(history.getFirst().event() instanceof Event.ExecutionStarted started)) {
            return List.of();
        }
        String traceparent = started.traceparent();
        TraceContext trace = traceparent == null ? null : TraceContext.parse(traceparent);
        HistoryEntry last = history.stream()
                .filter(entry -> isEnd(entry.event()))
                .reduce((one, other) -> other)
                .orElse(null);
        if (trace == null || !trace.sampled() || last == null) {
            return List.of();
        }
        HistorySpans spans = new HistorySpans(id);
        history.forEach(spans::read);
        return spans.written(trace, started, history.getFirst().at(), last);
    }

    private static boolean isEnd(Event event) {
        return event instanceof Event.ExecutionCompleted
                || event instanceof Event.ExecutionCompensated
                || event instanceof Event.ExecutionCancelled
                || event instanceof Event.ExecutionFailed;
    }

    private void read(HistoryEntry entry) {
        Instant at = entry.at();
        switch (entry.event()) {
            case Event.ExecutionBegun e -> begun = at;
            case Event.StepReady e -> step(new Call(e.step(), e.purpose()), at);
            case Event.StepWaiting e -> step(new Call(e.step(), e.purpose()), at);
            case Event.ItemsStarted e -> step(new Call(e.step(), Purpose.FORWARD), at);
            case Event.StepStarted e ->
                attempt(new Try(new Call(e.step(), e.purpose()), e.attempt()), e.agent(), null, at);
            case Event.ChildStarted e ->
                attempt(new Try(new Call(e.step(), e.purpose()), e.attempt()), null, e.child(), at);
            case Event.AttemptFailed e ->
                ended(new Call(e.step(), e.purpose()), e.attempt(), e.failure().code(), at);
            case Event.RoundEnded e -> roundEnded(new Call(e.step(), Purpose.FORWARD), e.attempt(), at);
            case Event.StepCompleted e -> ended(new Call(e.step(), Purpose.FORWARD), e.attempt(), null, at);
            // an operator settles the step, and no attempt
            case Event.RoundUndone e when e.actor() != null -> {}
            case Event.RoundUndone e -> roundEnded(new Call(e.step(), Purpose.COMPENSATION), e.attempt(), at);
            case Event.StepCompensated e
            when e.actor() != null -> settled(new Call(e.step(), Purpose.COMPENSATION), null, at);
            case Event.StepCompensated e -> ended(new Call(e.step(), Purpose.COMPENSATION), e.attempt(), null, at);
            case Event.ProbeAnswered e -> ended(new Call(e.step(), Purpose.PROBE), e.attempt(), null, at);
            case Event.StepFailed e ->
                settled(new Call(e.step(), Purpose.FORWARD), e.failure().code(), at);
            case Event.StepResolved e -> settled(new Call(e.step(), Purpose.FORWARD), null, at);
            case Event.StepSkipped e -> skipped(e.step(), at);
            case Event.ExecutionCompensated e -> failure = e.failure();
            case Event.ExecutionFailed e -> failure = e.failure();
            default -> {}
        }
    }

    private void step(Call call, Instant at) {
        steps.putIfAbsent(call, new Draft(at, null, null));
    }

    private void attempt(Try made, @Nullable String agent, @Nullable ExecutionId child, Instant at) {
        step(made.call(), at);
        attempts.putIfAbsent(made, new Draft(at, agent, child));
    }

    private void ended(Call call, int number, @Nullable String error, Instant at) {
        end(attempts.get(new Try(call, number)), error, at);
        settled(call, error, at);
    }

    /** The attempt has done its round, and the step goes on. */
    private void roundEnded(Call call, int number, Instant at) {
        end(attempts.get(new Try(call, number)), null, at);
    }

    /** The step, or its compensation, is left as it failed. */
    private void skipped(StepPath step, Instant at) {
        Draft undoing = steps.get(new Call(step, Purpose.COMPENSATION));
        Draft left = undoing == null ? steps.get(new Call(step, Purpose.FORWARD)) : undoing;
        if (left != null) {
            left.end = at;
        }
    }

    private void settled(Call call, @Nullable String error, Instant at) {
        end(steps.get(call), error, at);
    }

    private static void end(@Nullable Draft draft, @Nullable String error, Instant at) {
        if (draft != null) {
            draft.end = at;
            draft.error = error;
        }
    }

    private List<SpanData> written(
            TraceContext trace, Event.ExecutionStarted started, Instant startedAt, HistoryEntry last) {
        List<SpanData> spans = new ArrayList<>();
        Draft whole = new Draft(begun == null ? startedAt : begun, null, null);
        whole.end = last.at();
        whole.error = failure == null ? null : failure.code();
        String self = TraceContext.executionSpan(id);
        Map<String, String> about = about(started);
        about.put("reeve.status", last.event().getClass().getSimpleName().substring("Execution".length()));
        // the span above a re-run is of the time of the execution that it does again
        Instant aboveStart = started.rerun() == null ? startedAt : Instant.EPOCH;
        spans.add(span(trace, self, trace.span(), aboveStart, started.workflow(), whole, last.at(), about));
        steps.forEach((call, draft) -> {
            Map<String, String> more = about(started);
            named(more, call);
            spans.add(span(trace, stepSpan(call), self, whole.start, name(call), draft, last.at(), more));
        });
        attempts.forEach((made, draft) -> {
            Draft step = steps.get(made.call());
            if (step != null) {
                spans.add(span(
                        trace,
                        TraceContext.attemptSpan(new AttemptToken(
                                id, made.call().step(), made.call().purpose(), made.number(), 0)),
                        stepSpan(made.call()),
                        step.start,
                        name(made.call()) + " #" + made.number(),
                        draft,
                        step.end == null ? last.at() : step.end,
                        about(started, made, draft)));
            }
        });
        return spans;
    }

    private Map<String, String> about(Event.ExecutionStarted started) {
        Map<String, String> about = new TreeMap<>();
        about.put("reeve.execution", id.toString());
        about.put("reeve.workflow", started.workflow());
        about.put("reeve.version", String.valueOf(started.version()));
        about.put("reeve.namespace", started.namespace());
        return about;
    }

    private Map<String, String> about(Event.ExecutionStarted started, Try made, Draft draft) {
        Map<String, String> about = about(started);
        named(about, made.call());
        about.put("reeve.attempt", String.valueOf(made.number()));
        if (draft.agent != null) {
            about.put("reeve.agent", draft.agent);
        }
        if (draft.child != null) {
            about.put("reeve.child", draft.child.toString());
        }
        return about;
    }

    private static void named(Map<String, String> about, Call call) {
        about.put("reeve.step", call.step().toString());
        about.put("reeve.purpose", word(call.purpose()));
    }

    private static String word(Purpose purpose) {
        return purpose.name().toLowerCase(Locale.ROOT);
    }

    private static String name(Call call) {
        return call.purpose() == Purpose.FORWARD ? call.step().toString() : call.step() + " " + word(call.purpose());
    }

    private String stepSpan(Call call) {
        return TraceContext.stepSpan(id, call.step(), call.purpose());
    }

    private static SpanData span(
            TraceContext trace,
            String self,
            String above,
            Instant aboveStart,
            String name,
            Draft draft,
            Instant latest,
            Map<String, String> about) {
        boolean late = Duration.between(aboveStart, draft.start).compareTo(LONG_WAIT) > 0;
        Instant end = draft.end == null ? latest : draft.end;
        return new SpanData(
                trace.trace(),
                self,
                late ? null : above,
                late ? above : null,
                name,
                draft.start,
                end.isBefore(draft.start) ? draft.start : end,
                about,
                draft.error);
    }
}
