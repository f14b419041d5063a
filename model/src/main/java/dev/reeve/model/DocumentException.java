package dev.reeve.model;

/** The text of a definition is not YAML or JSON, so that nothing more can be said about it. */
final class DocumentException extends Exception {

    private final transient Problem problem;

    DocumentException(Problem problem) {
        super(problem.message());
        this.problem = problem;
    }

    Problem problem() {
        return problem;
    }
}
