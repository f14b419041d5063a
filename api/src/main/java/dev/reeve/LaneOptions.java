package dev.reeve;

import dev.reeve.internal.values.OptionChecks;
import java.time.Duration;

/**
 * The limits of a lane. They keep one turn, and the memory, small.
 *
 * @param batchMessagesMax maximum number of messages in one transaction (default 2,000)
 * @param waitingStartsMax maximum number of waiting starts; further ones are refused (default 20,000)
 * @param activeMax maximum number of executions in memory; further starts are refused (default 50,000)
 * @param pageSize how many executions are loaded at once (default 500)
 * @param parkAfter executions that only wait for longer than this leave memory; not below the supervisor's
 *     {@code sweepInterval} (default 30 seconds)
 * @param sweepAhead parked executions are loaded this long before they are due (default 15 seconds)
 */
public record LaneOptions(
        int batchMessagesMax,
        int waitingStartsMax,
        int activeMax,
        int pageSize,
        Duration parkAfter,
        Duration sweepAhead) {

    private static final LaneOptions DEFAULTS =
            new LaneOptions(2_000, 20_000, 50_000, 500, Duration.ofSeconds(30), Duration.ofSeconds(15));

    public LaneOptions {
        OptionChecks.atLeast(1, "batchMessagesMax", batchMessagesMax);
        OptionChecks.atLeast(1, "waitingStartsMax", waitingStartsMax);
        OptionChecks.atLeast(1, "activeMax", activeMax);
        OptionChecks.atLeast(1, "pageSize", pageSize);
        OptionChecks.positive("parkAfter", parkAfter);
        OptionChecks.positive("sweepAhead", sweepAhead);
    }

    /** The defaults. */
    public static LaneOptions defaults() {
        return DEFAULTS;
    }

    /** Sets the maximum number of messages in one batch. */
    public LaneOptions withBatchMessagesMax(int other) {
        return new LaneOptions(other, waitingStartsMax, activeMax, pageSize, parkAfter, sweepAhead);
    }

    /** Sets the maximum number of starts that wait. */
    public LaneOptions withWaitingStartsMax(int other) {
        return new LaneOptions(batchMessagesMax, other, activeMax, pageSize, parkAfter, sweepAhead);
    }

    /** Sets the maximum number of executions in memory. */
    public LaneOptions withActiveMax(int other) {
        return new LaneOptions(batchMessagesMax, waitingStartsMax, other, pageSize, parkAfter, sweepAhead);
    }

    /** Sets how many executions are loaded at once. */
    public LaneOptions withPageSize(int other) {
        return new LaneOptions(batchMessagesMax, waitingStartsMax, activeMax, other, parkAfter, sweepAhead);
    }

    /** Sets how long a wait must be before the execution leaves memory. */
    public LaneOptions withParkAfter(Duration other) {
        return new LaneOptions(batchMessagesMax, waitingStartsMax, activeMax, pageSize, other, sweepAhead);
    }

    /** Sets how early executions are loaded before they are due. */
    public LaneOptions withSweepAhead(Duration other) {
        return new LaneOptions(batchMessagesMax, waitingStartsMax, activeMax, pageSize, parkAfter, other);
    }
}
