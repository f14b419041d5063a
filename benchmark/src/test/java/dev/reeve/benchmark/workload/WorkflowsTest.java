package dev.reeve.benchmark.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Json;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.reading.DefinitionReader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("Workflows and payloads of the benchmark")
class WorkflowsTest {

    @ParameterizedTest
    @EnumSource(names = {"WIDE", "DEEP", "LAYERED"})
    void graphsAreValidAndHaveAsManyStepsAsAskedFor(Shape shape) {
        for (int steps : new int[] {1, 2, 3, 10, 99, 1_000}) {
            Definition workflow = Workflows.graph(shape, steps);

            assertThat(workflow.steps()).hasSize(steps);
            assertThat(Plan.of(workflow).workflow()).isSameAs(workflow);
        }
    }

    @Test
    void layeredStepsComeAfterTwoOfTheLayerBefore() {
        Definition workflow = Workflows.graph(Shape.LAYERED, 100);

        assertThat(workflow.steps().subList(0, 10))
                .allMatch(step -> step.after().isEmpty());
        assertThat(workflow.steps().subList(10, 100)).extracting(Step::after).allMatch(after -> after.size() == 2);
    }

    @Test
    @DisplayName("a mixed graph has every kind of step, and fits into a definition at its largest size")
    void mixedGraphs() {
        for (int steps : new int[] {1, 100, 1_000, 20_000}) {
            Definition workflow = Workflows.graph(Shape.MIXED, steps);

            assertThat(Plan.of(workflow).workflow()).isSameAs(workflow);
            assertThat(workflow.steps())
                    .anyMatch(step -> step.forEach() != null)
                    .anyMatch(step -> step.repeat() != null)
                    .anyMatch(step -> step.task() instanceof Task.Child && step.forEach() == null)
                    .anyMatch(step -> step.task() instanceof Task.Child && step.forEach() != null);
            assertThat(DefinitionReader.parse(workflow.toJson().text())).isEqualTo(workflow);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"ITEMS", "BATCHES"})
    @DisplayName("the list of 100,000 elements and the results of all of them fit into a payload")
    void lists(Shape shape) {
        Definition workflow = Workflows.graph(shape, 100_000);

        assertThat(DefinitionReader.parse(workflow.toJson().text())).isEqualTo(workflow);
        assertThat(shape.isOfList()).isTrue();
        assertThat(Payloads.list(100_000).text().length()).isBetween(500_000, 1 << 20);
        assertThat(Payloads.SMALL_RESULT.text().length() + 1).isLessThan((1 << 20) / 100_000);
    }

    @Test
    void payloadsHaveTheAdvertisedSizes() {
        assertThat(Payloads.order(1).text()).hasSizeBetween(190, 220);
        assertThat(Payloads.result(Payloads.order(1)).text()).hasSizeBetween(90, 110);
    }

    @Test
    @DisplayName("foreign, missing and surplus results are found")
    void wrongOutputsAreFoundOut() {
        String right = Payloads.result(Payloads.order(7)).text();
        String wrong = Payloads.result(Payloads.order(8)).text();

        assertThat(Payloads.isOutput(new Json("{\"a\":" + right + ",\"b\":" + right + "}"), 7, 2))
                .isTrue();
        assertThat(Payloads.isOutput(new Json("{\"a\":" + right + ",\"b\":" + wrong + "}"), 7, 2))
                .isFalse();
        assertThat(Payloads.isOutput(new Json("{\"a\":" + right + "}"), 7, 2)).isFalse();
        assertThat(Payloads.isOutput(new Json("{\"a\":" + right + ",\"b\":" + right + "}"), 7, 1))
                .isFalse();
    }
}
