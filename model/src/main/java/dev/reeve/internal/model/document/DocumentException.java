package dev.reeve.internal.model.document;

import dev.reeve.workflow.Problem;

/** The text of a definition is not YAML or JSON. Nothing further can be checked. */
public final class DocumentException extends Exception {

    private final transient Problem problem;

    DocumentException(Problem problem) {
        super(problem.message());
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}
