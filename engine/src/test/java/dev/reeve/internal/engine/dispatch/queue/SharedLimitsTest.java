package dev.reeve.internal.engine.dispatch.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.CallLimit;
import dev.reeve.spi.store.AllowanceKey;
import dev.reeve.spi.store.AllowanceNeed;
import dev.reeve.spi.store.AllowanceReply;
import dev.reeve.spi.store.AllowanceReply.Grant;
import dev.reeve.spi.store.AllowanceRequest;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.workflow.Rate;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S8: the requests of a node for all limits that it shares. */
final class SharedLimitsTest {

    private static final CallLimit TWO = new CallLimit("k", 2, null);
    private static final int ALONE = Integer.MAX_VALUE;

    private final SharedLimits limits = new SharedLimits();
    private long nanos;
    private int signals;

    private SharedLimits.@Nullable Asked ask(Demand demand) {
        return limits.ask(nanos, limit -> demand);
    }

    private SharedLimits.Asked asked(Demand demand) {
        return Objects.requireNonNull(ask(demand), "nothing is asked");
    }

    private static Demand demand(CallLimit limit, int calls) {
        return new Demand(limit, calls, calls, false);
    }

    private static AllowanceReply reply(SharedLimits.Asked asked, int calls, int share) {
        return new AllowanceReply(
                true,
                ShardSet.NONE,
                asked.request().needs().stream()
                        .map(need -> new Grant(Math.min(calls, need.wanted()), share, Duration.ZERO))
                        .toList());
    }

    private void grant(CallLimit limit, int calls) {
        limits.of("a.do", "k").want(limit, nanos);
        SharedLimits.Asked asked = asked(demand(limit, calls));
        limits.answered(asked, reply(asked, calls, ALONE), nanos);
    }

