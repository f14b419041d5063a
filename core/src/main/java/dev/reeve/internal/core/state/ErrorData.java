package dev.reeve.internal.core.state;

import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.StepPath;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Failures as data: the value of {@code error} in expressions, and of the details of a failed child. */
public final class ErrorData {

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

    /** Why an execution was undone, as JSON; null if it was not. */
    public static @Nullable Json of(ExecutionState ended) {
        Failure failure = ended.undoneFor;
        return failure == null
                ? null
                : Json.of(of(
                        failure,
                        failure.details() == null ? null : failure.details().value(),
                        ended.failedStep));
    }
}
