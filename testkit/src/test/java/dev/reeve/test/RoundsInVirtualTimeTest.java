package dev.reeve.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Event;
import dev.reeve.ExecutionStatus;
import dev.reeve.HistoryEntry;
import dev.reeve.Json;
import dev.reeve.StepStatus;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** S7: a step that one child execution after the other does, for years and thousands of rounds. */
@ReeveTest
final class RoundsInVirtualTimeTest {

    private static final Definition CHARGE = DefinitionReader.parse("""
            workflow: charge
            version: 1
            steps:
              take: { action: card.charge, compensate: card.refund }
            output: { month: "${ input.month }", total: "${ input.total + steps.take.output }" }
            """);

    private static final Definition SUBSCRIPTION = DefinitionReader.parse("""
            workflow: subscription
            version: 1
            steps:
              months:
                workflow: charge
                input: { month: "${ round }", total: "${ $exists(previous) ? previous.total : 0 }" }
                repeat: { until: "${ output.month = input.months }", delay: 30d, max: 1000 }
              close: { after: [months], action: account.close }
            """);

    private static final Definition COUNT = DefinitionReader.parse("""
            workflow: count
            version: 1
            steps:
              even: { switch: { yes: "${ input.n % 2 = 0 }", no: otherwise } }
            output: { n: "${ input.n }", even: "${ steps.even.output }" }
            """);

    private static final Definition MANY = DefinitionReader.parse("""
            workflow: many
            version: 1
            steps:
              counting:
                workflow: count
                input: { n: "${ $exists(previous) ? previous.n + 1 : 1 }" }
                repeat: { until: "${ output.n = 10000 }", delay: 0s, max: 10000 }
            """);

    @Test
    @Tag("proof")
    @DisplayName("A subscription charges every 30 days for ten years, and no child is nested deeper than another")
    void tenYears(VirtualReeve reeve) {
        reeve.deploy(CHARGE).deploy(SUBSCRIPTION).otherActionsSucceed(SUBSCRIPTION);
        reeve.on("card.charge").answers(7);
        Instant begin = reeve.now();

        VirtualExecution subscription = reeve.start("subscription", Map.of("months", 122));
        reeve.advance(Duration.ofDays(121 * 30));

        assertThat(subscription.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(Duration.between(begin, reeve.now())).isGreaterThanOrEqualTo(Duration.ofDays(121 * 30));
        assertThat(reeve.calls("card.charge")).hasSize(122);
        assertThat(subscription.describe().steps().getFirst().output())
                .isEqualTo(new Json("{\"month\":122,\"total\":854}"));
        assertThat(subscription.history().stream()
                        .filter(entry -> entry.event() instanceof Event.ChildStarted)
                        .count())
                .isEqualTo(122);
        Event.ExecutionStarted last = (Event.ExecutionStarted)
                subscription.child("months").history().getFirst().event();
        assertThat(last.parent()).satisfies(parent -> {
            assertThat(parent.depth()).isEqualTo(1);
            assertThat(parent.previous()).isNotNull();
        });
    }

    @Test
    @DisplayName("C3 the months are paid back one by one, the last one first")
    void paidBack(VirtualReeve reeve) {
        reeve.deploy(CHARGE).deploy(SUBSCRIPTION);
        reeve.on("card.charge").answers(7);
        reeve.on("account.close").failsWithBusinessError("IN_DEBT");
        List<Object> refunded = Collections.synchronizedList(new ArrayList<>());
        reeve.handle("card.refund", Map.class, (done, step) -> {
            Map<?, ?> input = Objects.requireNonNull((Map<?, ?>) done.get("input"));
            refunded.add(Objects.requireNonNull(input.get("month")));
            return null;
        });

        VirtualExecution subscription = reeve.start("subscription", Map.of("months", 5));

        assertThat(subscription.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(refunded).containsExactly(5, 4, 3, 2, 1);
        assertThat(subscription.describe().steps().getFirst().status()).isEqualTo(StepStatus.COMPENSATED);
    }

    @Test
    @DisplayName("A customer who leaves between two months gets what was paid back")
    void cancelledBetweenMonths(VirtualReeve reeve) {
        reeve.deploy(CHARGE).deploy(SUBSCRIPTION).otherActionsSucceed(CHARGE);
        reeve.on("card.charge").answers(7);
        VirtualExecution subscription = reeve.start("subscription", Map.of("months", 50));
        reeve.advance(Duration.ofDays(100));
        assertThat(reeve.calls("card.charge")).hasSize(4);

        subscription.actingAs("ann").cancel("moves away");

        assertThat(subscription.awaitEnd().status()).isEqualTo(ExecutionStatus.CANCELLED);
        assertThat(reeve.calls("card.refund")).hasSize(4);
    }

    @Test
    @Tag("proof")
    @DisplayName("10,000 rounds: each has the same events as the others, and none is nested deeper")
    void tenThousand(VirtualReeve reeve) {
        reeve.deploy(COUNT).deploy(MANY);

        VirtualExecution many = reeve.start("many", Map.of());

        assertThat(many.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        List<HistoryEntry> history = many.history();
        assertThat(history.stream()
                        .filter(entry -> entry.event() instanceof Event.RoundEnded)
                        .count())
                .isEqualTo(9_999);
        assertThat(history).hasSizeLessThan(3 * 10_000 + 10);
        assertThat(many.child("counting").history().size()).isLessThan(10);
    }
}
