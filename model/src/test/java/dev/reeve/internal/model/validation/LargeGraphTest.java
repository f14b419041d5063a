package dev.reeve.internal.model.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.workflow.InvalidWorkflowException;
import dev.reeve.workflow.Workflow;
import dev.reeve.workflow.WorkflowBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("Graphs of 20,000 steps are read, checked and written")
@Timeout(60)
final class LargeGraphTest {

    private static final int STEPS = 20_000;

    private static WorkflowBuilder chain(int steps) {
        WorkflowBuilder builder = Workflow.named("w");
        builder.step("s0", s -> s.action("x.y"));
        for (int i = 1; i < steps; i++) {
            String before = "s" + (i - 1);
            builder.step("s" + i, s -> s.after(before).action("x.y"));
        }
        return builder;
    }

    @Test
    void deep() {
        Definition workflow = DefinitionReader.of(chain(STEPS).build());

        assertThat(workflow.steps()).hasSize(STEPS);
        assertThat(DefinitionReader.parse(workflow.toJson().text())).isEqualTo(workflow);
    }

    @Test
    void wide() {
        List<String> all = new ArrayList<>();
        WorkflowBuilder builder = Workflow.named("w");
        for (int i = 0; i < STEPS; i++) {
            all.add("s" + i);
            builder.step("s" + i, s -> s.action("x.y"));
        }
        Definition workflow = DefinitionReader.of(builder.step(
                        "last", s -> s.after(all.toArray(new String[0])).action("x.y"))
                .build());

        assertThat(workflow.steps()).hasSize(STEPS + 1);
    }

    @Test
    void aCycleThroughAllStepsIsFound() {
        Map<String, Set<String>> predecessors = new LinkedHashMap<>();
        for (int i = 0; i < STEPS; i++) {
            predecessors.put("s" + i, Set.of("s" + (i + STEPS - 1) % STEPS));
        }

        assertThat(Cycles.find(predecessors)).hasSize(STEPS).startsWith("s0", "s1", "s2");
    }

    @Test
    void referencesToDistantAncestorsAreChecked() {
        Map<String, Set<String>> predecessors = new LinkedHashMap<>();
        for (int i = 0; i < STEPS; i++) {
            predecessors.put("s" + i, i == 0 ? Set.of() : Set.of("s" + (i - 1)));
        }
        Ancestors ancestors = new Ancestors(predecessors);

        for (int i = 2; i < STEPS; i++) {
            assertThat(ancestors.isBefore("s0", "s" + i)).isTrue();
            assertThat(ancestors.isBefore("s" + i, "s0")).isFalse();
        }
    }

    @Test
    @DisplayName("D13: a definition is at most 1 MiB, from every source")
    void tooLargeIsRefused() {
        assertThatThrownBy(() -> chain(STEPS * 2).build())
                .isInstanceOf(InvalidWorkflowException.class)
                .hasMessageContaining("the limit is 1,048,576");
        assertThatThrownBy(() -> DefinitionReader.parse("#".repeat(8 << 20) + "\n"))
                .isInstanceOf(InvalidWorkflowException.class)
                .hasMessageContaining("the limit of the definition, which is 1,048,576");
    }
}
