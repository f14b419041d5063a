package dev.reeve.internal.agent;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.spi.transport.Report;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The attempts that an agent holds, with their slots, deadlines and reports. Used by the agent's thread only.
 *
 * <p>Deadlines are not timers. A lower bound of the next due time is kept, and when it has passed, all attempts are
 * checked. The number of attempts is close to the number of slots, so the cost per attempt is negligible.
 */
final class Holdings {

    /** After complete-by nothing is started or reported, but a report made in time is still delivered. */
    static final long REPORT_GRACE = TimeUnit.SECONDS.toNanos(30);

    /** A report without a verdict is repeated after this time, then after twice that, and so on. */
    static final long RESEND = TimeUnit.SECONDS.toNanos(2);

    static final long RESEND_MAX = TimeUnit.SECONDS.toNanos(30);

    /** A handler that still runs this long after its interruption counts as stuck. */
    static final long STUCK = TimeUnit.SECONDS.toNanos(1);

    /** How many settled attempts are remembered, to recognise requests that arrive late. */
    static final int SETTLED_REMEMBERED = 8_192;

    private static final Logger LOG = LoggerFactory.getLogger(Holdings.class);

    /** A series of attempts, of which at most one is current. */
    private record Series(ExecutionId execution, StepPath step, Purpose purpose) {
        static Series of(AttemptToken token) {
            return new Series(token.execution(), token.step(), token.purpose());
        }
    }

    private final int slots;
    private final Map<Series, Attempt> current = new LinkedHashMap<>();
    private final Deque<Attempt> waiting = new ArrayDeque<>();
    private final Deque<Attempt> outgoing = new ArrayDeque<>();
    private final List<Attempt> overtime = new ArrayList<>();
    private final Set<AttemptToken> settled = new LinkedHashSet<>();
    private int running;
    private long stuck;
    private long nextDue = Ticker.NEVER;

    Holdings(int slots) {
        this.slots = slots;
    }

    /** Whether a request is new. If not, this method has already done what the request needs (A9). */
    boolean admits(AttemptToken token, long now) {
        if (settled.contains(token)) {
            return false;
        }
        Attempt held = current.get(Series.of(token));
        if (held == null) {
            return true;
        }
        if (held.token().equals(token)) {
            resend(held);
            return false;
        }
        if (held.attempt() >= token.attempt()) {
            LOG.debug("request ignored, a newer attempt is held: attempt={} held: {}", token.attempt(), held);
            return false;
        }
        LOG.info("newer attempt {} of a step replaces a held one, which is asked to stop: {}", token.attempt(), held);
        giveUp(held, now);
        current.remove(Series.of(token));
        remember(held.token());
        return true;
    }

    /** A node hands out at most as many attempts as slots, unless it forgot what this agent holds. */
    boolean hasRoom() {
        return running + waiting.size() < 2 * slots;
    }

    void await(Attempt attempt) {
        current.put(Series.of(attempt.token()), attempt);
        waiting.add(attempt);
        dueAt(attempt.deadline());
    }

    /** Holds an attempt that does not run because its report is already known. */
    void answer(Attempt attempt, Report report) {
        attempt.answer(report);
        current.put(Series.of(attempt.token()), attempt);
        dueAt(attempt.deadline() + REPORT_GRACE);
        resend(attempt);
    }

    /** The next attempt to run; null if none waits or no slot is free. */
    @Nullable Attempt next() {
        while (running < slots) {
            Attempt attempt = waiting.poll();
            if (attempt == null || attempt.stage == Attempt.Stage.WAITING) {
                return attempt;
            }
        }
        return null;
    }

    void started() {
        running++;
    }

    void finished(Attempt attempt) {
        running--;
        if (attempt.stage == Attempt.Stage.OVER) {
            overtime.remove(attempt);
            LOG.info("handler returned after the agent had given its attempt up; the result is dropped: {}", attempt);
        } else if (attempt.report() == null) {
            attempt.stage = Attempt.Stage.OVER;
            current.remove(Series.of(attempt.token()));
        } else {
            attempt.stage = Attempt.Stage.REPORTED;
            dueAt(attempt.deadline() + REPORT_GRACE);
            resend(attempt);
        }
    }

    /** Processes a verdict. Whether accepted or refused, the report is settled. */
    void settle(AttemptToken token) {
        Attempt attempt = held(token);
        if (attempt == null || attempt.stage != Attempt.Stage.REPORTED) {
            return;
        }
        attempt.stage = Attempt.Stage.OVER;
        current.remove(Series.of(token));
        remember(token);
    }

    private void remember(AttemptToken token) {
        settled.add(token);
        if (settled.size() > SETTLED_REMEMBERED) {
            Iterator<AttemptToken> oldest = settled.iterator();
            oldest.next();
            oldest.remove();
        }
    }

    void cancel(AttemptToken token) {
        Attempt attempt = held(token);
        if (attempt == null) {
            return;
        }
        attempt.cancel();
        if (attempt.stage == Attempt.Stage.WAITING) {
            answer(attempt, new Report.Failed(token, ReportedFailures.cancelledBeforeStart()));
        }
    }

    private @Nullable Attempt held(AttemptToken token) {
        Attempt attempt = current.get(Series.of(token));
        return attempt != null && attempt.token().equals(token) ? attempt : null;
    }

    /** Queues the attempt's report, if it has one, for the next exchange. */
    void resend(Attempt attempt) {
        if (attempt.stage == Attempt.Stage.REPORTED && !attempt.queued) {
            attempt.queued = true;
            outgoing.add(attempt);
        }
    }

