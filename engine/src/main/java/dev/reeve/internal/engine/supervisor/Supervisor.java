package dev.reeve.internal.engine.supervisor;

import dev.reeve.ExecutionId;
import dev.reeve.SupervisorOptions;
import dev.reeve.SupervisorStats;
import dev.reeve.internal.engine.dispatch.Dispatcher;
import dev.reeve.internal.engine.dispatch.StarvingAction;
import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.internal.engine.runtime.Mailbox;
import dev.reeve.internal.engine.scheduler.Lanes;
import dev.reeve.internal.engine.scheduler.batch.DeadlineListener;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices what is overdue: attempts past complete-by, agents without heartbeats, retries, timers and pauses, and
 * executions past their own complete-by. It knows nothing of the business and decides nothing. It asks the lane to
 * look, and the lane decides on fresh state.
 *
 * <p>Works in bounded turns on an index that is updated after each commit, so its cost does not grow with the number of
 * waiting executions. For the time in which its own process was stalled, it treats no agent as silent.
 *
 * <p>{@link #register} may be called by any thread, {@link #runOnce} by one.
 */
public final class Supervisor implements DeadlineListener {

    private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);

    private static final long TICK_MICROS = 5_000;
    private static final Duration STARVING_AFTER = Duration.ofSeconds(10);
    private static final Duration STARVING_AGAIN = Duration.ofMinutes(1);

    private final Clock clock;
    private final Lanes lanes;
    private final Dispatcher dispatcher;
    private final SupervisorOptions options;
    private final Mailbox<List<Deadline>> incoming = new Mailbox<>(Integer.MAX_VALUE);
    private final DeadlineIndex index = new DeadlineIndex(TICK_MICROS);
    private final List<List<Deadline>> drained = new ArrayList<>();
    private final List<ExecutionId> due = new ArrayList<>();
    private final Map<String, Long> complainedNanos = new HashMap<>();

    private long lastTurnNanos;
    private long plannedNanos;
    private long lastHousekeepingNanos;
    private long lastSweepNanos;
    private Instant judgeSilenceFrom = Instant.EPOCH;
    private long stalls;
    private Duration overdue = Duration.ZERO;
    private volatile SupervisorStats stats = SupervisorStats.NONE;
    private volatile Instant nextTurn = Instant.EPOCH;
    private volatile Runnable urgent = () -> {};

    public Supervisor(Clock clock, Lanes lanes, Dispatcher dispatcher, SupervisorOptions options) {
        this.clock = clock;
        this.lanes = lanes;
        this.dispatcher = dispatcher;
        this.options = options;
        this.lastTurnNanos = clock.nanos();
        this.plannedNanos = lastTurnNanos;
        this.lastHousekeepingNanos = lastTurnNanos;
        this.lastSweepNanos = lastTurnNanos;
    }

    /** Sets the signal for a deadline that is due before the supervisor would look. The signal must be cheap. */
    public void onUrgent(Runnable signal) {
        urgent = signal;
    }

    @Override
    public void register(List<Deadline> deadlines) {
        if (deadlines.isEmpty()) {
            return;
        }
        incoming.offer(deadlines);
        Instant next = nextTurn;
        for (Deadline deadline : deadlines) {
            if (deadline.at().isBefore(next)) {
                urgent.run();
                return;
            }
        }
    }

    /** The statistics as of the last turn. May be called by any thread. */
    public SupervisorStats stats() {
        return stats;
    }

    /**
     * One turn.
     *
     * @return how long to rest, in nanoseconds; 0 to go on at once
     */
    public long runOnce() {
        long nanos = clock.nanos();
        Instant now = clock.now();
        Duration lag = Duration.ofNanos(Math.max(0, nanos - plannedNanos));
        noticeStall(nanos, now);
        take();
        measureOverdue(now);
        index.poll(now, options.wakesMax(), due);
        for (ExecutionId execution : due) {
            lanes.wake(execution, judgeSilenceFrom);
        }
        if (dispatcher.restNanos(nanos) == 0) {
            dispatcher.tickLimits();
        }
        boolean more = due.size() == options.wakesMax();
        due.clear();
        if (nanos - lastHousekeepingNanos >= options.interval().toNanos()) {
            lastHousekeepingNanos = nanos;
            dispatcher.tick(options.agentSilenceMax());
            complainOfStarving(nanos);
        }
        if (nanos - lastSweepNanos >= options.sweepInterval().toNanos()) {
            lastSweepNanos = nanos;
            lanes.sweep();
        }
        long rest = more ? 0 : Math.min(rest(now), Math.max(TICK_MICROS * 1_000, dispatcher.restNanos(nanos)));
        nextTurn = now.plusNanos(rest);
        plannedNanos = nanos + rest;
        stats = new SupervisorStats(lag, overdue, index.size(), stalls, judgeSilenceFrom);
        return rest;
    }

    private long rest(Instant now) {
        Instant next = index.next();
        // A wait without a limit is due at the end of all time, which is more nanoseconds away than fit into a long.
        Duration left = next == null ? options.interval() : Duration.between(now, next);
        long nanos = (left.compareTo(options.interval()) < 0 ? left : options.interval()).toNanos();
        return next == null ? nanos : Math.max(TICK_MICROS * 1_000, nanos);
    }

    private void take() {
        incoming.drainTo(drained, Integer.MAX_VALUE);
        for (List<Deadline> deadlines : drained) {
            for (Deadline deadline : deadlines) {
                index.add(deadline.execution(), deadline.at());
            }
        }
        drained.clear();
    }

    private void measureOverdue(Instant now) {
        Instant next = index.next();
        overdue = next == null || next.isAfter(now) ? Duration.ZERO : Duration.between(next, now);
    }

    /** After a pause of this process, the heartbeats of its agents may still be waiting to be read. */
    private void noticeStall(long nanos, Instant now) {
        Duration since = Duration.ofNanos(nanos - lastTurnNanos);
        lastTurnNanos = nanos;
        Duration stall = since.minus(options.interval());
        if (stall.compareTo(options.interval()) > 0) {
            judgeSilenceFrom = now.plus(stall).plus(options.interval());
            stalls++;
            LOG.warn(
                    "this process stood still for {} ms; no agent counts as silent before {}",
                    stall.toMillis(),
                    judgeSilenceFrom);
        }
    }

    private void complainOfStarving(long nanos) {
        for (StarvingAction starving : dispatcher.starving(STARVING_AFTER)) {
            Long before = complainedNanos.get(starving.action());
            if (before != null && nanos - before < STARVING_AGAIN.toNanos()) {
                continue;
            }
            complainedNanos.put(starving.action(), nanos);
            if (starving.agents() == 0) {
                LOG.warn(
                        "{} steps wait for an agent with action={}, and there is none; start one",
                        starving.waiting(),
                        starving.action());
            } else {
                LOG.warn(
                        "{} steps wait for action={}; its {} agents have had no free slot for {} s; add agents or slots",
                        starving.waiting(),
                        starving.action(),
                        starving.agents(),
                        starving.since().toSeconds());
            }
        }
    }
}
