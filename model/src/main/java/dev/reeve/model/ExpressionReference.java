package dev.reeve.model;

import java.util.List;

/**
 * A path that begins at a name of the scope, as far as it is fixed in the text: {@code steps.pay.output[0].id} gives the
 * root {@code steps} and the path {@code pay, output}.
 *
 * @param at where it begins, in characters from 0
 */
record ExpressionReference(String root, List<String> path, int at) {

    ExpressionReference {
        path = List.copyOf(path);
    }
}
