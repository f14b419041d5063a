package dev.reeve.engine.retention;

import dev.reeve.engine.store.EndedPosition;
import dev.reeve.engine.store.WorkflowVersion;
import java.time.Duration;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The ended executions of one version of a workflow, which are all kept for the same time, and how far they have been removed. Two
 * cursors go over them, the oldest end first. The front goes from what was looked at to what is due now, and never back, so that it does
 * not walk past what it has removed. The second look goes over what was looked at before: from the first that had to be kept, or, since
 * a commit may be late, from where the front was at the second look before.
 */
final class Shelf {

    /** A place in the order of ends; null is before everything. */
    private static final Comparator<@Nullable EndedPosition> ORDER =
            Comparator.nullsFirst(Comparator.comparing(EndedPosition::endedAt).thenComparing(EndedPosition::id));

    private static final Duration SECOND_LOOK = Duration.ofMinutes(1);

    /** A whole look is for clocks that were set back, and other things that should not be. */
    private static final Duration WHOLE_LOOK = Duration.ofHours(1);

    /** The second look rests so many times as long as it takes. */
    private static final int RESTS = 20;

    final WorkflowVersion of;
    final Duration retention;
    final Pace pace;

    /** When the next page of the front is due, in monotonic nanoseconds. */
    long frontAt;

    /** The same for the second look. */
    long secondAt;

    private @Nullable EndedPosition front;
    private @Nullable EndedPosition frontBefore;
    private @Nullable EndedPosition second;
    private boolean looksAgain;
    private long secondTook;
    private long wholeAt;

    private boolean held;

    /** Where the page began that had the first one to be kept, if any had. */
    private @Nullable EndedPosition heldFrom;

    Shelf(WorkflowVersion of, Duration retention, Pace pace, long now) {
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

    void front(EndedPosition position) {
        front = position;
    }

    /** Some of a page had to be kept. */
    void held(@Nullable EndedPosition pageAfter) {
        heldFrom = held ? min(heldFrom, pageAfter) : pageAfter;
        held = true;
    }

    private static @Nullable EndedPosition min(@Nullable EndedPosition one, @Nullable EndedPosition other) {
        return ORDER.compare(one, other) <= 0 ? one : other;
    }

    /** Begins a second look if none is under way. Gives whether there is anything to look at. */
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

    /** After a page of the second look, which had more behind it, or not. */
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

    /** When there is something to do here, in monotonic nanoseconds. */
    long nextAt() {
        return frontAt - secondAt < 0 ? frontAt : secondAt;
    }
}
