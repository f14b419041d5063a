package dev.reeve.internal.engine.dispatch.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.StepPath;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S8: who goes next among steps that wait for one action. */
final class TurnsTest {

    private final Line line = new Line();
    private long executions;

    private ReadyStep step(String tenant, String workflow, int priority) {
        ExecutionId id = new ExecutionId(new UUID(1, ++executions));
        return new ReadyStep(id, StepPath.of("only"), "test.only", priority, false, null, tenant, workflow);
    }

    private List<String> served(int count) {
        List<String> served = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ReadyStep head = line.head();
            ReadyStep next = line.poll();
            assertThat(next).isEqualTo(head);
            served.add(next.tenant() + next.workflow());
        }
        return served;
    }

    @Test
    @DisplayName("S8: work of one tenant waits for one call of the other tenant, not for its thousand")
    void tenantsTakeTurns() {
        for (int i = 0; i < 1_000; i++) {
            line.add(step("a", "order", 0));
        }
        line.add(step("b", "order", 0));

        assertThat(served(2)).containsExactly("aorder", "border");
        assertThat(line.size()).isEqualTo(999);
    }

    @Test
    @DisplayName("S8: a tenant with many workflows has as many turns as one with a single workflow")
    void workflowsTakeTurnsWithinTheirTenant() {
        for (int i = 0; i < 3; i++) {
            line.add(step("a", "x", 0));
            line.add(step("a", "x", 0));
            line.add(step("a", "y", 0));
            line.add(step("b", "z", 0));
        }

        assertThat(served(12)).containsExactly("ax", "bz", "ay", "bz", "ax", "bz", "ay", "ax", "ay", "ax", "ax", "ax");
    }

    @Test
    @DisplayName("S8: priority goes before turns, and withdrawn work has none")
    void priorityFirst() {
        line.add(step("a", "x", 0));
        ReadyStep urgent = step("a", "x", 5);
        ReadyStep withdrawn = step("b", "x", 5);
        line.add(withdrawn);
        line.add(urgent);
        assertThat(line.add(urgent)).isFalse();

        assertThat(line.remove(withdrawn)).isTrue();
        assertThat(line.remove(withdrawn)).isFalse();

        assertThat(line.poll()).isEqualTo(urgent);
        assertThat(line.size()).isOne();
    }
}
