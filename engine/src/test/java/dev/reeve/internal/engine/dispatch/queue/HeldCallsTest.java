package dev.reeve.internal.engine.dispatch.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.CallLimit;
import dev.reeve.spi.store.AllowanceKey;
import dev.reeve.spi.store.AllowanceKey.Kind;
import dev.reeve.spi.store.AllowanceNeed;
import dev.reeve.spi.store.AllowanceReply.Grant;
import dev.reeve.spi.store.ShardSet;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S8: the calls under way that a node may have of one limit. */
final class HeldCallsTest {

    private static final AllowanceKey KEY = new AllowanceKey("a.do", Kind.CONCURRENCY, null);
    private static final int ALONE = Integer.MAX_VALUE;

    private final HeldCalls held = new HeldCalls();
    private long nanos;

    private void pass(Duration time) {
        nanos += time.toNanos();
    }

    private static Demand demand(int concurrency, int calls) {
        return new Demand(new CallLimit(null, concurrency, null), calls, calls, false);
    }

    private @Nullable AllowanceNeed ask(Demand demand) {
        return held.ask(KEY, demand, nanos);
    }

    private AllowanceNeed need(Demand demand) {
        return Objects.requireNonNull(ask(demand), "nothing is asked");
    }

    private void answer(AllowanceNeed need, int calls, int share, ShardSet marked) {
        held.answered(need, new Grant(calls, share, Duration.ZERO), marked, nanos);
    }

    private void grant(int concurrency, int calls) {
        answer(need(demand(concurrency, calls)), calls, ALONE, ShardSet.NONE);
    }

    @Test
    @DisplayName("S8: a call needs a free allowance, which the next call uses again")
    void usedAgain() {
        assertThat(held.free(2)).isZero();
        assertThatThrownBy(() -> held.use(2)).isInstanceOf(IllegalStateException.class);
        grant(2, 2);
        int first = held.use(2);
        held.use(2);
        assertThat(held.free(2)).isZero();

        held.end(first, nanos);

        assertThat(held.free(2)).isEqualTo(1);
        assertThat(ask(Demand.NONE)).isNull();
    }

    @Test
    @DisplayName("S8: an allowance that a higher limit granted is not used under a lower one")
    void lowerLimits() {
        grant(5, 1);
        assertThat(held.free(3)).isZero();
        assertThat(held.free(5)).isEqualTo(1);
        assertThat(held.free(7)).isEqualTo(1);
    }

    @Test
    @DisplayName("S8: what nothing has used for a second is given back, and cannot be used after that")
    void givenBack() {
        grant(2, 2);
        held.end(held.use(2), nanos);
        pass(Duration.ofMillis(999));
        assertThat(ask(Demand.NONE)).isNull();
        assertThat(held.nextNanos(false)).isEqualTo(Duration.ofSeconds(1).toNanos());

        pass(Duration.ofMillis(1));

        assertThat(need(Demand.NONE).kept()).isZero();
        assertThat(held.free(2)).isZero();
        assertThat(held.hasReturned()).isTrue();
        assertThat(held.isEmpty()).isTrue();
    }

    @Test
    @DisplayName("S8: an allowance is kept for four seconds while a slot of another node is on its way")
    void borrowing() {
        Demand borrows = new Demand(new CallLimit(null, 1, null), 1, 1, true);
        answer(need(borrows), 1, ALONE, ShardSet.NONE);
        pass(Duration.ofMillis(3_999));
        assertThat(ask(borrows)).isNull();
        assertThat(held.free(1)).isEqualTo(1);

        pass(Duration.ofMillis(1));

        assertThat(need(borrows)).satisfies(need -> {
            assertThat(need.kept()).isZero();
            assertThat(need.wanted()).isEqualTo(1);
        });
    }

    @Test
    @DisplayName("S8: what is beyond the share of the node goes back when a call ends")
    void share() {
        grant(4, 4);
        int granted = held.use(4);
        held.use(4);
        held.use(4);
        held.use(4);
        held.hinted();
        answer(need(demand(4, 2)), 0, 3, ShardSet.NONE);
        assertThat(held.isDue()).isFalse();

        held.end(granted, nanos);

        assertThat(held.isDue()).isTrue();
        assertThat(held.free(4)).isZero();
        assertThat(need(demand(4, 2)).kept()).isEqualTo(3);
    }

    @Test
    @DisplayName("S8 H3: a call that was under way before counts at once, and nothing uses its place again")
    void found() {
        int granted = held.force();
        assertThat(need(Demand.NONE).kept()).isEqualTo(1);

        held.end(granted, nanos);

        assertThat(held.free(9)).isZero();
        assertThat(held.isDue()).isTrue();
        assertThat(need(Demand.NONE).kept()).isZero();
    }

    @Test
    @DisplayName("S8 H3: a call whose execution has left is kept until its shard is not marked any more")
    void left() {
        grant(2, 1);
        held.leave(7, held.use(2));
        AllowanceNeed told = need(Demand.NONE);
        assertThat(told.kept()).isEqualTo(1);
        assertThat(told.leaving()).isEqualTo(Map.of(7, 1));
        answer(told, 0, ALONE, ShardSet.of(List.of(7)));
        assertThat(held.isHeld()).isTrue();

        pass(Duration.ofSeconds(1));
        answer(need(Demand.NONE), 0, ALONE, ShardSet.NONE);

        assertThat(held.isEmpty()).isTrue();
    }

    @Test
    @DisplayName("S8: after an unknown outcome the node tells again what it keeps")
    void unknownOutcome() {
        grant(2, 2);
        held.use(2);
        AllowanceNeed lost = need(demand(3, 3));
        assertThat(lost.kept()).isEqualTo(2);

        held.failed();

        assertThat(need(Demand.NONE).kept()).isEqualTo(2);
    }

    @Test
    @DisplayName("S8: a node that gets nothing asks less and less often, and at once after a hint")
    void patience() {
        answer(need(demand(1, 1)), 0, 0, ShardSet.NONE);
        assertThat(ask(demand(1, 1))).isNull();
        for (int i = 0; i < 10; i++) {
            pass(Duration.ofMillis(500));
            answer(need(demand(1, 1)), 0, 0, ShardSet.NONE);
        }
        pass(Duration.ofMillis(499));
        assertThat(ask(demand(1, 1))).isNull();

        held.hinted();

        assertThat(need(demand(1, 1)).wanted()).isEqualTo(1);
    }

    @Test
    @DisplayName("S8: a node tells the store when its wait has ended")
    void waitsNoMore() {
        answer(need(demand(1, 1)), 0, 0, ShardSet.NONE);
        assertThat(held.isEmpty()).isFalse();

        AllowanceNeed told = need(Demand.NONE);
        assertThat(told.wanted()).isZero();
        answer(told, 0, ALONE, ShardSet.NONE);

        assertThat(held.isEmpty()).isTrue();
        assertThat(ask(Demand.NONE)).isNull();
    }
}
