package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.ExecutionSummary;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The properties of an execution from its definition and its start, on every store. */
public abstract class StartContract extends EngineFixture {

    private static final String LABELLED = """
            workflow: billing
            priority: 7
            labels:
              customer: "${ input.customer }"
              bill: "bill ${ execution.key }"
              region: "${ input.region }"
            steps:
              wait: { wait: 1h }
            """;

    @Test
    @DisplayName("S8 O3: priority and labels of the definition are computed at the start; those of the start win")
    void defaults() {
        reeve().deploy(DefinitionReader.parse(LABELLED));

        ExecutionSummary plain = summary(reeve().start("billing", Map.of("customer", 4711), Start.key("b1")));
        Start wanted = Start.key("b2").priority(-3).label("customer", "other").label("shop", "berlin");
        ExecutionSummary own = summary(reeve().start("billing", Map.of("customer", 4711, "region", "eu"), wanted));

        assertThat(plain.priority()).isEqualTo(7);
        assertThat(plain.labels()).isEqualTo(Map.of("customer", "4711", "bill", "bill b1"));
        assertThat(own.priority()).isEqualTo(-3);
        assertThat(own.labels())
                .isEqualTo(Map.of("customer", "other", "bill", "bill b2", "region", "eu", "shop", "berlin"));
        assertThat(summary(reeve().start(
                                        "billing",
                                        Map.of("customer", 1),
                                        Start.plain().priority(0)))
                        .priority())
                .isZero();
    }

    @Test
    @DisplayName("O3: executions are found by computed labels, also after a restart, by page and with other conditions")
    void foundByLabel() {
        reeve().deploy(DefinitionReader.parse(LABELLED));
        for (int i = 0; i < 6; i++) {
            reeve().start("billing", Map.of("customer", i % 2 == 0 ? "even" : "odd"), Start.key("b" + i));
        }
        ExecutionQuery odd = ExecutionQuery.all().label("customer", "odd");

        assertThat(keys(odd)).containsExactlyInAnyOrder("b5", "b3", "b1");
        assertThat(keys(odd.label("bill", "bill b3"))).containsExactly("b3");
        assertThat(keys(odd.status(ExecutionStatus.COMPLETED))).isEmpty();
        assertThat(keys(ExecutionQuery.all().label("customer", "nobody"))).isEmpty();
        Reeve again = reopened();
        List<ExecutionSummary> first = again.list(odd.limit(2));
        List<String> paged = new ArrayList<>(keys(odd.limit(2).after(first.getLast())));
        assertThat(paged).hasSize(1);
        first.forEach(summary -> paged.add(String.valueOf(summary.key())));
        assertThat(paged).containsExactlyInAnyOrder("b5", "b3", "b1");
    }

    @Test
    @DisplayName("S2: a label that cannot be computed is refused before anything is stored, and says why")
    void labelFails() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: broken
                labels: { half: "${ input.n / 2 }" }
                steps: { wait: { wait: 1h } }
                """));

        refused(
                ErrorCode.INVALID_INPUT,
                "label half cannot be computed",
                () -> reeve().start("broken", Map.of("n", "many"), Start.key("b")));
        refused(
                ErrorCode.INVALID_INPUT,
                "label half: expected 1 to 255 characters",
                () -> reeve().start("broken", Map.of(), Start.key("b").label("half", "x".repeat(256))));
        assertThat(reeve().find("b")).isEmpty();
    }

    private List<String> keys(ExecutionQuery query) {
        return reeve().list(query).stream().map(ExecutionSummary::key).toList();
    }

    private static ExecutionSummary summary(Execution execution) {
        return execution.describe().summary();
    }
}
