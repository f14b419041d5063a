package dev.reeve;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The progress of a bulk operation, which starts with the newest executions.
 *
 * @param last the last examined execution; null before the first
 * @param lastStartedAt when that execution was started; null before the first
 * @param seen number of examined executions
 * @param done number of changed steps or executions
 * @param refused number of steps or executions that refused the change, mostly because their state had changed before
 * @param refusals the first {@link #REFUSALS_MAX} refusals, with their reasons
 * @param finished whether all executions have been examined
 */
public record BulkProgress(
        @Nullable String last,
        @Nullable Instant lastStartedAt,
        int seen,
        int done,
        int refused,
        List<Refusal> refusals,
        boolean finished) {

    /** Maximum number of refusals that are kept with their reasons. */
    public static final int REFUSALS_MAX = 100;

    /** The progress before the first execution is examined. */
    public static final BulkProgress NONE = new BulkProgress(null, null, 0, 0, 0, List.of(), false);

    /**
     * A step or an execution that refused the change.
     *
     * @param execution its id
     * @param step null if it was about the execution as a whole
     * @param reason why it was refused, for people
     */
    public record Refusal(
            String execution,
            @Nullable String step,
            @JsonProperty("why") String reason) {}

    public BulkProgress {
        refusals = List.copyOf(refusals);
    }

    /** One line of text for people. */
    @Override
    public String toString() {
        return "%,d executions examined, %,d changes made, %,d refused%s"
                .formatted(seen, done, refused, finished ? "; finished" : "");
    }
}
