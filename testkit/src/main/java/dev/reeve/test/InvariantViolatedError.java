package dev.reeve.test;

import java.io.Serial;
import java.util.List;

/** Reports faults that violate an invariant. The message contains the whole story. */
public final class InvariantViolatedError extends AssertionError {

    @Serial
    private static final long serialVersionUID = 1;

    private final String invariant;
    private final String faults;
    private final transient List<String> story;

    InvariantViolatedError(String message, String invariant, String faults, List<String> story, Throwable cause) {
        super(message, cause);
        this.invariant = invariant;
        this.faults = faults;
        this.story = List.copyOf(story);
    }

    /** The name of the invariant. */
    public String invariant() {
        return invariant;
    }

    /** The faults, for {@link FailureModes#replay}; empty if the invariant is violated without a fault. */
    public String faults() {
        return faults;
    }

    /** The story, in the order of time. */
    public List<String> story() {
        return story;
    }
}
