package dev.reeve.workflow;

/**
 * When a step with several predecessors may start.
 *
 * @param count how many of {@code after} must have completed, or failed with {@code continue}; if that many can no
 *     longer do so, the step is skipped. 0 for {@link #ALL}
 */
public record Join(int count) {

    /** Starts when all predecessors are settled. If all of them were skipped, the step is skipped too. */
    public static final Join ALL = new Join(0);

    /**
     * Starts when the first predecessor has completed, or failed with {@code continue}. If all were skipped, the step
     * is skipped.
     */
    public static final Join ANY = new Join(1);

    /**
     * Starts when {@code count} predecessors have completed, or failed with {@code continue}.
     *
     * @param count at least 1; 1 is {@link #ANY}
     */
    public static Join of(int count) {
        return new Join(count);
    }

    /** The form in a definition: {@code all}, {@code any}, or a number. */
    @Override
    public String toString() {
        return switch (count) {
            case 0 -> "all";
            case 1 -> "any";
            default -> Integer.toString(count);
        };
    }
}
