package dev.reeve.internal.model.document;

import dev.reeve.workflow.Problem;

/**
 * A place in a definition.
 *
 * @param path as in {@link Problem#path()}
 * @param line from 1; 0 if not read from text
 * @param column from 1; 0 if not read from text
 */
public record TextPlace(String path, int line, int column) {

    Problem problem(String message, String suggestion) {
        return new Problem(path, line, column, message, suggestion);
    }

    /** The place of a character, from 0. */
    static TextPlace at(String text, int index) {
        int line = 1;
        int column = 1;
        for (int i = 0; i < index && i < text.length(); i++) {
            if (text.charAt(i) == '\n') {
                line++;
                column = 1;
            } else {
                column++;
            }
        }
        return new TextPlace("", line, column);
    }
}
