package dev.reeve.internal.core.state;

import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.recovery.EngineFailures;
import dev.reeve.internal.values.JsonText;
import dev.reeve.internal.values.Limits;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Failures as data: the value of {@code error} in expressions, and of the details of a failed child. */
public final class ErrorData {

    private static final int LINE_LENGTH_MAX = 500;

    private ErrorData() {}

    /** @param details the value of the failure's details */
    static Map<String, @Nullable Object> of(Failure failure, @Nullable Object details) {
        Map<String, @Nullable Object> error = new LinkedHashMap<>();
        error.put("code", failure.code());
        error.put("message", failure.message());
        error.put("cause", failure.cause().name());
        error.put("details", details);
        return error;
    }

    /** As {@link #of(Failure, Object)}, of the execution that failed because of a step; null for none. */
    static Map<String, @Nullable Object> of(Failure failure, @Nullable Object details, @Nullable StepPath step) {
        Map<String, @Nullable Object> error = of(failure, details);
        error.put("step", step == null ? null : step.step());
        return error;
    }

    /**
     * Why an execution was undone, as the details of its parent's failure; null if it was not undone. Leaves the
     * details out if the whole would be nested too deep or too long, because the code decides what follows.
     */
    public static @Nullable Json of(ExecutionState ended) {
        Failure failure = ended.undoneFor;
        if (failure == null) {
            return null;
        }
        Json details = failure.details();
        if (details != null && JsonText.depth(details.text()) < Limits.DEFAULT.depth()) {
            Json whole = Json.of(of(failure, details.value(), ended.failedStep));
            if (EngineFailures.areShort(whole)) {
                return whole;
            }
        }
        return Json.of(of(failure, null, ended.failedStep));
    }

    /** {@link ExecutionState#failure()} in one line, for people; null if nothing is wrong. */
    public static @Nullable String line(ExecutionState state) {
        Failure failure = state.failure();
        if (failure == null) {
            return null;
        }
        String line = failure.code() + ": " + failure.message().replace('\n', ' ');
        return line.length() <= LINE_LENGTH_MAX ? line : line.substring(0, LINE_LENGTH_MAX - 1) + "…";
    }

    /** The step to which {@link ExecutionState#failure()} happened; null if it happened to no single step. */
    public static @Nullable StepPath step(ExecutionState state) {
        if (state.escalated == 0) {
            return state.undoneFor == null ? null : state.failedStep;
        }
        StepState last = state.lastEscalated == null ? null : state.step(state.lastEscalated);
        return last != null && last.status() == StepStatus.ESCALATED ? state.lastEscalated : null;
    }
}
