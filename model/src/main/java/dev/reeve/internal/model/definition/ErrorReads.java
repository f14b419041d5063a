package dev.reeve.internal.model.definition;

import dev.reeve.internal.model.expression.Expression;
import dev.reeve.internal.model.expression.ExpressionReference;
import dev.reeve.internal.model.expression.Template;
import dev.reeve.internal.model.expression.TemplateExpression;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the expressions that name {@code steps.x.error} or {@code execution.error} (ADR 64), also after a detour such
 * as {@code $lookup(steps.x, 'error')}.
 */
final class ErrorReads {

    private static final String ERROR = "error";

    private ErrorReads() {}

    static boolean in(Step step) {
        return of(step).anyMatch(ErrorReads::namesError);
    }

    static boolean in(@Nullable Template template) {
        return of(template).anyMatch(ErrorReads::namesError);
    }

    private static boolean namesError(Expression expression) {
        boolean mentioned = expression.source().contains(ERROR);
        return expression.references().stream()
                .anyMatch(reference -> isOfError(reference) || (mentioned && isWhole(reference)));
    }

    /** Whether the text does not fix which member of a step or of the execution is read. */
    private static boolean isWhole(ExpressionReference reference) {
        return switch (reference.root()) {
            case "steps" -> reference.path().size() < 2;
            case "execution" -> reference.path().isEmpty();
            default -> false;
        };
    }

    private static boolean isOfError(ExpressionReference reference) {
        List<String> path = reference.path();
        return switch (reference.root()) {
            case "steps" -> path.size() > 1 && path.get(1).equals(ERROR);
            case "execution" -> !path.isEmpty() && path.getFirst().equals(ERROR);
            default -> false;
        };
    }

    /** All expressions of a step that know other steps. */
    private static Stream<Expression> of(Step step) {
        Stream<Expression> ofAll = Stream.of(
                        Stream.ofNullable(step.when()),
                        of(step.forEach() == null ? null : step.forEach().items()),
                        Stream.ofNullable(step.repeat()).map(Repeat::until),
                        step.times().expressions().values().stream())
                .flatMap(found -> found);
        return Stream.concat(ofAll, of(step.task()));
    }

    private static Stream<Expression> of(Task task) {
        return switch (task) {
            case Task.Action action ->
                Stream.of(
                                of(action.call()),
                                of(action.probe()),
                                of(action.compensate()),
                                of(
                                        action.limit() == null
                                                ? null
                                                : action.limit().key()))
                        .flatMap(found -> found);
            case Task.WaitFor wait -> Stream.empty();
            case Task.WaitUntil wait -> Stream.of(wait.waitUntil());
            case Task.Switch choice -> choice.cases().stream().flatMap(one -> Stream.ofNullable(one.when()));
            case Task.Await await -> of(await.defaultOutput());
            case Task.Child child -> Stream.concat(of(child.name()), of(child.input()));
            case Task.Value computed -> of(computed.value());
            case Task.Fail fail -> Stream.concat(of(fail.message()), of(fail.details()));
            case Task.Complete complete -> of(complete.output());
        };
    }

    private static Stream<Expression> of(@Nullable ActionCall call) {
        return call == null ? Stream.empty() : Stream.concat(of(call.name()), of(call.input()));
    }

    private static Stream<Expression> of(@Nullable ComputedName name) {
        return name == null ? Stream.empty() : of(name.name());
    }

    private static Stream<Expression> of(@Nullable Template template) {
        return template == null
                ? Stream.empty()
                : template.expressions().stream().map(TemplateExpression::expression);
    }
}
