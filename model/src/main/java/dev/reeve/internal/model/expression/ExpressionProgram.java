package dev.reeve.internal.model.expression;

import com.dashjoin.jsonata.JException;
import com.dashjoin.jsonata.Jsonata;
import com.dashjoin.jsonata.Jsonata.Frame;
import dev.reeve.internal.values.JsonText;
import dev.reeve.internal.values.Limits;
import dev.reeve.internal.values.Numbers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A compiled expression of any shape, run by the JSONata library.
 *
 * <p>Thread-safe. The library (0.9.10, read for this) keeps the state of an evaluation in the frame, in closures that
 * the evaluation creates, and in one thread-local. Each evaluation gets a new frame, so even {@code :=} at the top
 * level does not write to shared state. One static field of the library is set without a lock on first use. It is
 * therefore used here once, under the lock of class initialisation.
 */
final class ExpressionProgram {

    static {
        // see above: the chain of two functions sets the static field
        new ExpressionProgram("($trim ~> $length)(\" \")").evaluate(Scope.NOTHING);
    }

    private static final int SOURCE_SHOWN_MAX = 200;

    private final String source;
    private final Jsonata jsonata;

    /**
     * @throws ExpressionException if the source is not JSONata
     */
    ExpressionProgram(String source) {
        this.source = source;
        try {
            jsonata = Jsonata.jsonata(source);
        } catch (JException e) {
            throw new ExpressionException(ExpressionException.FAILED, syntax(e), e);
        } catch (StackOverflowError e) {
            throw new ExpressionException(ExpressionException.DEPTH_LIMIT, "the expression is nested too deep", e);
        } catch (RuntimeException e) {
            // the library's parser reads past the end of some malformed texts
            throw new ExpressionException(
                    ExpressionException.FAILED, "the expression is not complete, or not JSONata", e);
        }
        jsonata.setValidateInput(false); // would traverse the whole scope, and compute lazy values
        jsonata.setOutputConvertNulls(false); // done below; the library would modify the data
        ExpressionFunctions.prepare(jsonata, source);
    }

    private static String syntax(JException e) {
        String place = e.getLocation() > 0 ? " (at character %d)".formatted(e.getLocation()) : "";
        return JsonText.firstLine(String.valueOf(e.getMessage())) + place;
    }

    /** Returns the value as plain unmodifiable data. Null and undefined become null. */
    @Nullable Object evaluate(Scope scope) {
        ExpressionWork work = new ExpressionWork();
        Frame frame = new Frame(null);
        ExpressionNodes nodes = new ExpressionNodes(work);
        frame.setEvaluateEntryCallback((node, input, environment) -> nodes.enter(node, input));
        frame.setEvaluateExitCallback((node, input, environment, result) -> nodes.leave(node, result));
        try {
            Object result = work.during(() -> jsonata.evaluate(new ScopeMap(scope), frame));
            return new Output().plain(result, 0);
        } catch (StackOverflowError e) {
            throw failed(
                    ExpressionException.DEPTH_LIMIT, "the expression, or a value it works on, is nested too deep", e);
        } catch (RuntimeException e) {
            if (work.isStopped()) {
                throw work.stopped();
            }
            throw explain(e, work);
        }
    }

    private ExpressionException explain(RuntimeException e, ExpressionWork work) {
        ExpressionException exceeded = work.exceeded();
        if (exceeded != null) {
            return failed(exceeded.code(), String.valueOf(exceeded.getMessage()), e);
        }
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof ExpressionException expected) {
                return failed(expected.code(), String.valueOf(expected.getMessage()), e);
            }
            if (cause instanceof JException failure) {
                String code = failure.getError() == null ? ExpressionException.FAILED : failure.getError();
                return failed(code, String.valueOf(failure.getMessage()), e);
            }
        }
        return failed(ExpressionException.FAILED, "it met a value of a kind that it does not expect: " + e, e);
    }

    private ExpressionException failed(String code, String message, Throwable cause) {
        String shown = source.length() <= SOURCE_SHOWN_MAX ? source : source.substring(0, SOURCE_SHOWN_MAX) + "…";
        return new ExpressionException(code, "${ %s } failed: %s".formatted(shown, message), cause);
    }

    /** Copies a result from the library's list types to plain data, within the limit for computed output. */
    private static final class Output {

        private int size;

        @Nullable Object plain(@Nullable Object value, int depth) {
            if (depth > Limits.DEFAULT.depth()) {
                throw new ExpressionException(
                        ExpressionException.OUTPUT_LIMIT,
                        "the expression gives JSON nested deeper than %d".formatted(Limits.DEFAULT.depth()));
            }
            return switch (value) {
                case null -> grow(4, null);
                case Boolean flag -> grow(5, flag);
                case String text -> grow(text.length() + 2, text);
                case Number number -> number(number);
                case Map<?, ?> members -> {
                    grow(2, members);
                    Map<String, @Nullable Object> plain = new LinkedHashMap<>();
                    for (Map.Entry<?, ?> member : members.entrySet()) {
                        String name = String.valueOf(member.getKey());
                        grow(name.length() + 4, name);
                        plain.put(name, plain(member.getValue(), depth + 1));
                    }
                    yield Collections.unmodifiableMap(plain);
                }
                case List<?> elements -> {
                    grow(2, elements);
                    List<@Nullable Object> plain = new ArrayList<>();
                    for (Object element : elements) {
                        grow(1, element);
                        plain.add(plain(element, depth + 1));
                    }
                    yield Collections.unmodifiableList(plain);
                }
                default -> {
                    if (value.equals(Jsonata.NULL_VALUE)) {
                        yield grow(4, null);
                    }
                    throw new ExpressionException(
                            ExpressionException.FAILED,
                            "the expression gives a function: expected a value. ActionCall it");
                }
            };
        }

        private Number number(Number number) {
            String text = Numbers.text(number);
            if (text == null) {
                throw new ExpressionException(
                        ExpressionException.FAILED,
                        "the expression gives the number %s, which JSON cannot hold".formatted(number));
            }
            grow(text.length(), number);
            return number;
        }

        private <T extends @Nullable Object> T grow(int characters, T value) {
            size += characters;
            if (size > Limits.DEFAULT.expressionOutput()) {
                throw new ExpressionException(
                        ExpressionException.OUTPUT_LIMIT,
                        ("the expression computes more than %,d characters of JSON: select large data by a plain path"
                                        + " such as input.order, or compute this in an action")
                                .formatted(Limits.DEFAULT.expressionOutput()));
            }
            return value;
        }
    }
}
