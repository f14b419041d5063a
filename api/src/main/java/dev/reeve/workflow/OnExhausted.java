package dev.reeve.workflow;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The answer to exhausted retries of a step. A failure that must not be retried, such as a business failure,
 * goes straight to {@link #then()}.
 *
 * <p>The code of the failure can decide:
 *
 * <pre>{@code
 * step.onExhausted(OnExhausted.ESCALATE
 *         .withCode("CARD_DECLINED", OnExhausted.Then.COMPENSATE)
 *         .withCode("OUT_OF_STOCK", OnExhausted.Then.CONTINUE))
 * }</pre>
 *
 * @param pause the delay before each further round of attempts; {@link Duration#ZERO} if {@code rounds} is 0
 * @param rounds the number of further rounds of {@code retry.maxAttempts} attempts
 * @param then what happens after the last round
 * @param byCode what happens after failures with these codes, without further rounds; all other failures go to
 *     {@code then}
 */
public record OnExhausted(Duration pause, int rounds, Then then, Map<String, Then> byCode) {

    /** The key of a definition for all other codes. */
    static final String OTHERWISE = "otherwise";

    /** The final measure. */
    public enum Then {
        /** Undoes the execution. */
        COMPENSATE,
        /** Escalates the step to a person. The rest of the graph continues. */
        ESCALATE,
        /** Leaves the step failed, and continues with the steps after it. */
        CONTINUE
    }

    /** Undoes the execution, without further rounds. */
    public static final OnExhausted COMPENSATE = of(Then.COMPENSATE);

    /** Escalates the step to a person, without further rounds. */
    public static final OnExhausted ESCALATE = of(Then.ESCALATE);

    /** Leaves the step failed, and continues with the steps after it, without further rounds. */
    public static final OnExhausted CONTINUE = of(Then.CONTINUE);

    public OnExhausted {
        byCode = Collections.unmodifiableMap(new LinkedHashMap<>(byCode));
        byCode.keySet().forEach(OnExhausted::requireCode);
    }

    /** A policy that does not depend on the code of the failure. */
    public OnExhausted(Duration pause, int rounds, Then then) {
        this(pause, rounds, then, Map.of());
    }

    /** Creates a policy without further rounds. */
    public static OnExhausted of(Then then) {
        return new OnExhausted(Duration.ZERO, 0, then);
    }

    private static void requireCode(String code) {
        if (code.equalsIgnoreCase(OTHERWISE)) {
            throw new IllegalArgumentException(
                    "'%s' is no code: it means all other codes, and 'then' of the policy says what follows them; begin with OnExhausted.of(…)"
                            .formatted(code));
        }
    }

    /**
     * Returns a copy that handles failures with this code in another way, without further rounds.
     *
     * @param code the code of the failure, such as {@code CARD_DECLINED}; of a failed child, {@code CHILD_FAILED} and
     *     the like, or the code with which the child failed
     * @throws IllegalArgumentException for {@code otherwise}: {@link #then()} says what follows all other codes
     */
    public OnExhausted withCode(String code, Then measure) {
        Map<String, Then> more = new LinkedHashMap<>(byCode);
        more.put(code, measure);
        return new OnExhausted(pause, rounds, then, more);
    }
}
