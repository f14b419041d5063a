package dev.reeve.internal.engine.dispatch.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.spi.store.AllowanceKey;
import dev.reeve.spi.store.AllowanceKey.Kind;
import dev.reeve.spi.store.AllowanceNeed;
import dev.reeve.spi.store.AllowanceNeed.Spent;
import dev.reeve.spi.store.AllowanceReply.Grant;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S8: the calls that a node may begin under a rate. */
final class HeldTokensTest {

    private static final AllowanceKey KEY = new AllowanceKey("a.do", Kind.MINUTE, null);
    private static final int ALONE = Integer.MAX_VALUE;

    private final HeldTokens held = new HeldTokens(Kind.MINUTE);
    private long nanos;

    private void pass(Duration time) {
        nanos += time.toNanos();
    }

    private @Nullable AllowanceNeed ask(int rate, int calls) {
        return held.ask(KEY, rate, calls, nanos);
    }

    private AllowanceNeed need(int rate, int calls) {
        return Objects.requireNonNull(ask(rate, calls), "nothing is asked");
    }

    private void grant(int rate, int calls) {
        held.answered(need(rate, calls), new Grant(calls, ALONE, Duration.ZERO), nanos);
    }

    @Test
    @DisplayName("S8: a call uses up a part of the grant, and the next grant tells the use of the one before")
    void used() {
        grant(10, 3);
        held.use(nanos);
        pass(Duration.ofMillis(400));
        held.use(nanos);
        assertThat(held.free(10, nanos)).isEqualTo(1);
        held.use(nanos);
        assertThat(held.free(10, nanos)).isZero();
        pass(Duration.ofMillis(100));

        AllowanceNeed next = need(10, 2);

        assertThat(next.spent()).isEqualTo(new Spent(3, Duration.ofMillis(400)));
        assertThat(next.wanted()).isEqualTo(2);
    }

    @Test
    @DisplayName("S8: a grant ends after an eighth of the period, counted from the request for it")
    void validity() {
        AllowanceNeed asked = need(10, 3);
        pass(Duration.ofSeconds(2));
        held.answered(asked, new Grant(3, ALONE, Duration.ZERO), nanos);
        pass(Duration.ofMillis(5_499));
        assertThat(held.free(10, nanos)).isEqualTo(3);

        pass(Duration.ofMillis(1));

        assertThat(held.free(10, nanos)).isZero();
        assertThat(need(0, 0).spent()).isEqualTo(new Spent(0, Duration.ZERO));
    }

    @Test
    @DisplayName("S8: if the store answers late, the next grant lasts four times as long, and as ever once it is fast")
    void slowStore() {
        AllowanceNeed asked = need(10, 3);
        pass(Duration.ofSeconds(8));
        held.answered(asked, new Grant(3, ALONE, Duration.ZERO), nanos);
        assertThat(held.free(10, nanos)).isZero();

        AllowanceNeed again = need(10, 3);

        assertThat(again.validity()).isEqualTo(Duration.ofSeconds(32));
        pass(Duration.ofSeconds(8));
        held.answered(again, new Grant(3, ALONE, Duration.ZERO), nanos);
        pass(Duration.ofMillis(900));
        assertThat(held.free(10, nanos)).isEqualTo(3);
        held.use(nanos);
        held.use(nanos);
        held.use(nanos);
        grant(10, 1);
        held.use(nanos);
        assertThat(need(10, 9).validity()).isEqualTo(Kind.MINUTE.validity());
    }

    @Test
    @DisplayName("S8: a grant that nothing has used for a second is given back")
    void givenBack() {
        grant(10, 3);
        held.use(nanos);
        pass(Duration.ofMillis(999));
        assertThat(ask(0, 0)).isNull();
        pass(Duration.ofMillis(1));

        AllowanceNeed told = need(0, 0);
        assertThat(told.spent()).isEqualTo(new Spent(1, Duration.ZERO));
        assertThat(held.free(10, nanos)).isZero();
        held.answered(told, new Grant(0, ALONE, Duration.ZERO), nanos);

        assertThat(held.isEmpty()).isTrue();
    }

    @Test
    @DisplayName("S8: a call that did not take place gives its part back to its own grant only")
    void notTaken() {
        grant(10, 1);
        int first = held.use(nanos);
        held.giveBack(first);
        assertThat(held.free(10, nanos)).isEqualTo(1);
        held.use(nanos);
        grant(10, 1);
        held.use(nanos);

        held.giveBack(first);

        assertThat(held.free(10, nanos)).isZero();
    }

    @Test
    @DisplayName("S8: a grant of a higher rate is not used under a lower one")
    void lowerRates() {
        grant(10, 1);
        assertThat(held.free(9, nanos)).isZero();
        assertThat(held.free(11, nanos)).isEqualTo(1);
    }

    @Test
    @DisplayName("S8: an exhausted rate is asked for again when it may have more, and sooner only after a hint")
    void exhausted() {
        held.answered(need(10, 1), new Grant(0, ALONE, Duration.ofSeconds(20)), nanos);
        assertThat(held.nextNanos()).isEqualTo(Duration.ofSeconds(20).toNanos());
        assertThat(held.isBlocked(nanos)).isTrue();
        pass(Duration.ofSeconds(19));
        assertThat(ask(10, 1)).isNull();

        held.hinted();

        assertThat(held.isBlocked(nanos)).isFalse();
        assertThat(need(10, 1).wanted()).isEqualTo(1);
    }

    @Test
    @DisplayName("S8: after an unknown outcome the next request names the use of the last grant again")
    void unknownOutcome() {
        grant(10, 1);
        held.use(nanos);
        AllowanceNeed lost = need(10, 1);

        assertThat(need(10, 1).spent()).isEqualTo(lost.spent());
    }
}
