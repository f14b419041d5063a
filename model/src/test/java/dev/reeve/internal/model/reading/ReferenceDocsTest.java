package dev.reeve.internal.model.reading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Json;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.StepDefaults;
import dev.reeve.internal.model.expression.Expression;
import dev.reeve.internal.model.expression.TestScope;
import dev.reeve.internal.model.graph.GraphFormat;
import dev.reeve.workflow.Retry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The examples in the reference pages are correct. */
final class ReferenceDocsTest {

    private static final Path DOCS = Path.of("..", "docs", "reference");

    private static String page(String name) throws IOException {
        return Files.readString(DOCS.resolve(name));
    }

    private static List<String> blocks(String page, String language) {
        return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(page)
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    @Test
    void everyDefinitionShownIsValid() throws Exception {
        List<String> definitions = new ArrayList<>(blocks(page("workflow.md"), "yaml"));
        definitions.addAll(blocks(page("expressions.md"), "yaml"));

        assertThat(definitions).hasSizeGreaterThanOrEqualTo(2);
        for (String definition : definitions) {
            Definition workflow = DefinitionReader.parse(definition);
            assertThat(DefinitionReader.parse(workflow.toYaml())).isEqualTo(workflow);
        }
        assertThat(DefinitionReader.parse(definitions.getFirst()))
                .isEqualTo(DefinitionLoader.load(WorkflowTest.resource("order_fulfilment.yaml")));
    }

    @Test
    void theGraphShownIsThatOfTheExample() throws Exception {
        Definition workflow = DefinitionLoader.load(WorkflowTest.resource("order_fulfilment.yaml"));

        assertThat(blocks(page("workflow.md"), "text")).contains(GraphFormat.TEXT.of(workflow));
    }

    @Test
    void everyExpressionShownGivesWhatIsShown() throws Exception {
        String page = page("expressions.md");
        TestScope scope = TestScope.of(blocks(page, "json").getFirst());
        List<MatchResult> examples = Pattern.compile("(?m)^\\| `(.+)` \\| `(.+)` \\|$")
                .matcher(page.substring(page.indexOf("these give")))
                .results()
                .toList();

        assertThat(examples).hasSizeGreaterThan(15);
        for (MatchResult example : examples) {
            assertThat(Json.of(Expression.of(example.group(1)).evaluate(scope)).text())
                    .as(example.group(1))
                    .isEqualTo(example.group(2));
        }
    }

    @Test
    void everyKeyIsInTheReference() throws Exception {
        String page = page("workflow.md");
        List<String> keys = new ArrayList<>(DefinitionReader.KEYS);
        keys.addAll(StepKind.KEYS);

        assertThat(keys).allSatisfy(key -> assertThat(page).contains("`" + key + "`"));
    }

    @Test
    void theDefaultsAreThoseOfTheReference() {
        assertThat(StepDefaults.STEP.forward().completeBy()).hasMinutes(5);
        assertThat(StepDefaults.STEP.forward().retry()).isEqualTo(Retry.DEFAULT);
        assertThat(StepDefaults.COMPENSATE.completeBy()).hasMinutes(5);
        assertThat(StepDefaults.COMPENSATE.retry()).isEqualTo(Retry.PERSISTENT);
        assertThat(StepDefaults.PROBE.completeBy()).hasSeconds(30);
        assertThat(StepDefaults.FINALLY.forward().retry()).isEqualTo(Retry.PERSISTENT);
        assertThat(Retry.DEFAULT.toString())
                .isEqualTo(
                        "Retry[maxAttempts=5, backoff=PT1S, factor=2.0, maxBackoff=PT1M, on=[], never=[], giveUpAfter=null]");
        assertThat(Retry.PERSISTENT.toString())
                .isEqualTo(
                        "Retry[maxAttempts=10, backoff=PT1S, factor=2.0, maxBackoff=PT1M, on=[], never=[], giveUpAfter=null]");
    }
}
