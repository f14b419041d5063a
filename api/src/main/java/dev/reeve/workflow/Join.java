package dev.reeve.workflow;

/**
 * When a step with several predecessors may start.
 *
 * @param count how many of {@code after} must have completed, or failed with {@code continue}; if that many can no
 *     longer do so, the step is skipped. 0 for {@link #ALL}
 * @param others what becomes of the steps that are not needed any more once the step has enough; {@link Others#LEAVE}
 *     for {@link #ALL}
 */
public record Join(int count, Others others) {

    /** Starts when all predecessors are settled. If all of them were skipped, the step is skipped too. */
    public static final Join ALL = new Join(0, Others.LEAVE);

    /**
     * Starts when the first predecessor has completed, or failed with {@code continue}. If all were skipped, the step
     * is skipped.
     */
    public static final Join ANY = new Join(1, Others.LEAVE);

    public Join {
        if (count == 0 && others != Others.LEAVE) {
            throw new IllegalArgumentException("a step that needs all of its predecessors has no others");
        }
    }

    /** A join that leaves the others alone. */
    public Join(int count) {
        this(count, Others.LEAVE);
    }

    /**
     * Starts when {@code count} predecessors have completed, or failed with {@code continue}.
     *
     * @param count at least 1; 1 is {@link #ANY}
     */
    public static Join of(int count) {
        return new Join(count, Others.LEAVE);
    }

    /**
     * The same join, with a rule for the steps that are not needed any more. For example
     * {@code Join.ANY.withOthers(Others.CANCEL)}.
     *
     * @throws IllegalArgumentException for {@link #ALL}, unless the others are left
     */
    public Join withOthers(Others others) {
        return new Join(count, others);
    }

    /** The number in a definition: {@code all}, {@code any}, or a number. */
    public String needed() {
        return switch (count) {
            case 0 -> "all";
            case 1 -> "any";
            default -> Integer.toString(count);
        };
    }

    /** For people: {@code any}, or {@code 2, others cancel}. */
    @Override
    public String toString() {
        return switch (others) {
            case LEAVE -> needed();
            case CANCEL -> needed() + ", others cancel";
            case UNDO -> needed() + ", others undo";
        };
    }
}