    /** Queues everything that was sent in the lost session, because it may not have arrived. */
    void resendAll() {
        for (Attempt attempt : current.values()) {
            attempt.checkpointLost();
            resend(attempt);
        }
    }

    boolean hasReports() {
        return !outgoing.isEmpty();
    }

    /**
     * The next report to send, if it is no longer than {@code lengthMax} or is the first of its exchange; else null.
     */
    @Nullable Attempt takeReport(int lengthMax, boolean first, long now) {
        while (true) {
            Attempt attempt = outgoing.peek();
            if (attempt == null) {
                return null;
            }
            Report report = attempt.report();
            boolean obsolete = attempt.stage != Attempt.Stage.REPORTED || report == null;
            if (!obsolete && !first && length(report) > lengthMax) {
                return null;
            }
            outgoing.remove();
            attempt.queued = false;
            if (!obsolete) {
                attempt.resendAt = now + Math.min(RESEND_MAX, RESEND << Math.min(attempt.sends, 10));
                attempt.sends++;
                dueAt(attempt.resendAt);
                return attempt;
            }
        }
    }

    static int length(@Nullable Report report) {
        return switch (report) {
            case null -> 0;
            case Report.Completed completed -> completed.output().text().length();
            case Report.Failed failed ->
                failed.failure().message().length()
                        + (failed.failure().details() == null
                                ? 0
                                : failed.failure().details().text().length());
            case Report.LeftOpen open -> 0;
        };
    }

    /** Processes everything that is due. */
    void sweep(long now) {
        if (now < nextDue) {
            return;
        }
        nextDue = Ticker.NEVER;
        for (Iterator<Attempt> each = current.values().iterator(); each.hasNext(); ) {
            Attempt attempt = each.next();
            if (expire(attempt, now)) {
                each.remove();
            }
        }
        for (Attempt attempt : overtime) {
            if (attempt.interruptedAt != Ticker.NEVER && now >= attempt.interruptedAt + STUCK) {
                attempt.interruptedAt = Ticker.NEVER;
                stuck++;
                LOG.warn(
                        "handler ignores its interruption and keeps its slot until it returns; let it stop when"
                                + " interrupted: {} running={} slots={}",
                        attempt,
                        running,
                        slots);
            } else if (attempt.interruptedAt != Ticker.NEVER) {
                dueAt(attempt.interruptedAt + STUCK);
            }
        }
    }

    /** Returns whether the attempt is no longer held. */
    private boolean expire(Attempt attempt, long now) {
        return switch (attempt.stage) {
            case WAITING, RUNNING -> expireUnfinished(attempt, now);
            case REPORTED -> expireReport(attempt, now);
            case OVER -> true;
        };
    }

    private boolean expireUnfinished(Attempt attempt, long now) {
        if (now < attempt.deadline()) {
            dueAt(attempt.deadline());
            return false;
        }
        LOG.info("complete-by has passed, nothing is reported: {} was {}", attempt, attempt.stage);
        giveUp(attempt, now);
        return true;
    }

    private boolean expireReport(Attempt attempt, long now) {
        long end = attempt.deadline() + REPORT_GRACE;
        if (now >= end) {
            LOG.warn("report dropped, the node gave no verdict until complete-by and grace: {}", attempt);
            attempt.stage = Attempt.Stage.OVER;
            return true;
        }
        if (now >= attempt.resendAt) {
            attempt.resendAt = Ticker.NEVER;
            resend(attempt);
        }
        dueAt(Math.min(end, attempt.resendAt));
        return false;
    }

    private void giveUp(Attempt attempt, long now) {
        boolean runs = attempt.stage == Attempt.Stage.RUNNING;
        attempt.silence();
        if (runs) {
            attempt.interruptedAt = now;
            overtime.add(attempt);
            dueAt(now + STUCK);
        }
    }

    /** Returns attempts that have not started to the node. */
    void giveBack(String agent) {
        for (Attempt attempt : waiting) {
            if (attempt.stage == Attempt.Stage.WAITING) {
                answer(attempt, new Report.Failed(attempt.token(), ReportedFailures.agentClosing(agent)));
            }
        }
        waiting.clear();
    }

    /** Interrupts the running handlers when a closing agent stops waiting. */
    void cutOff() {
        for (Attempt attempt : current.values()) {
            if (attempt.stage == Attempt.Stage.RUNNING) {
                LOG.info("handler is interrupted, the agent closes: {}", attempt);
                attempt.cutOff();
            }
        }
    }

    void giveUpAll(long now) {
        current.values().forEach(attempt -> giveUp(attempt, now));
        current.clear();
        waiting.clear();
        outgoing.clear();
    }

    private void dueAt(long moment) {
        nextDue = Math.min(nextDue, moment);
    }

    /** The time before which {@link #sweep} has nothing to do. */
    long nextDue() {
        return nextDue;
    }

    Collection<Attempt> all() {
        return Collections.unmodifiableCollection(current.values());
    }

    boolean isEmpty() {
        return current.isEmpty();
    }

    /** How many slots can be used, if handlers that ignore their interruption keep some; null if all can. */
    @Nullable Integer usableSlots() {
        return overtime.isEmpty() ? null : Math.max(0, slots - overtime.size());
    }

    /** The number of running handlers, including those whose attempt was given up: each occupies a slot. */
    int running() {
        return running;
    }

    /** The number of handlers found ignoring their interruption since the start. */
    long stuck() {
        return stuck;
    }
}
