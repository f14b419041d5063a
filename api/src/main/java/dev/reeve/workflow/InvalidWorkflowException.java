package dev.reeve.workflow;

import dev.reeve.InvalidException;
import java.io.Serial;
import java.util.List;
import java.util.stream.Collectors;

/** A definition with problems. Carries all problems, at most the first thousand found. */
public final class InvalidWorkflowException extends InvalidException {

    @Serial
    private static final long serialVersionUID = 1;

    private static final int PROBLEMS_SHOWN_MAX = 50;

    private final transient List<Problem> problems;
    private final int count;

    /**
     * Creates the exception for these problems.
     *
     * @param source the source for the message: a file, or the name of the workflow
     * @param problems at least one
     */
    public InvalidWorkflowException(String source, List<Problem> problems) {
        this(source, problems, problems.size());
    }

    /**
     * Creates the exception for a list that may lack some of the problems.
     *
     * @param count the number of problems, including those not listed
     */
    public InvalidWorkflowException(String source, List<Problem> problems, int count) {
        super(message(source, problems, count), null);
        this.problems = List.copyOf(problems);
        this.count = count;
    }

    /** The number of problems. Greater than the size of {@link #problems()} if more than a thousand were found. */
    public int count() {
        return count;
    }

    /** The problems in the order of the document, at most a thousand. */
    public List<Problem> problems() {
        return problems;
    }

    private static String message(String source, List<Problem> problems, int count) {
        String head = count == 1
                ? "%s has a problem:\n".formatted(source)
                : "%s has %,d problems:\n".formatted(source, count);
        String lines = problems.stream()
                .limit(PROBLEMS_SHOWN_MAX)
                .map(problem -> "  " + problem)
                .collect(Collectors.joining("\n"));
        int more = count - PROBLEMS_SHOWN_MAX;
        return head + lines + (more > 0 ? "\n  and %,d more".formatted(more) : "");
    }
}
