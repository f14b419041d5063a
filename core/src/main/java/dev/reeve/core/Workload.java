package dev.reeve.core;

import dev.reeve.model.Call;
import dev.reeve.model.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Puts together what an agent has to be told. */
final class Workload {

    private Workload() {}

    static Work of(ExecutionState state, Node node) {
        StepState step = state.at(node.index);
        AttemptToken token = null;
        Instant completeBy = null;
        switch (step.open()) {
            case Open.Ready ready -> {}
            case Open.Running running -> {
                token = new AttemptToken(state.id(), node.path, step.purpose(), running.attempt(), running.nonce());
                completeBy = running.completeBy();
            }
            case Open.Idle idle -> throw nothingToDo(state, node, step);
            case Open.Waiting waiting -> throw nothingToDo(state, node, step);
        }
        Call call = node.call(step.purpose());
        return new Work(
                node.path,
                step.purpose(),
                call.action(),
                input(state, step),
                key(state, node, step.purpose()),
                state.started().priority() + node.priority(),
                call.completeBy(),
                call.heartbeat(),
                step.series().checkpoint(),
                step.purpose() == Purpose.PROBE ? step.lateOutput() : null,
                token,
                completeBy);
    }

    static String key(ExecutionState state, Node node, Purpose calledFor) {
        Purpose purpose = calledFor == Purpose.PROBE ? Purpose.FORWARD : calledFor;
        String taken = purpose == Purpose.FORWARD ? state.keyTaken(node.path) : null;
        Series series = state.at(node.index).series(purpose);
        return taken == null
                ? AttemptToken.idempotencyKey(state.id(), node.path, purpose, series == null ? 0 : series.edition())
                : taken;
    }

    private static Json input(ExecutionState state, StepState step) {
        Json computed = step.series().input();
        if (computed != null) {
            return computed;
        }
        return switch (step.purpose()) {
            case FORWARD -> state.input();
            case PROBE -> forwardInput(state, step);
            case COMPENSATION -> inputAndOutput(forwardInput(state, step), step.output());
        };
    }

    /** What the forward action is called with. */
    private static Json forwardInput(ExecutionState state, StepState step) {
        Series forward = step.series(Purpose.FORWARD);
        Json computed = forward == null ? null : forward.input();
        return computed == null ? state.input() : computed;
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
