package dev.reeve.workflow;

import java.time.Duration;

/**
 * The answer to exhausted retries of a step. A failure that must not be retried, such as a business failure,
 * goes straight to {@link #then()}.
 *
 * @param pause the delay before each further round of attempts; {@link Duration#ZERO} if {@code rounds} is 0
 * @param rounds the number of further rounds of {@code retry.maxAttempts} attempts
 * @param then what happens after the last round
 */
public record OnExhausted(Duration pause, int rounds, Then then) {

    /** The final measure. */
    public enum Then {
        /** Undoes the execution. */
        COMPENSATE,
        /** Escalates the step to a person. The rest of the graph continues. */
        ESCALATE,
        /** Continues as if the step were settled. */
        CONTINUE
    }

    /** Undoes the execution, without further rounds. */
    public static final OnExhausted COMPENSATE = of(Then.COMPENSATE);

    /** Escalates the step to a person, without further rounds. */
    public static final OnExhausted ESCALATE = of(Then.ESCALATE);

    /** Continues as if the step were settled, without further rounds. */
    public static final OnExhausted CONTINUE = of(Then.CONTINUE);

    /** Creates a policy without further rounds. */
    public static OnExhausted of(Then then) {
        return new OnExhausted(Duration.ZERO, 0, then);
    }
}
