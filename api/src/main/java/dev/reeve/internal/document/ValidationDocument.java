package dev.reeve.internal.document;

import java.util.List;

/**
 * The result of checking definitions.
 *
 * @param valid whether there are no problems
 * @param problems in the order of the files, and of the places in them
 */
public record ValidationDocument(boolean valid, List<ProblemDocument> problems) implements Document {}
