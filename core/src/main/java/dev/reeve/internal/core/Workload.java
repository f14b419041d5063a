package dev.reeve.internal.core;

import dev.reeve.AttemptToken;
import dev.reeve.CallLimit;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.internal.model.definition.ActionCall;
import dev.reeve.internal.model.definition.StepLimit;
import dev.reeve.internal.values.IdempotencyKeys;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Builds the {@link Work} of a step. */
final class Workload {

    private Workload() {}

    static Work of(ExecutionState state, Node node) {
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
                call.action(),
                input(state, node, step),
                key(state, node, step.purpose()),
                state.started().priority() + node.priority(),
                call.completeBy(),
                call.heartbeat(),
                node.expected(step.purpose()),
                step.series().checkpoint(),
                step.purpose() == Purpose.PROBE ? step.lateOutput() : null,
                limit(node, step),
                token,
                completeBy);
    }

    /**
     * The limit on the step's current calls; null for no limit. Probes and compensations are other actions and are not
     * counted.
     */
    static @Nullable CallLimit limit(Node node, StepState step) {
        StepLimit limit = node.limit;
        if (limit == null || step.purpose() != Purpose.FORWARD) {
            return null;
        }
        String key = step.series().limitKey();
        // The key is missing if it could not be computed and an operator retried the step with another input.
        return new CallLimit(limit.key() == null ? null : key == null ? "" : key, limit.concurrency(), limit.rate());
    }

    static String key(ExecutionState state, Node node, Purpose calledFor) {
        Purpose purpose = calledFor == Purpose.PROBE ? Purpose.FORWARD : calledFor;
        String taken = purpose == Purpose.FORWARD ? state.keyTaken(node) : null;
        Series series = state.at(node).series(purpose);
        return taken == null
                ? IdempotencyKeys.of(state.id(), node.path, purpose, series == null ? 0 : series.edition())
                : taken;
    }

    private static Json input(ExecutionState state, Node node, StepState step) {
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
    private static Json forwardInput(ExecutionState state, Node node, StepState step) {
        Series forward = step.series(Purpose.FORWARD);
        Json computed = forward == null ? null : forward.input();
        if (computed != null) {
            return computed;
        }
        return node.parent == null
                ? state.input()
                : ExecutionState.items(state.at(node.parent), node).values().get(node.path.item());
    }

    private static Json inputAndOutput(Json input, @Nullable Json output) {
        return new Json(
                "{\"input\":" + input.text() + ",\"output\":" + (output == null ? "null" : output.text()) + "}");
    }

    private static IllegalStateException nothingToDo(ExecutionState state, Node node, StepState step) {
        return new IllegalStateException(
                "step '%s' of %s is neither READY nor RUNNING but %s: ask for open() steps only"
                        .formatted(node, state, step));
    }
}
