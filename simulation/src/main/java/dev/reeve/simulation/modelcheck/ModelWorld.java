package dev.reeve.simulation.modelcheck;

import dev.reeve.AttemptToken;
import dev.reeve.Cause;
import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.core.state.Work;
import dev.reeve.simulation.modelcheck.ModelEvent.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All possible transitions of a situation. Agents and the network are arbitrary: each attempt ever handed out may send
 * any report at any time, any number of times. This covers reports that are lost, late, repeated and out of order.
 */
final class ModelWorld {

    /** A person takes longer than anything else. */
    private static final Duration LEISURE = Duration.ofDays(1);

    private final Model model;
    private final Tokens tokens;
    private final List<ModelEvent> happenings = new ArrayList<>();
    private ModelNode situation;

    /** Creates the tokens of attempts. They are independent of the order of events. */
    interface Tokens {
        /** Null if there has been no such attempt. */
        @Nullable AttemptToken token(StepPath step, Purpose purpose, int attempt);
    }

    ModelWorld(Model model, Tokens tokens, ModelNode situation) {
        this.model = model;
        this.tokens = tokens;
        this.situation = situation;
    }

    List<ModelEvent> happenings(ModelNode now) {
        situation = now;
        happenings.clear();
        ExecutionState state = now.state();
        for (StepPath path : state.paths()) {
            step(path, Objects.requireNonNull(state.step(path)));
        }
        add(Kind.WAKE, "the execution is looked at", new Command.WakeExecution());
        for (String signal : model.signals()) {
            Json data = new Json(String.valueOf(now.used(Kind.SIGNAL)));
            add(Kind.SIGNAL, "signal %s comes".formatted(signal), new Command.Signal(signal, null, data, "ann"));
            add(
                    Kind.SIGNAL_AGAIN,
                    "signal %s comes, and may have come before".formatted(signal),
                    new Command.Signal(signal, "id", new Json("7"), "ann"));
        }
        add(Kind.CANCEL, "an operator cancels", new Command.Cancel("ann", "cancelled"));
        add(Kind.COMPENSATE, "an operator compensates it", new Command.Compensate("ann", "undone"));
        add(Kind.PAUSE, "an operator pauses it", new Command.Pause("ann", "paused"));
        add(Kind.RESUME, "an operator resumes it", new Command.Resume("ann", "resumed"));
        time();
        return List.copyOf(happenings);
    }

    private void add(Kind kind, String what, Command command) {
        if (situation.used(kind) < model.limit(kind)) {
            happenings.add(new ModelEvent.Asked(kind, what, command));
        }
    }

    private void step(StepPath path, StepState step) {
        add(Kind.START, "%s is handed out".formatted(path), new Command.StartStep(path, "agent"));
        add(Kind.WAKE, "%s is looked at".formatted(path), new Command.WakeStep(path));
        add(Kind.RETRY, "a person retries %s".formatted(path), new Command.RetryStep(path, "ann"));
        add(Kind.SKIP, "a person skips %s".formatted(path), new Command.SkipStep(path, "ann"));
        add(Kind.RESOLVE, "a person resolves %s".formatted(path), new Command.ResolveStep(path, new Json("2"), "ann"));
        add(Kind.PROBE_NOW, "a person asks about %s".formatted(path), new Command.ProbeStep(path, "ann", "now"));
        add(
                Kind.EDIT,
                "a person retries %s with another input".formatted(path),
                new Command.RetryStep(path, "ann", "edited", new Json("{\"edited\":true}")));
        for (Purpose purpose : Purpose.values()) {
            for (int attempt = 1; attempt <= step.attempts(purpose); attempt++) {
                AttemptToken token = tokens.token(path, purpose, attempt);
                if (token != null) {
                    reports(step, token);
                }
            }
        }
    }

    private void reports(StepState step, AttemptToken token) {
        String what = "%s %s attempt %d".formatted(token.step(), token.purpose(), token.attempt());
        boolean open = step.purpose() == token.purpose()
                && step.open() instanceof Open.Running running
                && running.attempt() == token.attempt();
        Json output = new Json(token.purpose() == Purpose.PROBE ? "{\"state\":\"done\",\"output\":1}" : "1");
        if (!open) {
            add(Kind.STALE, what + ", which is over, reports its output", new Command.CompleteAttempt(token, output));
            add(Kind.STALE, what + ", which is over, is given up", new Command.GiveUpAttempt(token));
            add(Kind.STALE, what + ", which is over, records", new Command.RecordCheckpoint(token, Json.NULL));
            return;
        }
        AttemptToken forged =
                new AttemptToken(token.execution(), token.step(), token.purpose(), token.attempt(), token.nonce() ^ 1);
        add(Kind.FORGED, what + " is forged", new Command.CompleteAttempt(forged, output));
        add(Kind.COMPLETE, what + " completes", new Command.CompleteAttempt(token, output));
        if (token.purpose() == Purpose.PROBE) {
            add(Kind.PROBE_NOT_DONE, what + ": notDone", answer(token, "{\"state\":\"notDone\"}"));
            add(Kind.PROBE_RUNNING, what + ": running", answer(token, "{\"state\":\"running\"}"));
            add(Kind.PROBE_UNKNOWN, what + ": unknown", answer(token, "{\"state\":\"unknown\"}"));
            add(Kind.PROBE_NONSENSE, what + ": nonsense", answer(token, "[]"));
        }
        add(Kind.TRANSIENT, what + " fails for now", failure(token, Cause.TRANSIENT, null, true));
        add(Kind.TRANSIENT_NOT_DONE, what + " fails for now, not done", failure(token, Cause.TRANSIENT, null, false));
        add(Kind.BUSINESS, what + " is refused", failure(token, Cause.BUSINESS, null, true));
        add(Kind.BUSINESS_NOT_DONE, what + " is refused, not done", failure(token, Cause.BUSINESS, null, false));
        add(Kind.THROTTLED, what + " is throttled", failure(token, Cause.THROTTLED, null, false));
        add(
                Kind.THROTTLED_FOR,
                what + " is throttled for 20 s",
                failure(token, Cause.THROTTLED, Duration.ofSeconds(20), false));
        add(Kind.LOST, what + " is lost", new Command.LoseAttempt(token));
        add(Kind.CHECKPOINT, what + " records", new Command.RecordCheckpoint(token, new Json("0")));
        Work work = Work.of(situation.state(), token.step());
        Duration heartbeat = work.heartbeat();
        Instant startedAt = ((Open.Running) step.open()).startedAt();
        if (heartbeat != null && !situation.now().isBefore(startedAt.plus(heartbeat))) {
            add(Kind.SILENT, what + " is not heard of", new Command.GiveUpAttempt(token));
        }
    }

    private static Command answer(AttemptToken token, String json) {
        return new Command.CompleteAttempt(token, new Json(json));
    }

    private static Command failure(
            AttemptToken token, Cause cause, @Nullable Duration retryAfter, boolean possiblyDone) {
        return new Command.FailAttempt(token, new Failure(cause, cause.name(), "", null, retryAfter, possiblyDone));
    }

    /** Moves to any pending timer, because a sweep may run late. */
    private void time() {
        for (Instant time : ModelTimers.of(situation)) {
            happenings.add(new ModelEvent.TimePasses(time));
        }
        ExecutionStatus status = situation.state().status();
        if (status == ExecutionStatus.ESCALATED || status == ExecutionStatus.PAUSED) {
            happenings.add(new ModelEvent.TimePasses(situation.now().plus(LEISURE)));
        }
    }
}
