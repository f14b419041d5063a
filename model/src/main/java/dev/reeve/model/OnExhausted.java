package dev.reeve.model;

import java.time.Duration;

/**
 * What happens when retrying is over. A failure that must not be retried goes straight to {@link #then()}.
 *
 * @param pause how long to wait before each further round of attempts; {@link Duration#ZERO} if {@code rounds} is 0
 * @param rounds how many further rounds of {@code retry.maxAttempts} attempts there are
 * @param then what happens after the last round
 */
public record OnExhausted(Duration pause, int rounds, Then then) {

    /** The last word of a policy. */
    public enum Then {
        /** Undo the execution. */
        COMPENSATE,
        /** Put the step in front of a person; the rest of the graph goes on. */
        ESCALATE,
        /** Go on as if the step had been settled. */
        CONTINUE
    }

    /** Undo the execution at once. */
    public static final OnExhausted COMPENSATE = of(Then.COMPENSATE);

    /** Put the step in front of a person at once. */
    public static final OnExhausted ESCALATE = of(Then.ESCALATE);

    /** Go on as if the step had been settled. */
    public static final OnExhausted CONTINUE = of(Then.CONTINUE);

    /** Without further rounds. */
    public static OnExhausted of(Then then) {
        return new OnExhausted(Duration.ZERO, 0, then);
    }
}
