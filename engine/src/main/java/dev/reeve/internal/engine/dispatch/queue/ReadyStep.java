package dev.reeve.internal.engine.dispatch.queue;

import dev.reeve.CallLimit;
import dev.reeve.ExecutionId;
import dev.reeve.StepPath;
import org.jspecify.annotations.Nullable;

/**
 * A step that waits for a free slot.
 *
 * @param retry whether this is a retry after a failure of the service
 * @param limit the limit that the call must respect; null for none
 * @param tenant the tenant of the execution; tenants take turns
 * @param workflow the workflow of the step; the workflows of a tenant take turns
 */
public record ReadyStep(
        ExecutionId execution,
        StepPath step,
        String action,
        int priority,
        boolean retry,
        @Nullable CallLimit limit,
        String tenant,
        String workflow) {

    /** For a single tenant and a single workflow. */
    public ReadyStep(
            ExecutionId execution,
            StepPath step,
            String action,
            int priority,
            boolean retry,
            @Nullable CallLimit limit) {
        this(execution, step, action, priority, retry, limit, "", "");
    }
}
