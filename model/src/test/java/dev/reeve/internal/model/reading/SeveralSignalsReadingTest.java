package dev.reeve.internal.model.reading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.DefinitionFormat;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.graph.GraphFormat;
import dev.reeve.workflow.InvalidWorkflowException;
import dev.reeve.workflow.Problem;
import dev.reeve.workflow.Workflow;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S7: an await of one of several signals, in each form of a definition. */
class SeveralSignalsReadingTest {

    private static final String YAML = """
            workflow: w
            steps:
              end: { await: { signal: [paid, cancelled], timeout: 2d } }
              ship: { after: [end], when: "${ steps.end.output.data.amount > 0 }", action: parcel.send }
            """;

    private static List<String> problems(String signal) {
        try {
            DefinitionReader.parse("workflow: w\nsteps:\n  a: { await: { signal: " + signal + " } }");
            return List.of();
        } catch (InvalidWorkflowException e) {
            return e.problems().stream().map(Problem::toString).toList();
        }
    }

    @Test
    @DisplayName("A list of names is read, and written as it was")
    void readAndWritten() {
        Definition definition = DefinitionReader.parse(YAML);
        Task.Await await = (Task.Await) definition.steps().getFirst().task();

        assertThat(await.signals()).containsExactly("paid", "cancelled");
        assertThat(DefinitionReader.parse(definition.toJson().text())).isEqualTo(definition);
        assertThat(DefinitionReader.parse(definition.toYaml())).isEqualTo(definition);
        assertThat(definition.format()).isEqualTo(DefinitionFormat.LANGUAGE);
        assertThat(GraphFormat.TEXT.of(definition)).contains("await paid or cancelled 2d");
    }

    @Test
    @DisplayName("The builder gives the same definition")
    void builder() {
        Workflow built = Workflow.named("w")
                .step("end", s -> s.awaitAny(List.of("paid", "cancelled"), a -> a.timeout(Duration.ofDays(2))))
                .step(
                        "ship",
                        s -> s.after("end")
                                .when("${ steps.end.output.data.amount > 0 }")
                                .action("parcel.send"))
                .build();

        assertThat(built.toJson()).isEqualTo(DefinitionReader.parse(YAML).toJson());
    }

    @Test
    @DisplayName("A list has two names or more, each once; one name needs no list, and no other format")
    void refused() {
        assertThat(problems("[paid]"))
                .singleElement()
                .asString()
                .contains("a list has 2 to 32", "Write the name alone");
        assertThat(problems("[]")).singleElement().asString().contains("there are 0 signals");
        assertThat(problems("[paid, paid]")).singleElement().asString().contains("'paid' is in the list twice");
        assertThat(problems("[paid, Not A Name]")).singleElement().asString().contains("not a name");
        assertThat(problems("[paid, 5]")).singleElement().asString().contains("expected the name of a signal");
        assertThat(DefinitionReader.parse("workflow: w\nsteps:\n  a: { await: paid }")
                        .format())
                .isEqualTo(DefinitionFormat.FIRST);
    }
}
