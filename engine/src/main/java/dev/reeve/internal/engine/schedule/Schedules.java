package dev.reeve.internal.engine.schedule;

import dev.reeve.ConcurrencyPolicy;
import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.ReeveException;
import dev.reeve.Schedule;
import dev.reeve.Timetable;
import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.internal.engine.runtime.Ids;
import dev.reeve.internal.engine.runtime.Loop;
import dev.reeve.internal.values.Times;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.ScheduleRow;
import dev.reeve.spi.store.ScheduleStore;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts executions at their nominal times. It first starts an execution, whose id is computed from the schedule and
 * the nominal time. Then it moves the mark of the schedule past that time. After a crash in between, or on a node that
 * was presumed dead and goes on, the same execution is started once more, which changes nothing.
 *
 * <p>{@link #runOnce} may be called by one thread, the other methods by any.
 */
public final class Schedules {

    private static final Logger LOG = LoggerFactory.getLogger(Schedules.class);

    /** How often to look for changes made outside this engine. */
    private static final Duration LOOK = Duration.ofSeconds(10);

    /**
     * The minimum rest between two looks, in multiples of the duration of a look. Each look reads all schedules, so a
     * program that registers a thousand of them would otherwise cause a thousand looks.
     */
    private static final int LOOK_RESTS = 10;

    /** How long to leave a schedule alone while its previous execution is open. */
    private static final Duration QUEUED = Duration.ofSeconds(1);

    /** How long to leave a schedule alone after a failed start. */
    private static final Duration FAILED = Duration.ofSeconds(30);

    private static final int ERROR_LENGTH_MAX = 1_000;

    /** Starts executions. */
    @FunctionalInterface
    public interface Starter {
        /**
         * @return completed when the execution is stored, also if it existed already; fails with {@link ReeveException}
         * @throws ReeveException for errors that are known at once
         */
        CompletionStage<ExecutionId> start(ScheduledStart start);
    }

    private record Answer(
            ScheduleRow row, Instant nominal, @Nullable Throwable error) {}

    private final ScheduleStore store;
    private final Function<ExecutionId, Optional<ExecutionRow>> executions;
    private final String namespace;
    private final Clock clock;
    private final Starter starter;
    private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
    private volatile Runnable signal = () -> {};
    private volatile boolean stale = true;

    /** Whether there was a schedule at the last look, so that another look follows by itself. */
    private volatile boolean hasSome;

    // used by the one thread only
    private final Map<String, ScheduleRow> rows = new TreeMap<>();
    private final Map<String, Instant> leftAlone = new HashMap<>();

    /** The cause that was logged last for each schedule that cannot start: the log need not repeat it. */
    private final Map<String, String> logged = new HashMap<>();

    private final Set<String> underWay = new HashSet<>();
    private Instant nextLook = Instant.MIN;
    private boolean isFirstLook = true;

    /** In monotonic nanoseconds. From then on, a change causes an immediate look. */
    private long looksFrom;

    /**
     * @param executions finds existing executions
     */
    public Schedules(
            ScheduleStore store,
            Function<ExecutionId, Optional<ExecutionRow>> executions,
            String namespace,
            Clock clock,
            Starter starter) {
        this.store = store;
        this.executions = executions;
        this.namespace = namespace;
        this.clock = clock;
        this.starter = starter;
        this.looksFrom = clock.nanos();
    }

    /** Sets a callback for new work. It must be cheap and must not block. */
    public void onWork(Runnable action) {
        signal = action;
    }

    /** Whether it looks for changes by itself. Otherwise it rests until {@link #changed}. */
    public boolean looksByItself() {
        return hasSome;
    }

    /** A schedule has changed. */
    public void changed() {
        stale = true;
        signal.run();
    }

    /**
     * Starts what is due.
     *
     * @return how long to rest, in nanoseconds
     */
    public long runOnce() {
        Instant now = clock.now();
        try {
            for (Answer answer = answers.poll(); answer != null; answer = answers.poll()) {
                settle(answer, now);
            }
            if ((stale && clock.nanos() - looksFrom >= 0) || !now.isBefore(nextLook)) {
                long begun = clock.nanos();
                look(now);
                long ended = clock.nanos();
                looksFrom = ended + LOOK_RESTS * (ended - begun);
            }
            Instant wake = nextLook;
            for (ScheduleRow row : List.copyOf(rows.values())) {
                Instant due = advance(row, now);
                wake = due.isBefore(wake) ? due : wake;
            }
            if (stale) {
                return Math.max(0, looksFrom - clock.nanos());
            }
            return wake.equals(Instant.MAX) ? Loop.UNTIL_WOKEN : Math.max(0, Times.nanosBetween(now, wake));
        } catch (StoreException e) {
            LOG.warn("schedules cannot be read or marked; the next attempt is in {}: {}", QUEUED, e.getMessage());
            stale = true;
            return QUEUED.toNanos();
        }
    }

    private void look(Instant now) {
        stale = false;
        Map<String, ScheduleRow> found = new TreeMap<>();
        store.list(namespace).forEach(row -> found.put(row.name(), isFirstLook ? recounted(row) : row));
        isFirstLook = false;
        rows.clear();
        rows.putAll(found);
        leftAlone.keySet().retainAll(found.keySet());
        logged.keySet().retainAll(found.keySet());
        hasSome = !rows.isEmpty();
        nextLook = hasSome ? now.plus(LOOK) : Instant.MAX;
    }

    /** Computes the next time again, because this process may have newer time zone rules than the writer of the row. */
    private static ScheduleRow recounted(ScheduleRow row) {
        if (row.pause() != null) {
            return row;
        }
        try {
            Timetable timetable = ScheduleText.read(row.content()).schedule().timetable();
            return new ScheduleRow(
                    row.namespace(),
                    row.name(),
                    row.content(),
                    row.decidedUntil(),
                    timetable.after(row.decidedUntil()).orElse(null),
                    row.lastStarted(),
                    row.error(),
                    null,
                    row.revision());
        } catch (RuntimeException e) {
            return row; // the error is reported when the schedule is due
        }
    }

    /** Advances a schedule until it has to wait. Returns when to look at it again. */
    private Instant advance(ScheduleRow seen, Instant now) {
        ScheduleRow row = seen;
        while (row.nextAt() != null && !underWay.contains(row.name())) {
            Instant until = leftAlone.get(row.name());
            if (until != null && until.isAfter(now)) {
                return until;
            }
            if (row.nextAt().isAfter(now)) {
                return row.nextAt();
            }
            ScheduleRow next = tryToDecide(row, now);
            if (next == null) {
                continue;
            }
            if (!store.update(next)) {
                stale = true;
                return Instant.MAX;
            }
            rows.put(next.name(), next);
            row = next;
        }
        return Instant.MAX;
    }

    /** A schedule that cannot be read, for example because its zone no longer exists, does not stop the others. */
    private @Nullable ScheduleRow tryToDecide(ScheduleRow row, Instant now) {
        try {
            return decide(row, now);
        } catch (StoreException e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.error("schedule={} cannot be read, and starts nothing; delete it, or register it again", row.name(), e);
            leftAlone.put(row.name(), now.plus(FAILED));
            return null;
        }
    }

    /** The row to store; null if nothing is to be stored. */
    private @Nullable ScheduleRow decide(ScheduleRow row, Instant now) {
        ScheduleText text = ScheduleText.read(row.content());
        Schedule schedule = text.schedule();
        Timetable timetable = schedule.timetable();
        Instant first = timetable.after(row.decidedUntil()).orElseThrow();
        return switch (NextFireTime.next(timetable, schedule.missed(), row.decidedUntil(), now)) {
            case NextFireTime.Rest rest -> marked(row, timetable, row.decidedUntil(), row.lastStarted());
            case NextFireTime.LeaveOut leaveOut -> {
                // it may have been started before a crash that prevented the mark
                if (isThere(row.name(), first)) {
                    yield marked(row, timetable, first, first);
                }
                LOG.info("schedule={} skips the times that were missed until {}", row.name(), leaveOut.until());
                yield marked(row, timetable, leaveOut.until(), row.lastStarted());
            }
            case NextFireTime.Start start -> {
                if (schedule.whileRunning() != ConcurrencyPolicy.ALLOW && isOpen(row)) {
                    if (schedule.whileRunning() == ConcurrencyPolicy.QUEUE) {
                        leftAlone.put(row.name(), now.plus(QUEUED));
                        yield null;
                    }
                    LOG.info(
                            "schedule={} leaves out {}, as the execution before is still open",
                            row.name(),
                            start.nominal());
                    yield marked(row, timetable, start.nominal(), row.lastStarted());
                }
                begin(row, new ScheduledStart(row.name(), start.nominal(), schedule, text.input()));
                yield null;
            }
        };
    }

    private boolean isThere(String name, Instant nominal) {
        return executions
                .apply(Ids.ofKey(namespace, ScheduledStart.key(name, nominal)))
                .isPresent();
    }

    private boolean isOpen(ScheduleRow row) {
        return row.lastStarted() != null
                && executions
                        .apply(Ids.ofKey(namespace, ScheduledStart.key(row.name(), row.lastStarted())))
                        .filter(execution -> execution.endedAt() == null)
                        .isPresent();
    }

    private void begin(ScheduleRow row, ScheduledStart start) {
        underWay.add(row.name());
        try {
            starter.start(start).whenComplete((id, error) -> answered(new Answer(row, start.nominal(), error)));
        } catch (RuntimeException e) {
            // A bug must also produce an answer: without one, the schedule would stay under way and stop permanently.
            answered(new Answer(row, start.nominal(), e));
        }
    }

    private void answered(Answer answer) {
        answers.add(answer);
        signal.run();
    }

    private void settle(Answer answer, Instant now) {
        ScheduleRow row = answer.row;
        if (isOver(answer.error)) {
            underWay.remove(row.name());
            leftAlone.put(row.name(), now.plus(FAILED));
            return;
        }
        String problem = problem(answer.error);
        ScheduleRow next;
        if (problem == null) {
            logged.remove(row.name());
            LOG.debug("schedule={} has started the execution of {}", row.name(), answer.nominal);
            Timetable timetable = ScheduleText.read(row.content()).schedule().timetable();
            next = marked(row, timetable, answer.nominal, answer.nominal);
        } else {
            leftAlone.put(row.name(), now.plus(FAILED));
            String cause = String.valueOf(cause(answer.error));
            if (!cause.equals(logged.put(row.name(), cause))) {
                LOG.warn(
                        "schedule={} cannot start {}; retrying in {}: {}",
                        row.name(),
                        answer.nominal,
                        FAILED,
                        cause,
                        mistake(answer.error));
            }
            if (problem.equals(row.error())) {
                underWay.remove(row.name());
                return;
            }
            next = with(row, row.decidedUntil(), row.nextAt(), row.lastStarted(), problem);
        }
        // Before the schedule leaves underWay: if the store does not answer, the stored rows are read again.
        boolean stored;
        try {
            stored = store.update(next);
            if (!stored && problem == null) {
                noteWhatWasStarted(row.name(), answer.nominal);
            }
        } finally {
            underWay.remove(row.name());
        }
        if (stored) {
            rows.put(next.name(), next);
        } else {
            stale = true;
        }
    }

    /**
     * The schedule was changed meanwhile. Records the start, because its execution may still be open, and because the
     * changed schedule may go on from before it.
     */
    private void noteWhatWasStarted(String name, Instant nominal) {
        store.find(namespace, name).ifPresent(row -> {
            if (row.lastStarted() == null || row.lastStarted().isBefore(nominal)) {
                // if the row changes once more at this moment, the only consequence is one start beside an open
                // execution
                Instant mark = row.decidedUntil().isBefore(nominal) ? nominal : row.decidedUntil();
                Timetable timetable =
                        ScheduleText.read(row.content()).schedule().timetable();
                Instant next = row.pause() == null ? timetable.after(mark).orElse(null) : null;
                boolean noted = store.update(with(row, mark, next, nominal, row.error()));
                LOG.debug("schedule={} was changed while {} was started; noted={}", name, nominal, noted);
            }
        });
    }

    /** Whether this engine has ended. The next engine decides about the schedule then. */
    private static boolean isOver(@Nullable Throwable thrown) {
        return cause(thrown) instanceof ReeveException known
                && (known.code() == ErrorCode.FENCED || known.code() == ErrorCode.CLOSED);
    }

    private static @Nullable Throwable cause(@Nullable Throwable thrown) {
        return thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
    }

    /** An unexpected exception, whose stack trace is logged; null for an expected one. */
    private static @Nullable Throwable mistake(@Nullable Throwable thrown) {
        Throwable error = cause(thrown);
        return error instanceof ReeveException || error instanceof StoreException ? null : error;
    }

    /** Null if the execution exists. */
    private static @Nullable String problem(@Nullable Throwable thrown) {
        Throwable error = cause(thrown);
        // it was started with another input, before the schedule was changed
        boolean there = error instanceof ReeveException known && known.code() == ErrorCode.CONFLICT;
        if (error == null || there) {
            return null;
        }
        // the messages of the store and of mistakes are for the log: the status of a schedule is shown to callers
        String message = mistake(error) != null
                ? "a mistake in Reeve; the log of the engine has the details"
                : isOfStore(error)
                        ? "the database does not answer, or refuses the start; the log of the engine has the details"
                        : String.valueOf(error.getMessage());
        return message.substring(0, Math.min(message.length(), ERROR_LENGTH_MAX));
    }

    private static boolean isOfStore(Throwable error) {
        return error instanceof StoreException
                || (error instanceof ReeveException known
                        && Set.of(ErrorCode.STORE_UNAVAILABLE, ErrorCode.STORE_UNUSABLE, ErrorCode.INTERNAL)
                                .contains(known.code()));
    }

    private static ScheduleRow marked(
            ScheduleRow row, Timetable timetable, Instant mark, @Nullable Instant lastStarted) {
        return with(row, mark, timetable.after(mark).orElse(null), lastStarted, null);
    }

    private static ScheduleRow with(
            ScheduleRow row,
            Instant mark,
            @Nullable Instant next,
            @Nullable Instant lastStarted,
            @Nullable String error) {
        return new ScheduleRow(
                row.namespace(),
                row.name(),
                row.content(),
                mark,
                next,
                lastStarted,
                error,
                row.pause(),
                row.revision() + 1);
    }
}
