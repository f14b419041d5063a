package dev.reeve.model;

import java.util.List;
import java.util.stream.Collectors;

/** A definition with problems. All of them, not only the first. */
public final class InvalidWorkflowException extends IllegalArgumentException {

    private static final int PROBLEMS_SHOWN_MAX = 50;

    private final transient List<Problem> problems;

    /**
     * @param source what was read, for the message: a file, or the name of the workflow
     * @param problems at least one
     */
    public InvalidWorkflowException(String source, List<Problem> problems) {
        super(message(source, problems));
        this.problems = List.copyOf(problems);
    }

    /** In the order of the document. */
    public List<Problem> problems() {
        return problems;
    }

    private static String message(String source, List<Problem> problems) {
        String head = problems.size() == 1
                ? "%s has a problem:\n".formatted(source)
                : "%s has %d problems:\n".formatted(source, problems.size());
        String lines = problems.stream()
                .limit(PROBLEMS_SHOWN_MAX)
                .map(problem -> "  " + problem)
                .collect(Collectors.joining("\n"));
        int more = problems.size() - PROBLEMS_SHOWN_MAX;
        return head + lines + (more > 0 ? "\n  and %d more".formatted(more) : "");
    }
}
