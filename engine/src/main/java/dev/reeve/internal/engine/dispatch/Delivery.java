package dev.reeve.internal.engine.dispatch;

import dev.reeve.AttemptToken;
import dev.reeve.Json;
import dev.reeve.internal.core.state.Work;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A committed attempt on its way to the agent whose slot was reserved for it. */
public record Delivery(Slot slot, AttemptToken token, Work work, String workflow, Instant completeBy) {

    private static final long BYTES = 512;

    /** The memory that it takes, mostly for its texts. */
    long bytes() {
        return BYTES + length(work.input()) + length(work.checkpoint());
    }

    /** The characters of what its request carries. */
    long length() {
        return BYTES + length(work.input()) + length(work.checkpoint()) + length(work.evidence());
    }

    private static long length(@Nullable Json json) {
        return json == null ? 0 : json.text().length();
    }
}
