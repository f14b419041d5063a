package dev.reeve.internal.engine.dispatch.breaker;

import dev.reeve.BreakerOptions;
import dev.reeve.ExecutionId;
import dev.reeve.ServiceState;
import dev.reeve.internal.values.Times;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * A circuit breaker (Nygard, "Release It!"): decides whether an action is called, by the outcomes of its attempts. It
 * differs from the usual breaker in three points. It rejects no call: steps wait instead. One execution that keeps
 * failing does not open it. It releases the backlog in a ramp.
 *
 * <pre>
 * CLOSED ──many of the last attempts failed, of several executions──► OPEN
 * OPEN ──time is up──► HALF_OPEN ──trials failed──► OPEN, for longer
 *                      HALF_OPEN ──trials went well──► RAMPING ──they fail again──► OPEN, for longer
 *                                                      RAMPING ──the limit exceeds the slots──► CLOSED
 * </pre>
 *
 * <p>A pure state machine: callers pass the time in. Not thread-safe.
 */
public final class Breaker {

    /** Maximum pause that a throttling service can request. After this time the service is retried. */
    private static final long ASKED_MAX_NANOS = Duration.ofHours(1).toNanos();

    /** Further doublings would overflow. */
    private static final int DOUBLINGS_MAX = 30;

    /** The epoch of attempts that do not count. */
    public static final int UNCOUNTED = -1;

    private final BreakerOptions options;
    private final RandomGenerator chance;
    private final Window window;

    private ServiceState state = ServiceState.CLOSED;
    private long sinceNanos;
    private long untilNanos;
    private String why = "";

    /** Number of times the breaker opened since it was last closed. */
    private int opened;

    /** Incremented when the service is retried. Attempts of earlier epochs say nothing about its present state. */
    private int epoch;

    /** Attempts of this epoch that were handed out and are not over. */
    private int underWay;

    private int trialsOver;
    private int trialsFailed;
    private int limit;
    private int successes;

    public Breaker(BreakerOptions options, RandomGenerator chance) {
        this.options = options;
        this.chance = chance;
        this.window = new Window(options.window());
    }

    /** Whether another attempt may be handed out. */
    public boolean permits() {
        return switch (state) {
            case CLOSED -> true;
            case OPEN, PAUSED -> false;
            case HALF_OPEN -> trialsOver + underWay < options.trials();
            case RAMPING -> underWay < limit;
        };
    }

    /**
     * An attempt is handed out.
     *
     * @return the epoch, for {@link #ended} and {@link #over}
     */
    public int begin() {
        underWay++;
        return epoch;
    }

    /** An attempt is over, with any outcome. */
    public void over(int begunIn) {
        if (begunIn == epoch) {
            underWay--;
        }
    }

    /**
     * The outcome of an attempt is known.
     *
     * @param slots the total number of slots of the connected agents
     */
    public void ended(int begunIn, Outcome outcome, ExecutionId execution, long nanos, int slots) {
        if (options.isOff() || outcome instanceof Outcome.Unknown) {
            return;
        }
        switch (state) {
            case CLOSED -> {
                window.add(outcome, execution, nanos);
                if (window.isSystemic(options.failureShare(), options.callsMin(), options.executionsMin())) {
                    open(nanos);
                }
            }
            case HALF_OPEN -> {
                if (begunIn == epoch) {
                    window.add(outcome, execution, nanos);
                    tried(outcome, nanos, slots);
                }
            }
            case RAMPING -> {
                if (begunIn == epoch) {
                    window.add(outcome, execution, nanos);
                    ramped(outcome, nanos, slots);
                }
            }
            case OPEN, PAUSED -> {}
        }
    }

    private void tried(Outcome outcome, long nanos, int slots) {
        trialsOver++;
        trialsFailed += outcome instanceof Outcome.Answered ? 0 : 1;
        int enough = (int) Math.max(1, Math.ceil(options.failureShare() * options.trials()));
        if (trialsFailed >= enough) {
            open(nanos);
        } else if (trialsOver >= options.trials()) {
            state = ServiceState.RAMPING;
            sinceNanos = nanos;
            limit = 2 * options.trials();
            successes = 0;
            closeIfUnlimited(nanos, slots);
        }
    }

