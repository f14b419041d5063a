package dev.reeve.internal.document;

import java.util.List;

/**
 * The result of checking definitions.
 *
 * @param valid whether the definitions are accepted: there are no errors, and with `--strict` no warnings
 * @param problems errors and warnings, in the order of the files, and of the places in them
 */
public record ValidationDocument(boolean valid, List<ProblemDocument> problems) implements Document {}
