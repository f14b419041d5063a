package dev.reeve.benchmark.workload;

import dev.reeve.internal.model.definition.ActionCall;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.expression.Template;
import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.OnUnknown;
import dev.reeve.workflow.Retry;
import org.jspecify.annotations.Nullable;

/** The call that the steps of the workloads make. */
public final class NoopCall {

    /** Answers immediately with a result for its input. */
    public static final String ACTION = "bench.noop";

    private NoopCall() {}

    static Task withoutInput() {
        return with(null);
    }

    static Task with(@Nullable Template input) {
        ActionCall call = new ActionCall(ACTION, input, ActionCall.DEFAULT_COMPLETE_BY, null, Retry.DEFAULT);
        return new Task.Action(call, null, null, OnUnknown.RETRY, OnExhausted.COMPENSATE, 0);
    }
}