    /**
     * Doubles the limit once as many attempts succeeded as it permits at once. The ramp takes few rounds, and each
     * round must succeed.
     */
    private void ramped(Outcome outcome, long nanos, int slots) {
        // Fewer failures suffice than in CLOSED: the service has failed before.
        int calls = Math.min(options.callsMin(), 2 * options.trials());
        int executions = Math.min(options.executionsMin(), 2);
        if (window.isSystemic(options.failureShare(), calls, executions)) {
            open(nanos);
        } else if (outcome instanceof Outcome.Answered && ++successes >= limit) {
            limit *= 2;
            successes = 0;
            closeIfUnlimited(nanos, slots);
        }
    }

    private void closeIfUnlimited(long nanos, int slots) {
        if ((slots > 0 && limit >= slots) || limit > Integer.MAX_VALUE / 4) {
            state = ServiceState.CLOSED;
            sinceNanos = nanos;
            opened = 0;
            why = "";
        }
    }

    private void open(long nanos) {
        why = window.describe();
        int doublings = Math.min(opened, DOUBLINGS_MAX);
        long first = Times.nanos(options.openFirst());
        long max = Times.nanos(options.openMax());
        long bound = first > max >> doublings ? max : first << doublings;
        // Random jitter, so that services that failed together are not tried together (R43).
        long wait = bound - (long) (bound * 0.25 * chance.nextDouble());
        long asked = Math.min(window.askedNanos(nanos), ASKED_MAX_NANOS);
        if (asked > 0) {
            wait = opened == 0 ? asked : Math.max(asked, wait);
        }
        opened++;
        state = ServiceState.OPEN;
        sinceNanos = nanos;
        untilNanos = nanos + wait;
    }

    /** Time has passed. */
    public void tick(long nanos) {
        if (state == ServiceState.OPEN && nanos - untilNanos >= 0) {
            begin(ServiceState.HALF_OPEN, nanos);
        }
    }

    /** A person pauses the action. */
    public void pause(long nanos) {
        state = ServiceState.PAUSED;
        sinceNanos = nanos;
    }

    /** A person resumes the action, regardless of its known failures. */
    public void resume(long nanos) {
        if (state != ServiceState.CLOSED) {
            opened = 0;
            why = "";
            limit = options.trials();
            // Without a window the breaker could not observe success and leave RAMPING.
            begin(options.isOff() ? ServiceState.CLOSED : ServiceState.RAMPING, nanos);
        }
    }

    private void begin(ServiceState next, long nanos) {
        state = next;
        sinceNanos = nanos;
        epoch++;
        underWay = 0;
        trialsOver = 0;
        trialsFailed = 0;
        successes = 0;
        window.clear();
    }

    /** Whether the action is called freely, and no counted attempt is under way. */
    public boolean isIdle() {
        return state == ServiceState.CLOSED && underWay == 0;
    }

    public ServiceState state() {
        return state;
    }

    /** Since when the breaker is in this state. Meaningless if it was always closed. */
    public long sinceNanos() {
        return sinceNanos;
    }

    /** When the service is retried. Valid only while the breaker is open. */
    public long untilNanos() {
        return untilNanos;
    }

    /** Why the breaker opened; empty if it did not. */
    public String why() {
        return why;
    }

    public double failureShare() {
        return window.failureShare();
    }

    public int underWay() {
        return underWay;
    }

    /** Maximum number of concurrent attempts; {@link Integer#MAX_VALUE} if unlimited. */
    public int limit() {
        return switch (state) {
            case CLOSED -> Integer.MAX_VALUE;
            case OPEN, PAUSED -> 0;
            case HALF_OPEN -> options.trials();
            case RAMPING -> limit;
        };
    }
}
