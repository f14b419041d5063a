package dev.reeve.internal.engine.retention;

import dev.reeve.spi.store.EndedExecution;
import dev.reeve.spi.store.EndedFilter;
import dev.reeve.spi.store.EndedPosition;
import dev.reeve.spi.store.WorkflowVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ended executions of one version of a workflow, which have the same retention, and the progress of their removal.
 * Two cursors go over them, the oldest end first. The front moves over executions that become due, and never back, so
 * that it does not scan removed rows. The second look repeats the part behind the front. It starts at the first
 * execution that had to be kept, or, since a commit may be late, at the front's position at the previous second look,
 * the earlier of both.
 */
final class Shelf {

    /** Orders positions by end; null comes first. */
    private static final Comparator<@Nullable EndedPosition> ORDER =
            Comparator.nullsFirst(Comparator.comparing(EndedPosition::endedAt).thenComparing(EndedPosition::id));

    private static final Duration SECOND_LOOK = Duration.ofMinutes(1);

    /** A look over everything covers clocks that were set back and other anomalies. */
    private static final Duration WHOLE_LOOK = Duration.ofHours(1);

    /** The minimum rest after a second look, in multiples of its duration. */
    private static final int RESTS = 20;

    /** The executions of a shelf. */
    record Label(String namespace, WorkflowVersion version) {

        EndedFilter page(@Nullable EndedPosition after, Instant until, int limit) {
            return new EndedFilter(namespace, version, after, until, limit);
        }
    }

    final Label of;
    final Duration retention;
    final RemovalPace pace;

    /** When the next page of the front is due, in monotonic nanoseconds. */
    long frontAt;

    /** When the next page of the second look is due, in monotonic nanoseconds. */
    long secondAt;

    private final List<EndedExecution> ahead = new ArrayList<>(0);
    private @Nullable EndedPosition front;
    private @Nullable EndedPosition frontBefore;
    private @Nullable EndedPosition second;
    private boolean looksAgain;
    private long secondTook;
    private long wholeAt;

    private boolean held;

    /** The start of the first page that had an execution to keep. Valid only if {@code held}. */
    private @Nullable EndedPosition heldFrom;

    Shelf(Label of, Duration retention, RemovalPace pace, long now) {
        this.of = of;
        this.retention = retention;
        this.pace = pace;
        frontAt = now;
        secondAt = now + SECOND_LOOK.toNanos();
        wholeAt = now + WHOLE_LOOK.toNanos();
    }

    @Nullable EndedPosition front() {
        return front;
    }

    /** The front has passed the first executions of those that were read. */
    void passed(List<EndedExecution> page) {
        front = page.getLast().position();
        ahead.subList(0, page.size()).clear();
    }

    /** Executions behind the front that were read and are still to be removed, the oldest end first. */
    List<EndedExecution> ahead() {
        return ahead;
    }

    /** Where the next page behind the front begins. */
    @Nullable EndedPosition read() {
        return ahead.isEmpty() ? front : ahead.getLast().position();
    }

    /** Some executions of a page had to be kept. */
    void held(@Nullable EndedPosition pageAfter) {
        heldFrom = held ? min(heldFrom, pageAfter) : pageAfter;
        held = true;
    }

    private static @Nullable EndedPosition min(@Nullable EndedPosition one, @Nullable EndedPosition other) {
        return ORDER.compare(one, other) <= 0 ? one : other;
    }

    /** Begins a second look if none is under way. Returns whether it has anything to examine. */
    boolean looksAgain(long now) {
        if (!looksAgain) {
            boolean whole = now - wholeAt >= 0;
            boolean moved = ORDER.compare(frontBefore, front) != 0;
            if (front == null || (!whole && !held && !moved)) {
                secondAt = now + SECOND_LOOK.toNanos();
                return false;
            }
            second = whole ? null : held ? min(heldFrom, frontBefore) : frontBefore;
            frontBefore = front;
            held = false;
            heldFrom = null;
            secondTook = 0;
            looksAgain = true;
            if (whole) {
                wholeAt = now + WHOLE_LOOK.toNanos();
            }
        }
        return true;
    }

    @Nullable EndedPosition second() {
        return second;
    }

    /**
     * Called after a page of the second look.
     *
     * @param last the end of the page; null if the page was the last one
     */
    void lookedAgain(@Nullable EndedPosition last, long took, long now) {
        secondTook += took;
        looksAgain = last != null;
        if (last != null) {
            second = last;
            secondAt = now + Math.max(Duration.ofMillis(10).toNanos(), RESTS / 4 * took);
        } else {
            secondAt = now + Math.max(SECOND_LOOK.toNanos(), RESTS * secondTook);
        }
    }

    /** When the next page is due, in monotonic nanoseconds. */
    long nextAt() {
        return frontAt - secondAt < 0 ? frontAt : secondAt;
    }
}