    @Test
    @DisplayName("S8: a node without limited work asks nothing")
    void nothing() {
        assertThat(limits.nextNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(ask(Demand.NONE)).isNull();
        assertThat(limits.free("a.do", TWO, nanos)).isZero();
    }

    @Test
    @DisplayName("S8: a step that waits signals a request; the answer says which limits allow more")
    void wanted() {
        limits.onSooner(() -> signals++);
        assertThat(ask(Demand.NONE)).isNull();
        limits.of("a.do", "k").want(TWO, nanos);
        limits.signal();
        assertThat(signals).isEqualTo(1);

        SharedLimits.Asked asked = asked(demand(TWO, 2));
        assertThat(limits.answered(asked, reply(asked, 2, ALONE), nanos))
                .extracting(SharedLimit::action)
                .containsExactly("a.do");
        assertThat(limits.free("a.do", TWO, nanos)).isEqualTo(2);
        assertThat(limits.free("a.do", new CallLimit("other", 2, null), nanos)).isZero();
    }

    @Test
    @DisplayName("S8: requests have rising numbers, and a refused one is asked again after half a second")
    void refused() {
        limits.of("a.do", "k").want(TWO, nanos);
        SharedLimits.Asked first = asked(demand(TWO, 1));

        assertThat(limits.answered(first, AllowanceReply.REFUSED, nanos)).isEmpty();
        assertThat(ask(demand(TWO, 1))).isNull();
        nanos += Duration.ofMillis(500).toNanos();

        assertThat(asked(demand(TWO, 1)).request().number())
                .isGreaterThan(first.request().number());
    }

    @Test
    @DisplayName("S8 H3: each request names the counted shards until the store has answered")
    void counted() {
        limits.counted(ShardSet.of(List.of(1, 2)));
        SharedLimits.Asked lost = asked(Demand.NONE);
        assertThat(lost.request().counted()).isEqualTo(ShardSet.of(List.of(1, 2)));
        limits.failed(lost, nanos);
        limits.counted(ShardSet.of(List.of(3)));

        SharedLimits.Asked again = asked(Demand.NONE);

        assertThat(again.request().counted()).isEqualTo(ShardSet.of(List.of(1, 2, 3)));
        assertThat(again.isNews(reply(again, 0, ALONE))).isTrue();
        limits.answered(again, reply(again, 0, ALONE), nanos);
        assertThat(ask(Demand.NONE)).isNull();
    }

    @Test
    @DisplayName("S8 H3: shards that have left are not called counted, also after a request of unknown outcome")
    void countedNoMore() {
        limits.counted(ShardSet.of(List.of(1, 2)));
        limits.dropped(ShardSet.of(List.of(1)));
        SharedLimits.Asked lost = asked(Demand.NONE);
        assertThat(lost.request().counted()).isEqualTo(ShardSet.of(List.of(2)));

        limits.dropped(ShardSet.of(List.of(2)));
        limits.counted(ShardSet.of(List.of(3)));
        limits.failed(lost, nanos);

        SharedLimits.Asked again = asked(Demand.NONE);
        assertThat(again.request().counted()).isEqualTo(ShardSet.of(List.of(3)));
        limits.dropped(ShardSet.of(List.of(3)));
        limits.counted(ShardSet.of(List.of(3)));
        limits.failed(again, nanos);
        assertThat(asked(Demand.NONE).request().counted()).isEqualTo(ShardSet.of(List.of(3)));
    }

    @Test
    @DisplayName("S8 H3: shards are not called counted before the store knows all calls under way in them")
    void countedAfterAllCalls() {
        for (int i = 0; i < 250; i++) {
            limits.of("a.do", "k" + i).force(TWO, nanos);
        }
        limits.counted(ShardSet.of(List.of(1)));

        AllowanceRequest first = asked(Demand.NONE).request();
        AllowanceRequest second = asked(Demand.NONE).request();

        assertThat(first.needs()).hasSize(200);
        assertThat(first.counted()).isEqualTo(ShardSet.NONE);
        assertThat(second.needs()).hasSize(50);
        assertThat(second.counted()).isEqualTo(ShardSet.of(List.of(1)));
    }

    @Test
    @DisplayName("S8 H3: after a request of unknown outcome the counted shards wait until the store learns its calls")
    void countedAfterAFailure() {
        limits.of("a.do", "k").force(TWO, nanos);
        limits.counted(ShardSet.of(List.of(1)));
        SharedLimits.Asked lost = asked(Demand.NONE);
        assertThat(lost.request().counted()).isEqualTo(ShardSet.of(List.of(1)));
        limits.failed(lost, nanos);

        limits.of("a.do", "other").want(TWO, nanos);
        AllowanceRequest other = asked(demand(TWO, 1)).request();
        nanos += Duration.ofMillis(500).toNanos();
        AllowanceRequest again = asked(Demand.NONE).request();

        assertThat(other.counted()).isEqualTo(ShardSet.NONE);
        assertThat(again.needs()).extracting(AllowanceNeed::kept).contains(1);
        assertThat(again.counted()).isEqualTo(ShardSet.of(List.of(1)));
    }

    @Test
    @DisplayName("S8 H2: what was granted to an earlier registration does not count for the next one")
    void lateAnswer() {
        limits.of("a.do", "k").want(TWO, nanos);
        SharedLimits.Asked early = asked(demand(TWO, 2));
        limits.clear();

        assertThat(limits.answered(early, reply(early, 2, ALONE), nanos)).isEmpty();

        assertThat(limits.free("a.do", TWO, nanos)).isZero();
    }

    @Test
    @DisplayName("S8 H2: the end of a call of an earlier registration frees nothing of the next one")
    void lateEnd() {
        grant(TWO, 2);
        SharedLimit.Use early = limits.of("a.do", "k").begin(TWO, nanos);
        limits.clear();
        grant(TWO, 1);
        SharedLimit.Use now = limits.of("a.do", "k").begin(TWO, nanos);

        early.end(nanos);
        assertThat(limits.free("a.do", TWO, nanos)).isZero();
        now.end(nanos);

        assertThat(limits.free("a.do", TWO, nanos)).isEqualTo(1);
    }

    @Test
    @DisplayName("S8: a step with both kinds of limits needs a part of both")
    void bothKinds() {
        CallLimit both = new CallLimit("k", 2, new Rate(5, Rate.Unit.DAY));
        limits.of("a.do", "k").want(both, nanos);
        SharedLimits.Asked first = asked(demand(both, 3));
        limits.answered(first, reply(first, 1, ALONE), nanos);
        assertThat(limits.free("a.do", TWO, nanos)).isEqualTo(1);

        for (int i = 0; i < 3; i++) {
            nanos += Duration.ofMillis(100).toNanos();
            SharedLimits.Asked next = ask(demand(both, 3));
            if (next != null) {
                limits.answered(next, reply(next, 1, ALONE), nanos);
            }
        }

        assertThat(limits.free("a.do", both, nanos)).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "S8: a node notifies others of returned calls only if others wait, and of its own wait only when it begins")
    void news() {
        grant(TWO, 2);
        limits.of("a.do", "k").want(TWO, nanos);
        nanos += Duration.ofSeconds(1).toNanos();
        SharedLimits.Asked returning = asked(Demand.NONE);
        assertThat(returning.request().needs())
                .singleElement()
                .extracting(AllowanceNeed::kept)
                .isEqualTo(0);

        assertThat(returning.isNews(reply(returning, 0, ALONE))).isFalse();
        assertThat(returning.isNews(reply(returning, 0, 1))).isTrue();

        Set<AllowanceKey> waiting = new HashSet<>();
        limits.answered(returning, reply(returning, 0, ALONE), nanos);
        limits.of("a.do", "k").want(TWO, nanos);
        SharedLimits.Asked asked = asked(demand(TWO, 1));
        assertThat(asked.note(reply(asked, 0, 1), waiting)).isTrue();
        assertThat(asked.note(reply(asked, 0, 1), waiting)).isFalse();
        assertThat(asked.note(reply(asked, 1, ALONE), waiting)).isFalse();
        assertThat(waiting).isEmpty();
    }

    @Test
    @DisplayName("S8: one request locks 200 limits at most; the others follow in the next")
    void many() {
        for (int i = 0; i < 250; i++) {
            limits.of("a.do", "k" + i).want(TWO, nanos);
        }
        List<AllowanceNeed> first = asked(demand(TWO, 1)).request().needs();
        assertThat(first).hasSize(200);
        assertThat(asked(demand(TWO, 1)).request().needs()).hasSize(50);
    }
}
