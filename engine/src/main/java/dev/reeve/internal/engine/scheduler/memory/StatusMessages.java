package dev.reeve.internal.engine.scheduler.memory;

import dev.reeve.Event;
import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.StepPath;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.internal.core.state.ErrorData;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.values.TraceContext;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.OutboxRow;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The status messages of one execution (S10): one when it was received, one when its first step begins, and then one
 * for each new status. Only for executions with a {@code replyTo}.
 */
public final class StatusMessages {

    /** The maximum number of messages of one transition, so that their numbers rise with those of the journal rows. */
    private static final int PER_TRANSITION = 4;

    private static final String TYPE = "dev.reeve.execution.";
    private static final String RECEIVED = "received";

    private final URI replyTo;

    /** The last status that was sent; null before the first message. */
    private @Nullable String told;

    private StatusMessages(URI replyTo) {
        this.replyTo = replyTo;
    }

    /** Null if the execution has no {@code replyTo}. */
    static @Nullable StatusMessages of(Event.ExecutionStarted started) {
        String replyTo = started.replyTo();
        return replyTo == null ? null : new StatusMessages(URI.create(replyTo));
    }

    /**
     * As {@link #of(Event.ExecutionStarted)}, for a loaded execution. Continues after the messages that were sent
     * before.
     */
    static @Nullable StatusMessages of(ExecutionState state, List<JournalRow> journal) {
        StatusMessages announcing = of(state.started());
        if (announcing != null) {
            boolean waits = state.status() == ExecutionStatus.RUNNING
                    && journal.stream().noneMatch(row -> isMoving(EventCodec.read(row.events())));
            announcing.told = waits ? RECEIVED : word(state.status());
        }
        return announcing;
    }

    /** Whether these events caused a message after RECEIVED. */
    private static boolean isMoving(List<Event> events) {
        return events.stream()
                .anyMatch(event -> event instanceof Event.StepStarted
                        || event instanceof Event.StepEscalated
                        || event instanceof Event.ExecutionPaused);
    }

    private static boolean isBegun(List<Event> events) {
        return events.stream().anyMatch(event -> event instanceof Event.StepStarted);
    }

    private static String word(ExecutionStatus status) {
        return status.name().toLowerCase(Locale.ROOT);
    }

    /**
     * The messages that a transition causes.
     *
     * @param seq of its journal row
     * @param events of the transition
     * @param state after it
     */
    public List<OutboxRow> after(int seq, Instant at, List<Event> events, ExecutionState state) {
        List<OutboxRow> messages = new ArrayList<>(2);
        if (told == null) {
            tell(RECEIVED, seq, at, state, messages);
        }
        String now = word(state.status());
        boolean waits = RECEIVED.equals(told) && state.status() == ExecutionStatus.RUNNING && !isBegun(events);
        if (!now.equals(told) && !waits) {
            tell(now, seq, at, state, messages);
        }
        return messages;
    }

    private void tell(String what, int seq, Instant at, ExecutionState state, List<OutboxRow> messages) {
        told = what;
        messages.add(new OutboxRow(
                state.id(),
                Math.multiplyExact(seq, PER_TRANSITION) + messages.size(),
                at,
                OutboxRow.receiver(replyTo),
                replyTo.toString(),
                state.started().correlationId(),
                TYPE + what,
                data(what, state)));
    }

    /** Writes the JSON by hand, so that the output of an execution is kept to the last character. */
    private static String data(String what, ExecutionState state) {
        Event.ExecutionStarted started = state.started();
        StringBuilder json =
                new StringBuilder("{\"execution\":").append(quoted(state.id().toString()));
        member(json, "namespace", quoted(started.namespace()));
        member(json, "workflow", quoted(started.workflow()));
        member(json, "version", String.valueOf(state.plan().workflow().version()));
        if (started.key() != null) {
            member(json, "key", quoted(started.key()));
        }
        if (started.rerun() != null) {
            member(json, "rerunOf", quoted(started.rerun().of().toString()));
        }
        String span = TraceContext.ofExecution(started.traceparent(), state.id());
        if (span != null) {
            member(json, "traceparent", quoted(span));
        }
        member(json, "status", quoted(state.status().name()));
        member(json, "startedAt", quoted(state.startedAt().toString()));
        Failure failure = what.equals(RECEIVED) ? null : state.failure();
        if (failure != null) {
            member(json, "error", error(failure, ErrorData.step(state)));
        }
        if (state.status().isTerminal() && !what.equals(RECEIVED)) {
            member(
                    json,
                    "endedAt",
                    quoted(Objects.requireNonNull(state.endedAt()).toString()));
            Json output = state.output();
            if (output != null) {
                member(json, "output", output.text());
            }
        }
        return json.append('}').toString();
    }

    private static String error(Failure failure, @Nullable StepPath step) {
        StringBuilder json =
                new StringBuilder("{\"cause\":").append(quoted(failure.cause().name()));
        member(json, "code", quoted(failure.code()));
        member(json, "message", quoted(failure.message()));
        if (failure.details() != null) {
            member(json, "details", failure.details().text());
        }
        if (step != null) {
            member(json, "step", quoted(step.step()));
        }
        return json.append('}').toString();
    }

    private static void member(StringBuilder json, String name, String value) {
        json.append(",\"").append(name).append("\":").append(value);
    }

    private static String quoted(String text) {
        return Json.of(text).text();
    }
}
