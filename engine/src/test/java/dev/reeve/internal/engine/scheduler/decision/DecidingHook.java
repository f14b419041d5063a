package dev.reeve.internal.engine.scheduler.decision;

import dev.reeve.ExecutionId;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** For tests of other packages and modules: something that happens in the middle of deciding about an execution. */
public final class DecidingHook {

    private DecidingHook() {}

    /** @param hook for all lanes of this process, so it must look at whose turn it is; null for nothing */
    public static void set(@Nullable Consumer<ExecutionId> hook) {
        Tenure.inDeciding = hook;
    }
}
