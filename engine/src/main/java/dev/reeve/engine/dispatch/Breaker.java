package dev.reeve.engine.dispatch;

import dev.reeve.core.ExecutionId;
import dev.reeve.core.Times;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Whether an action is called, by how its attempts end: a circuit breaker (Nygard, "Release It!"), with what a scheduler needs
 * beyond the usual one. It refuses nobody, it lets steps wait; one bad order opens nothing; and what has gathered
 * behind it is released in a ramp.
 *
 * <pre>
 * CLOSED ──many of the last attempts failed, of several executions──► OPEN
 * OPEN ──time is up──► HALF_OPEN ──trials failed──► OPEN, for longer
 *                      HALF_OPEN ──trials went well──► RAMPING ──they fail again──► OPEN, for longer
 *                                                      RAMPING ──the limit limits nobody any more──► CLOSED
 * </pre>
 *
 * <p>A machine of states and nothing else: it is told the time, and asks nobody. Not thread-safe.
 */
final class Breaker {

    /** A service that asks to be left alone for longer is tried again after this time. */
    private static final long ASKED_MAX_NANOS = Duration.ofHours(1).toNanos();

    /** Beyond this, twice as long would not fit into a number. */
    private static final int DOUBLINGS_MAX = 30;

    /** An epoch that never was: what began in it does not count. */
    static final int UNCOUNTED = -1;

    private final BreakerOptions options;
    private final RandomGenerator chance;
    private final Window window;

    private ServiceState state = ServiceState.CLOSED;
    private long sinceNanos;
    private long untilNanos;
    private String why = "";

    /** How often it has opened since it was closed. */
    private int opened;

    /** Attempts that began before the service was tried again say nothing about how it is since. */
    private int epoch;

    /** Attempts of this epoch that are handed out and not over. */
    private int underWay;

    private int trialsOver;
    private int trialsFailed;
    private int limit;
    private int successes;

    Breaker(BreakerOptions options, RandomGenerator chance) {
        this.options = options;
        this.chance = chance;
        this.window = new Window(options.window());
    }

    /** Whether another attempt may be handed out. */
    boolean permits() {
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
     * @return what {@link #ended} and {@link #over} want to know of it later
     */
    int begin() {
        underWay++;
        return epoch;
    }

    /** An attempt is over, however it ended. */
    void over(int begunIn) {
        if (begunIn == epoch) {
            underWay--;
        }
    }

    /**
     * It is known how an attempt ended.
     *
     * @param slots how many attempts the agents that are there could have at once
     */
    void ended(int begunIn, Outcome outcome, ExecutionId execution, long nanos, int slots) {
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

    /** Doubles once as many went well as were let through at once; so it takes few rounds, each of which is seen to go well. */
    private void ramped(Outcome outcome, long nanos, int slots) {
        // Less is enough than when all was well: it has failed before.
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
        // A part of it is left to chance, so that services that failed together are not tried together (R43).
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
    void tick(long nanos) {
        if (state == ServiceState.OPEN && nanos - untilNanos >= 0) {
            begin(ServiceState.HALF_OPEN, nanos);
        }
    }

    /** A person stops it. */
    void pause(long nanos) {
        state = ServiceState.PAUSED;
        sinceNanos = nanos;
    }

    /** A person has it called again, whatever was known against it. */
    void resume(long nanos) {
        if (state != ServiceState.CLOSED) {
            opened = 0;
            why = "";
            limit = options.trials();
            // Without a window nobody would see that it goes well.
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

    ServiceState state() {
        return state;
    }

    /** Since when it is in this state; means nothing while it has always been closed. */
    long sinceNanos() {
        return sinceNanos;
    }

    /** When it is tried again; only while it is open. */
    long untilNanos() {
        return untilNanos;
    }

    /** Why it was opened; empty if it was not. */
    String why() {
        return why;
    }

    double failureShare() {
        return window.failureShare();
    }

    int underWay() {
        return underWay;
    }

    /** How many attempts may be under way at once; the largest number there is if nothing limits them. */
    int limit() {
        return switch (state) {
            case CLOSED -> Integer.MAX_VALUE;
            case OPEN, PAUSED -> 0;
            case HALF_OPEN -> options.trials();
            case RAMPING -> limit;
        };
    }
}
