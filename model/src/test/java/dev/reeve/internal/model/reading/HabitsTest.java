package dev.reeve.internal.model.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reeve.internal.model.expression.Expression;
import dev.reeve.internal.model.expression.ExpressionException;
import dev.reeve.workflow.InvalidWorkflowException;
import dev.reeve.workflow.Problem;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Habits from other languages get advice, all at once. */
final class HabitsTest {

    private static List<String> problems(String text) {
        InvalidWorkflowException e =
                catchThrowableOfType(InvalidWorkflowException.class, () -> DefinitionReader.parse(text));
        assertThat(e).as(text).isNotNull();
        return e.problems().stream().map(Problem::toString).toList();
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("operators of Java are refused with the operator to write instead")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "input.a == 1 |== is not an operator (at character 9). Write =",
                "input.a === 1 |== is not an operator",
                "input.a !== 1 |!== is not an operator (at character 9). Write !=",
                "input.a && input.b |&& is not an operator (at character 9). Write and",
                "`input.a || input.b`|`|| is not an operator (at character 9). Write or`",
                "!input.a |! is not an operator (at character 1). Write $not",
                "input.a = 1 and !$exists(input.b) |! is not an operator (at character 17). Write $not",
                "not input.a |not is not an operator (at character 1). Write $not",
            })
    void operators(String expression, String message) {
        assertThatThrownBy(() -> Expression.of(expression))
                .isInstanceOf(ExpressionException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @DisplayName("valid operators of JSONata get no advice")
    @ValueSource(
            strings = {"input.a != 1", "input.not = 1", "$not(input.a)", "'!' & '||' & '=='", "input.a.not", "not"})
    void noHabit(String expression) {
        assertThat(Expression.of(expression)).isNotNull();
    }

    @ParameterizedTest
    @DisplayName("an expression without quotes, in the middle of a line of YAML")
    @ValueSource(
            strings = {
                "{ action: x.y, input: { v: ${ input.a } } }",
                "{ action: x.y, when: ${ input.a } }",
                "{ action: x.y, input: [${ input.a }, 2] }",
                "{ action: x.y, input: { v: order ${ input.a } } }"
            })
    void withoutQuotes(String step) {
        assertThat(problems("workflow: w\nsteps:\n  a: %s\n".formatted(step)))
                .singleElement()
                .asString()
                .contains("not valid YAML")
                .endsWith("Put the expression into quotes, such as \"${ input.amount }\"");
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("keys of a step in other languages")
    @CsvSource(
            delimiter = '|',
            value = {
                "timeout: 5s | completeBy",
                "TimeoutSeconds: 5 | completeBy",
                "HeartbeatSeconds: 5 | heartbeat",
                "Retry: [] | retry",
                "retryCount: 3 | retry: { maxAttempts",
                "Catch: [] | onExhausted",
                "Next: b | after: [name]",
                "dependsOn: [b] | after: [name]",
                "Resource: x | action: noun.verb",
                "taskReferenceName: x | the key that it stands under",
                "inputParameters: {} | Write 'input'",
                "Parameters: {} | Write 'input'",
                "ResultPath: $.x | steps.NAME.output",
                "optional: true | onExhausted: continue",
                "if: x | when",
                "condition: x | when",
                "undo: x.z | compensate",
                "cron: 0 0 * * * | Write 'schedule'",
            })
    void keys(String key, String advice) {
        assertThat(problems(
                        "workflow: w\nsteps:\n  a: { action: x.y, \"%s }\n".formatted(key.replaceFirst(":", "\":"))))
                .singleElement()
                .asString()
                .contains("unknown key")
                .contains(advice);
    }

    @Test
    @DisplayName("keys of a workflow, and values of onExhausted")
    void others() {
        assertThat(problems("""
                workflow: w
                timeout: 5m
                cron: 0 0 * * *
                tasks: {}
                steps:
                  a: { action: x.y, onExhausted: fail, retry: { intervalSeconds: 5 } }
                """))
                .satisfiesExactly(
                        one -> assertThat(one).contains("Write 'completeBy'"),
                        two -> assertThat(two).contains("Write 'schedule'"),
                        three -> assertThat(three).contains("Write 'steps'"),
                        four -> assertThat(four).contains("'compensate' undoes the completed steps"),
                        five -> assertThat(five).contains("backoff: 1s"));
    }

    @Test
    @DisplayName("names in expressions are checked also beside other problems")
    void everythingAtOnce() {
        assertThat(problems("""
                workflow: w
                unknown: 1
                steps:
                  a: { action: x.y, input: { a: "${ inptu.a }", b: "${ 1 + }", c: ["${ steps.z.output }"] } }
                  b: { action: x.y, forEach: 5, input: "${ item.x & nope.x }" }
                  c: { action: x.y, repeat: { until: 5 }, input: "${ round & nope.x }" }
                """))
                .satisfiesExactly(
                        one -> assertThat(one).contains("unknown key 'unknown'"),
                        two -> assertThat(two).contains("there is no 'inptu'"),
                        three -> assertThat(three).contains("steps.a.input.b"),
                        four -> assertThat(four).contains("there is no step 'z'"),
                        five -> assertThat(five).contains("steps.b.forEach: expected a list"),
                        six -> assertThat(six).contains("there is no 'nope'"),
                        seven -> assertThat(seven).contains("expected an expression"),
                        eight -> assertThat(eight).contains("there is no 'nope'"));
    }
}
