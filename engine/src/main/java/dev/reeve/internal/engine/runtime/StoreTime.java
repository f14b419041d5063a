package dev.reeve.internal.engine.runtime;

import dev.reeve.ClockJump;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The knowledge of a node about the store's clock after some readings. Immutable, and reads no clock itself.
 *
 * <p>A reading that differs by more than {@link #JUMP} from what the readings before it promise is a jump once the next
 * one agrees with it. A jump is followed when it has lasted for the time of the freeze. Until then the time of this
 * node passes as before, so nothing becomes due because of the jump, and reports of work under way still count. A jump
 * forwards is followed at once then. After a jump back the time of this node runs a tenth slower until both agree, as
 * time servers do: histories do not go back, and would otherwise stand still.
 *
 * <p>A reading is as exact as its round trip is short, which includes the wait for a connection. It moves the clock as
 * it is believed only by what the round trip cannot explain, so a slow one moves nothing.
 *
 * @param own the time of this node
 * @param store the store's clock as it is believed
 * @param doubt readings that differ from it; null if the last one did not
 * @param jump the last jump that two readings agreed on; null if there was none
 */
record StoreTime(
        Line own,
        Line store,
        @Nullable Doubt doubt,
        @Nullable ClockJump jump) {

    /** The least difference that counts as a jump. */
    static final Duration JUMP = Duration.ofSeconds(5);

    /** How fast the time of this node runs after the store's clock was set back. */
    private static final double SLOWER = 0.9;

    /** Time that passes with the monotonic clock of this machine. */
    record Line(Instant time, long nanos, double rate) {

        Instant at(long later) {
            long passed = later - nanos;
            return time.plusNanos(rate == 1 ? passed : (long) (passed * rate));
        }
    }

    /**
     * One reading of the store's clock.
     *
     * @param time what it showed
     * @param nanos when, by the monotonic clock of this machine: in the middle of the round trip
     * @param tolerance how far that may be from the truth: half of the round trip
     */
    record Reading(Instant time, long nanos, Duration tolerance) {

        private Line line() {
            return new Line(time, nanos, 1);
        }

        /** By how much this reading differs from a line, beyond what the round trip explains. */
        private Duration beyond(Line line) {
            Duration gap = Duration.between(line.at(nanos), time);
            Duration rest = gap.abs().minus(tolerance);
            return rest.isNegative() ? Duration.ZERO : gap.isNegative() ? rest.negated() : rest;
        }

        private boolean agrees(Line line) {
            return beyond(line).abs().compareTo(JUMP) <= 0;
        }

        /** Whether it agrees with almost everything, since its answer took long. */
        private boolean isVague() {
            return tolerance.compareTo(JUMP) > 0;
        }

        /** The line after this reading: it moves by no more than the round trip cannot explain. */
        private Line corrected(Line line) {
            return new Line(line.at(nanos).plus(beyond(line)), nanos, 1);
        }
    }

    /**
     * Readings that differ from what is believed.
     *
     * @param line the clock according to them
     * @param sinceNanos when the first of them was made
     * @param confirmed whether two readings agreed on it
     * @param other a reading that agrees neither with it nor with what is believed; null if the last one did
     */
    record Doubt(
            Line line,
            long sinceNanos,
            boolean confirmed,
            @Nullable Line other) {}

    /** The knowledge after the first reading. */
    static StoreTime first(Reading reading) {
        return new StoreTime(reading.line(), reading.line(), null, null);
    }

    /**
     * The knowledge after another reading.
     *
     * @param freeze how long a jump must have lasted before it is followed
     */
    StoreTime after(Reading reading, Duration freeze) {
        Doubt before = doubt;
        if (before != null && reading.isVague()) {
            return this;
        }
        if (reading.agrees(store)) {
            return following(reading);
        }
        if (before == null) {
            return doubting(new Doubt(reading.line(), reading.nanos, false, null), jump);
        }
        if (reading.agrees(before.line)) {
            return confirming(before, reading, freeze);
        }
        Line other = before.other;
        if (other != null && reading.agrees(other)) {
            Doubt fresh = new Doubt(other, other.nanos, false, null);
            return confirming(fresh, reading, freeze);
        }
        return before.confirmed
                ? doubting(new Doubt(before.line, before.sinceNanos, true, reading.line()), jump)
                : doubting(new Doubt(reading.line(), reading.nanos, false, null), jump);
    }

    private StoreTime confirming(Doubt before, Reading reading, Duration freeze) {
        long untilNanos = before.sinceNanos + freeze.toNanos();
        ClockJump seen = before.confirmed && jump != null
                ? jump
                : new ClockJump(store.at(reading.nanos), reading.time, own.at(untilNanos));
        if (reading.nanos - untilNanos >= 0) {
            return new StoreTime(own, before.line, null, seen).following(reading);
        }
        return doubting(new Doubt(reading.line(), before.sinceNanos, true, null), seen);
    }

    private StoreTime doubting(Doubt now, @Nullable ClockJump seen) {
        return new StoreTime(own, store, now, seen);
    }

    private StoreTime following(Reading reading) {
        Line now = reading.corrected(store);
        Instant mine = own.at(reading.nanos);
        // Once it runs slower it does so until both agree, so that it does not go back at the end.
        Duration most = own.rate == 1 ? JUMP : Duration.ZERO;
        boolean ahead = Duration.between(now.time, mine).compareTo(most) > 0;
        return new StoreTime(ahead ? new Line(mine, reading.nanos, SLOWER) : now, now, null, jump);
    }
}
