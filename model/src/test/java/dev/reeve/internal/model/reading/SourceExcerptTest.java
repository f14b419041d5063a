package dev.reeve.internal.model.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reeve.workflow.InvalidWorkflowException;
import dev.reeve.workflow.Problem;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class SourceExcerptTest {

    private static String shown(String text) {
        return catchThrowableOfType(InvalidWorkflowException.class, () -> DefinitionReader.parse(text))
                .problems()
                .stream()
                .map(problem -> problem.shownIn("order.yaml", text))
                .collect(Collectors.joining());
    }

    @Test
    void showsTheLineAndMarksThePlace() {
        assertThat(shown("""
                workflow: w
                steps:
                  漢字: { action: x.y }
                  pay: { action: x.y, input: { a: "${ stepz.a }" }, completBy: 3s }
                """)).isEqualTo("""
                order.yaml:3:3: '漢字' is not a name: expected small letters, digits and _, beginning with a letter
                    3 |   漢字: { action: x.y }
                      |   ^~
                      = at steps["漢字"]
                order.yaml:4:35: there is no 'stepz' (at character 1 of the expression)
                    4 |   pay: { action: x.y, input: { a: "${ stepz.a }" }, completBy: 3s }
                      |                                   ^~~~~~~~~~~~~~
                      = at steps.pay.input.a
                      = Did you mean steps?
                order.yaml:4:53: unknown key 'completBy'
                    4 |   pay: { action: x.y, input: { a: "${ stepz.a }" }, completBy: 3s }
                      |                                                     ^~~~~~~~~
                      = at steps.pay.completBy
                      = Did you mean completeBy?
                """);
    }

    @Test
    void aLongLineIsShownAroundThePlace() {
        String shown = shown("{\"workflow\": \"w\", \"description\": \"" + "x".repeat(5_000) + "\", \"steps\": 5}");

        assertThat(shown.lines()).allMatch(line -> line.length() < 200);
        assertThat(shown).contains("\"steps\": 5}").contains("^\n");
    }

    @Test
    void whatHasNoPlaceIsShownWithoutALine() {
        assertThat(Problem.at("input.a", "is missing", "Add it").shownIn("the input", ""))
                .isEqualTo("""
                the input: is missing
                      = at input.a
                      = Add it
                """);
    }
}
