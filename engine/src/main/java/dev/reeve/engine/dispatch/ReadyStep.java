package dev.reeve.engine.dispatch;

import dev.reeve.core.CallLimit;
import dev.reeve.core.ExecutionId;
import dev.reeve.core.StepPath;
import org.jspecify.annotations.Nullable;

/**
 * A step that waits for a free slot.
 *
 * @param retry whether it is tried again because its service failed
 * @param limit that its call must be within; null for any number of calls
 * @param tenant for whom it is called; tenants take turns
 * @param workflow of which it is a step; the workflows of a tenant take turns
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

    /** Of the only tenant and the only workflow. */
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
