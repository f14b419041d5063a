package dev.reeve.internal.core.state;

import dev.reeve.AttemptToken;
import dev.reeve.CallLimit;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.internal.core.recovery.Series;
import dev.reeve.internal.model.definition.ActionCall;
import dev.reeve.internal.values.IdempotencyKeys;
import dev.reeve.internal.values.TraceContext;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The work of a step that is READY or RUNNING, as an agent gets it.
 *
 * @param step the step
 * @param purpose the purpose of the call
 * @param action the action to call
 * @param input the input of the call
 * @param idempotencyKey the key, the same for all attempts of one round with the same input for the same purpose; a
 *     probe has the key of the forward attempts that it asks about
 * @param priority the priority, the execution's plus the step's; higher is handed out first
 * @param duration how long one attempt may take
 * @param heartbeat the maximum time between two signs of life before the attempt is given up; null for no heartbeats
 * @param expected how long the step usually takes, as its definition says; null if the definition does not say it, and
 *     for every other purpose
 * @param alertsIfSlow whether an alert is raised when the attempt takes longer than expected
 * @param checkpoint the checkpoint of an earlier attempt for the same purpose; null if there is none
 * @param evidence for a probe, the output in a late report; null if there is none, and for every other purpose
 * @param limit the limit on the calls; null for no limit
 * @param token the token of the open attempt; null while the step is READY
 * @param completeBy when the open attempt no longer counts; null while the step is READY
 * @param traceparent the span of the open attempt; null while the step is READY, and for an execution without a trace
 */
public record Work(
        StepPath step,
        Purpose purpose,
        String action,
        Json input,
        String idempotencyKey,
        int priority,
        Duration duration,
        @Nullable Duration heartbeat,
        @Nullable Duration expected,
        boolean alertsIfSlow,
        @Nullable Json checkpoint,
        @Nullable Json evidence,
        @Nullable CallLimit limit,
        @Nullable AttemptToken token,
        @Nullable Instant completeBy,
        @Nullable String traceparent) {

    /** Work without a trace. */
    public Work(
            StepPath step,
            Purpose purpose,
            String action,
            Json input,
            String idempotencyKey,
            int priority,
            Duration duration,
            @Nullable Duration heartbeat,
            @Nullable Duration expected,
            boolean alertsIfSlow,
            @Nullable Json checkpoint,
            @Nullable Json evidence,
            @Nullable CallLimit limit,
            @Nullable AttemptToken token,
            @Nullable Instant completeBy) {
        this(
                step,
                purpose,
                action,
                input,
                idempotencyKey,
                priority,
                duration,
                heartbeat,
                expected,
                alertsIfSlow,
                checkpoint,
                evidence,
                limit,
                token,
                completeBy,
                null);
    }

    /**
     * The work of a step that is READY or RUNNING.
     *
     * @throws IllegalStateException if the step is neither
     */
    public static Work of(ExecutionState state, StepPath path) {
        PlanNode node = state.known(path);
        StepState step = state.at(node);
        AttemptToken token = null;
        Instant completeBy = null;
        switch (step.open()) {
            case Open.Ready ready -> {}
            case Open.Running running -> {
                token = new AttemptToken(state.id(), node.path, step.purpose(), running.attempt(), running.nonce());
                completeBy = running.completeBy();
            }
            case Open.Child child ->
                token = new AttemptToken(state.id(), node.path, step.purpose(), child.attempt(), child.nonce());
            case Open.Idle idle -> throw nothingToDo(state, node, step);
            case Open.Waiting waiting -> throw nothingToDo(state, node, step);
        }
        ActionCall call = node.call(step.purpose());
        return new Work(
                node.path,
                step.purpose(),
                step.openAction(node),
                input(state, node, step),
                key(state, node, step.purpose()),
                state.started().priority() + node.priority(),
                step.series().completeBy(call),
                call.heartbeat(),
                node.expected(step.purpose()),
                node.alertsIfSlow(step.purpose()),
                step.series().checkpoint(),
                step.purpose() == Purpose.PROBE ? step.lateOutput() : null,
                state.limit(node),
                token,
                completeBy,
                TraceContext.ofAttempt(state.started().traceparent(), token));
    }

    /** The idempotency key of the calls of a step for a purpose. */
    public static String key(ExecutionState state, PlanNode node, Purpose calledFor) {
        Purpose purpose = calledFor == Purpose.PROBE ? Purpose.FORWARD : calledFor;
        String taken = purpose == Purpose.FORWARD ? state.keyTaken(node) : null;
        Series series = state.at(node).series(purpose);
        return taken == null
                ? IdempotencyKeys.of(state.id(), node.path, purpose, series == null ? 0 : series.edition())
                : taken;
    }

    private static Json input(ExecutionState state, PlanNode node, StepState step) {
        Json computed = step.series().input();
        if (computed != null) {
            return computed;
        }
        return switch (step.purpose()) {
            case FORWARD, PROBE -> forwardInput(state, node, step);
            case COMPENSATION -> inputAndOutput(forwardInput(state, node, step), step.lastOutput());
        };
    }

    /** The input of the forward action. */
    private static Json forwardInput(ExecutionState state, PlanNode node, StepState step) {
        Series forward = step.series(Purpose.FORWARD);
        Json computed = forward == null ? null : forward.input();
        if (computed != null) {
            return computed;
        }
        return node.parent == null
                ? state.input()
                : state.at(node.parent).itemsOf(node).values().get(node.path.item());
    }

    private static Json inputAndOutput(Json input, @Nullable Json output) {
        return new Json(
                "{\"input\":" + input.text() + ",\"output\":" + (output == null ? "null" : output.text()) + "}");
    }

    private static IllegalStateException nothingToDo(ExecutionState state, PlanNode node, StepState step) {
        return new IllegalStateException(
                "step '%s' of %s is neither READY nor RUNNING but %s: ask for open() steps only"
                        .formatted(node, state, step));
    }
}
