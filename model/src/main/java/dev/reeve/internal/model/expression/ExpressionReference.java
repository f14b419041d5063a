package dev.reeve.internal.model.expression;

import java.util.List;

/**
 * A path that begins at a name of the scope, as far as the text fixes it: {@code steps.pay.output[0].id} gives the root
 * {@code steps} and the path {@code pay, output}.
 *
 * @param at the start position, in characters from 0
 */
public record ExpressionReference(String root, List<String> path, int at) {

    public ExpressionReference {
        path = List.copyOf(path);
    }
}
