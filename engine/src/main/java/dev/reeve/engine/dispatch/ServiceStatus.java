package dev.reeve.engine.dispatch;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How things stand with the service behind an action.
 *
 * @param since when it came into this state; null if it has been closed ever since the engine was opened
 * @param why it is open, or was until it was tried again; or what the person said who paused it. Null if there is no reason
 * @param by who paused it; null if nobody did
 * @param next when it is tried again; null unless it is open
 * @param failureShare which share of its last attempts failed or was throttled, from 0 to 1
 * @param queued how many steps wait for a slot, for their limit, or for the service
 * @param retries how many of them are tried again because the service failed; while many fail they wait behind the others
 * @param limited how many of them wait for their limit
 * @param waiting for how long none of them was handed out, although one was within its limit; zero if none was
 * @param underWay how many attempts are handed out and not over; after a recovery, of those that began since
 * @param limit how many may be under way at once; null for as many as there are slots
 * @param agents how many agents can do it
 */
public record ServiceStatus(
        String action,
        ServiceState state,
        @Nullable Instant since,
        @Nullable String why,
        @Nullable String by,
        @Nullable Instant next,
        double failureShare,
        int queued,
        int retries,
        int limited,
        Duration waiting,
        int underWay,
        @Nullable Integer limit,
        int agents) {

    /** Whether nothing is handed out for the time being. */
    public boolean isStopped() {
        return state == ServiceState.OPEN || state == ServiceState.PAUSED;
    }
}
