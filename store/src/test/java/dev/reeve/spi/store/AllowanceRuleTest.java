package dev.reeve.spi.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.spi.store.AllowanceKey.Kind;
import dev.reeve.spi.store.AllowanceNeed.Spent;
import dev.reeve.spi.store.AllowanceReply.Grant;
import dev.reeve.spi.store.AllowanceRule.Context;
import dev.reeve.spi.store.AllowanceRule.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class AllowanceRuleTest {

    private static final Set<String> NODES = Set.of("a", "b", "c");

    private Instant now = Instant.parse("2026-03-01T12:00:00Z");
    private List<AllowanceRow> rows = List.of();

    private Grant ask(String node, AllowanceNeed need) {
        Outcome outcome =
                AllowanceRule.decide(need, rows, new Context(node, NODES, Set.of(), true, ShardSet.NONE, now));
        rows = outcome.rows();
        return outcome.grant();
    }

    private Grant calls(String node, int kept, int wanted, int bound) {
        return ask(
                node,
                new AllowanceNeed(new AllowanceKey("x", Kind.CONCURRENCY, null), kept, Map.of(), null, wanted, bound));
    }

    private Grant rate(String node, int wanted, int bound, @Nullable Spent spent) {
        return ask(
                node, new AllowanceNeed(new AllowanceKey("x", Kind.SECOND, null), 0, Map.of(), spent, wanted, bound));
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }

    @Test
    @DisplayName("S8: nodes that wait get equal shares, as far as they want them")
    void equalShares() {
        calls("a", 0, 100, 10);
        calls("b", 0, 100, 10);
        calls("c", 0, 2, 10);

        assertThat(calls("a", 10, 100, 10).share()).isEqualTo(4);
        assertThat(calls("a", 4, 100, 10).calls()).isZero();
        assertThat(calls("b", 0, 100, 10).calls()).isEqualTo(4);
        assertThat(calls("c", 0, 2, 10).calls()).isEqualTo(2);
    }

    @Test
    @DisplayName("S8: a limit of one goes from node to node, and none of them starves")
    void turns() {
        Map<String, Integer> kept = new HashMap<>();
        Map<String, Integer> turns = new HashMap<>();
        for (int i = 0; i < 300; i++) {
            for (String node : List.of("a", "b", "c")) {
                int has = kept.getOrDefault(node, 0);
                Grant grant = calls(node, has, 5, 1);
                has += grant.calls();
                turns.merge(node, grant.calls(), Integer::sum);
                if (has > grant.share()) {
                    calls(node, 0, 5, 1);
                    has = 0;
                }
                kept.put(node, has);
                assertThat(kept.values().stream().mapToInt(calls -> calls).sum())
                        .isLessThanOrEqualTo(1);
                pass(Duration.ofMillis(20));
            }
        }
        // a turn of 250 ms and a round of 60 ms: about 60 turns in 18 s
        assertThat(turns.values())
                .hasSize(3)
                .allSatisfy(count -> assertThat(count).isBetween(12, 30));
    }

    @Test
    @DisplayName("S8: no second contains more calls than the rate allows, and nodes may use a part of their grants")
    void rates() {
        Random random = new Random(7);
        List<Instant> begun = new ArrayList<>();
        Map<String, Spent> spent = new HashMap<>();
        for (int i = 0; i < 2_000; i++) {
            String node = List.of("a", "b", "c").get(random.nextInt(3));
            Grant grant = rate(node, random.nextInt(9), 20, spent.remove(node));
            int used = random.nextInt(grant.calls() + 1);
            Duration after = Duration.ofMillis(random.nextInt(124));
            for (int call = 0; call < used; call++) {
                begun.add(now.plus(after));
            }
            if (grant.calls() > 0) {
                spent.put(node, new Spent(used, after));
            }
            pass(Duration.ofMillis(random.nextInt(90)));
        }
        assertThat(begun).hasSizeGreaterThan(800);
        for (Instant from : begun) {
            Instant until = from.plusSeconds(1);
            assertThat(begun.stream()
                            .filter(at -> !at.isBefore(from) && at.isBefore(until))
                            .count())
                    .isLessThanOrEqualTo(20);
        }
        assertThat(rows).hasSizeLessThan(80);
    }

    @Test
    @DisplayName("S8: a rate loses little: what is used at once is free again one unit later")
    void throughput() {
        int calls = 0;
        Spent spent = null;
        for (int i = 0; i < 1_000; i++) {
            Grant grant = rate("a", 1_000, 1_000, spent);
            calls += grant.calls();
            spent = grant.calls() == 0 ? null : new Spent(grant.calls(), Duration.ofMillis(5));
            pass(Duration.ofMillis(10));
        }
        // ten seconds
        assertThat(calls).isBetween(9_000, 11_000);
    }

    @Test
    @DisplayName("F11: after the clock of the store was put back, calls count for one unit and no longer")
    void clockPutBack() {
        assertThat(rate("a", 20, 20, null).calls()).isEqualTo(20);
        now = now.minus(Duration.ofHours(5));

        Grant none = rate("b", 1, 20, null);
        assertThat(none.calls()).isZero();
        assertThat(none.retry()).isLessThan(Duration.ofMillis(1_200));
        pass(none.retry());
        assertThat(rate("b", 1, 20, null).calls()).isEqualTo(1);
    }

    @Test
    @DisplayName("S8, H3: calls of a shard that a node lost count until the next owner has counted the shard")
    void lostShards() {
        AllowanceKey key = new AllowanceKey("x", Kind.CONCURRENCY, null);
        AllowanceNeed leaving = new AllowanceNeed(key, 3, Map.of(7, 1, 8, 1), null, 0, 3);
        calls("a", 0, 3, 3);

        leave(leaving, ShardSet.of(List.of(7, 8)));
        assertThat(calls("b", 0, 3, 3).calls()).isZero();

        leave(leaving, ShardSet.of(List.of(8)));
        assertThat(calls("b", 0, 3, 3).calls()).isEqualTo(1);
    }

    private void leave(AllowanceNeed need, ShardSet marked) {
        rows = AllowanceRule.decide(need, rows, new Context("a", NODES, Set.of("a"), true, marked, now))
                .rows();
    }
}
