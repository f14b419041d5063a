package dev.reeve;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The status of the service of an action.
 *
 * @param action as workflows name it
 * @param state whether the action is called, and if not, why
 * @param since when it entered this state; null if it has been closed since the engine was opened
 * @param reason why its breaker opened, or the reason of the pause; null for none
 * @param actor the actor of the pause; null if it is not paused
 * @param next when it is retried; null unless it is open
 * @param failureShare share of its recent executions that failed or were throttled, from 0 to 1
 * @param queued number of steps that wait for a slot, for their limit, or for the service
 * @param retries number of queued steps that are retries after a failure of the service; while many fail, they wait
 *     behind first attempts
 * @param limited number of queued steps that wait for their limit
 * @param waiting how long no queued step was handed out although one was within its limit; zero if none is
 * @param underWay number of attempts handed out and not over; after a recovery, only those that began since
 * @param limit maximum number of concurrent attempts; null if only the slots limit it
 * @param agents number of agents that offer the action
 */
public record ServiceStatus(
        String action,
        ServiceState state,
        @Nullable Instant since,
        @Nullable String reason,
        @Nullable String actor,
        @Nullable Instant next,
        double failureShare,
        int queued,
        int retries,
        int limited,
        Duration waiting,
        int underWay,
        @Nullable Integer limit,
        int agents) {

    /** Whether nothing is handed out at present. */
    public boolean isStopped() {
        return state == ServiceState.OPEN || state == ServiceState.PAUSED;
    }
}
