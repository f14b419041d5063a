package dev.reeve;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a bulk operation has come, the newest executions first.
 *
 * @param last the execution that was looked at last; null before the first
 * @param lastStartedAt when that was started; null before the first
 * @param seen how many executions were looked at
 * @param done how many steps or executions it was done to
 * @param refused how many steps or executions refused it, mostly because something else had happened to them before
 * @param refusals why, of the first {@link #REFUSALS_MAX}
 * @param finished whether all have been looked at
 */
public record BulkProgress(
        @Nullable String last,
        @Nullable Instant lastStartedAt,
        int seen,
        int done,
        int refused,
        List<Refusal> refusals,
        boolean finished) {

    /** How many refusals are kept word for word. */
    public static final int REFUSALS_MAX = 100;

    public static final BulkProgress NONE = new BulkProgress(null, null, 0, 0, 0, List.of(), false);

    /**
     * @param step null if it was about the execution as a whole
     */
    public record Refusal(
            String execution,
            @Nullable String step,
            @JsonProperty("why") String reason) {}

    public BulkProgress {
        refusals = List.copyOf(refusals);
    }

    /** For people, in a line. */
    @Override
    public String toString() {
        return "%,d executions looked at, done to %,d, refused by %,d%s"
                .formatted(seen, done, refused, finished ? "; finished" : "");
    }
}
