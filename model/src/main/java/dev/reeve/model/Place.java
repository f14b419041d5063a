package dev.reeve.model;

/**
 * Where something stands in a definition.
 *
 * @param path as in {@link Problem#path()}
 * @param line from 1; 0 if it was not read from text
 * @param column from 1; 0 if it was not read from text
 */
record Place(String path, int line, int column) {

    Problem problem(String message, String suggestion) {
        return new Problem(path, line, column, message, suggestion);
    }

    static String child(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    static String child(String path, int index) {
        return path + "[" + index + "]";
    }
}
