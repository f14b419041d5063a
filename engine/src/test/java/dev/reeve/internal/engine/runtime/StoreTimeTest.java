package dev.reeve.internal.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ClockJump;
import dev.reeve.internal.engine.runtime.StoreTime.Reading;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** F26: what readings of a store's clock that jumps mean. */
final class StoreTimeTest {

    private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration FREEZE = Duration.ofSeconds(10);

    private StoreTime time = StoreTime.first(reading(0, 0));

    /** A reading at that second of the monotonic clock, by a clock that is that many seconds ahead. */
    private static Reading reading(double second, double ahead) {
        return reading(second, ahead, 0);
    }

    private static Reading reading(double second, double ahead, double tolerance) {
        return new Reading(at(second).plus(seconds(ahead)), nanos(second), seconds(tolerance));
    }

    private static Instant at(double second) {
        return BEGINNING.plus(seconds(second));
    }

    private static Duration seconds(double seconds) {
        return Duration.ofNanos((long) (seconds * 1e9));
    }

    private static long nanos(double second) {
        return seconds(second).toNanos();
    }

    private void read(double second, double ahead) {
        time = time.after(reading(second, ahead), FREEZE);
    }

    /** The time of the node at that second. */
    private Instant own(double second) {
        return time.own().at(nanos(second));
    }

    @Test
    @DisplayName(
            "F26: after a jump forwards time passes as before, until the jump has lasted for the time of the freeze")
    void frozenThenFollowed() {
        read(100, 600);
        read(102, 600);
        read(109.9, 600);

        assertThat(own(109.9)).isEqualTo(at(109.9));
        assertThat(time.doubt()).isNotNull();

        read(110, 600);

        assertThat(own(110)).isEqualTo(at(710));
        assertThat(time.doubt()).isNull();
    }

    @Test
    @DisplayName("F26: the jump is reported from where to where, once two readings agree, and once only")
    void reported() {
        read(100, 600);
        assertThat(time.jump()).isNull();

        read(102, 600);
        ClockJump jump = new ClockJump(at(102), at(702), at(110));
        assertThat(time.jump()).isEqualTo(jump);
        assertThat(jump.length()).isEqualTo(Duration.ofMinutes(10));

        for (int second = 104; second < 200; second += 2) {
            read(second, 600);
            assertThat(time.jump()).isEqualTo(jump);
        }
    }

    @Test
    @DisplayName(
            "F26: a clock that is set back does not take the time of the node back: it runs slower after the freeze")
    void setBack() {
        read(100, -600);
        read(102, -600);
        assertThat(own(110)).isEqualTo(at(110));

        read(110, -600);
        assertThat(own(120)).isEqualTo(at(119));
        assertThat(time.jump()).isEqualTo(new ClockJump(at(102), at(-498), at(110)));

        Instant before = own(110);
        for (int second = 120; second < 6200; second += 10) {
            read(second, -600);
            assertThat(own(second)).isAfter(before);
            before = own(second);
        }
        assertThat(own(6200)).isEqualTo(at(5600));
        assertThat(time.jump()).isEqualTo(new ClockJump(at(102), at(-498), at(110)));
    }

    @Test
    @DisplayName("F26: a clock that comes back during the freeze was never followed")
    void comesBack() {
        read(100, 600);
        read(102, 600);
        read(104, 1);

        assertThat(own(104)).isEqualTo(at(105));
        assertThat(time.doubt()).isNull();
        assertThat(time.jump()).isNotNull();
    }

    @Test
    @DisplayName("A single reading that differs counts for nothing, neither before nor during a freeze")
    void oneReadingAlone() {
        read(100, 600);
        read(102, 0);
        assertThat(time.jump()).isNull();
        assertThat(own(102)).isEqualTo(at(102));

        read(200, 600);
        read(202, 600);
        read(204, 9000);
        read(206, 600);
        read(210, 600);
        assertThat(own(210)).as("not delayed by the odd one").isEqualTo(at(810));
    }

    @Test
    @DisplayName("Readings that differ each time are never believed")
    void neverTheSame() {
        for (int second = 2; second < 200; second += 2) {
            read(second, second * 10);
        }
        assertThat(own(200)).isEqualTo(at(200));
        assertThat(time.jump()).isNull();
    }

    @Test
    @DisplayName("F26: another jump during the freeze begins a freeze of its own")
    void jumpsAgain() {
        read(100, 600);
        read(102, 600);
        read(108, 1200);
        read(110, 1200);

        assertThat(time.jump()).isEqualTo(new ClockJump(at(110), at(1310), at(118)));
        assertThat(own(117)).isEqualTo(at(117));

        read(118, 1200);
        assertThat(own(118)).isEqualTo(at(1318));
    }

    @Test
    @DisplayName("F26: a jump while the time of the node still runs slower is noticed, too")
    void jumpsWhileSlower() {
        read(100, -600);
        read(110, -600);
        read(120, -100);
        read(122, -100);

        assertThat(time.jump()).isEqualTo(new ClockJump(at(-478), at(22), at(130).minusSeconds(2)));
        read(130, -100);
        assertThat(own(140)).isEqualTo(own(130).plusSeconds(9));
    }

    @Test
    @DisplayName("Up to five seconds are no jump, and a slow answer is none")
    void noJump() {
        read(100, 5);
        assertThat(own(100)).isEqualTo(at(105));

        time = time.after(reading(200, 45, 40), FREEZE);
        assertThat(time.doubt()).isNull();
        assertThat(time.jump()).isNull();
        assertThat(own(200)).as("the round trip explains the difference").isEqualTo(at(205));
    }

    @Test
    @DisplayName("F26, I13: a slow reading moves the time of the node by no more than its round trip cannot explain")
    void slowReadings() {
        time = time.after(reading(100, 12, 12), FREEZE);
        assertThat(own(100)).as("a connection was free after 24 s").isEqualTo(at(100));

        time = time.after(reading(200, -10, 10), FREEZE);
        assertThat(own(200)).as("the answer came 20 s late").isEqualTo(at(200));

        time = time.after(reading(300, 14, 12), FREEZE);
        assertThat(own(300)).isEqualTo(at(302));

        read(310, 1);
        assertThat(own(310)).isEqualTo(at(311));
        assertThat(time.jump()).isNull();
    }

    @Test
    @DisplayName("F26: a slow reading neither confirms nor ends a doubt")
    void slowReadingInDoubt() {
        read(100, 10);
        read(102, 10);
        time = time.after(reading(106, 0, 12), FREEZE);
        assertThat(time.doubt()).isNotNull();
        assertThat(own(106)).isEqualTo(at(106));

        read(110, 10);
        assertThat(own(110)).isEqualTo(at(120));
    }

    @Test
    @DisplayName("F26: a slow reading while the time of the node runs slower does not take it back")
    void slowReadingWhileSlower() {
        read(100, -600);
        read(110, -600);
        time = time.after(reading(120, -610, 10), FREEZE);
        assertThat(own(120)).isEqualTo(at(119));
        assertThat(own(130)).isEqualTo(at(128));
    }
}
