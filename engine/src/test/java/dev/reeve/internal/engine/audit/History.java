package dev.reeve.internal.engine.audit;

import static java.util.Objects.requireNonNull;

import dev.reeve.AttemptToken;
import dev.reeve.Cause;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.StepPath;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.Decision;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.internal.core.rules.Decider;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.core.state.Work;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An execution decided by the real core, and stored as a lane would. Tests change it to damage it. */
final class History {

    static final Instant BEGIN = Instant.parse("2026-03-01T12:00:00Z");

    static final Definition WORKFLOW = DefinitionReader.parse("""
            workflow: order
            version: 1
            completeBy: 30d
            steps:
              charge: { action: payment.charge, compensate: payment.refund, onExhausted: escalate }
              nap: { wait: 1h, after: [charge] }
            """);

    final Plan plan = Plan.of(WORKFLOW);
    final List<JournalRow> journal = new ArrayList<>();
    Instant now;
    private final ExecutionId id;
    private ExecutionState state;

    /** @param number of two, the one with the higher number has started later */
    History(int number) {
        id = new ExecutionId(new UUID(0x7000, number));
        now = BEGIN.plusMillis(number);
        Event.ExecutionStarted started = new Event.ExecutionStarted(
                "order",
                1,
                "default",
                null,
                new Json("{}"),
                3,
                Map.of("region", "eu"),
                BEGIN.plus(Duration.ofDays(30)),
                number);
        Decision.Accepted accepted = Decider.start(id, plan, started, now);
        state = accepted.state();
        write(accepted.events());
    }

    /** Queued for an agent. */
    static History ready() {
        return new History(1);
    }

    /** At an agent. */
    static History running() {
        History history = ready();
        history.tell(new Command.StartStep(charge(), "agent"));
        return history;
    }

    /** The first step is done, and the second one waits for an hour. */
    static History waiting() {
        History history = running();
        history.tell(new Command.CompleteAttempt(history.token(), new Json("1")));
        return history;
    }

    static History completed() {
        History history = waiting();
        history.now = history.now.plus(Duration.ofHours(1));
        history.tell(new Command.WakeStep(StepPath.of("nap")));
        return history;
    }

    /** Waits for a person. */
    static History escalated() {
        History history = running();
        Failure declined = new Failure(Cause.BUSINESS, "DECLINED", "no", null, null, false);
        history.tell(new Command.FailAttempt(history.token(), declined));
        return history;
    }

    static StepPath charge() {
        return StepPath.of("charge");
    }

    ExecutionId id() {
        return id;
    }

    AttemptToken token() {
        return requireNonNull(Work.of(state, charge()).token());
    }

    void tell(Command command) {
        now = now.plusMillis(1);
        if (!(Decider.decide(state, command, now) instanceof Decision.Accepted accepted)) {
            throw new AssertionError(command + " was refused");
        }
        state = accepted.state();
        write(accepted.events());
    }

    /** One more journal row, whether or not it can be. */
    void write(List<Event> events) {
        journal.add(new JournalRow(id, journal.size() + 1, now, EventCodec.write(events)));
    }

    /** As the lane would have written it; a wake time that only has to be early enough. */
    ExecutionRow row() {
        boolean ended = state.status().isTerminal();
        return row(ended ? null : state.inFlight() > 0 ? ExecutionRow.IN_FLIGHT : BEGIN.plus(Duration.ofMinutes(50)));
    }

    ExecutionRow row(@Nullable Instant wakeAt) {
        Event.ExecutionStarted started = state.started();
        Failure failure = state.failure();
        return new ExecutionRow(
                id,
                started.namespace(),
                started.key(),
                started.workflow(),
                started.version(),
                state.status(),
                started.priority(),
                started.labels(),
                0,
                state.startedAt(),
                wakeAt,
                state.endedAt(),
                failure == null ? null : failure.code());
    }
}
