package dev.reeve.model;

/**
 * When a step with several predecessors may start.
 *
 * @param count how many of {@code after} must have completed, or failed with {@code continue}; when so many can no longer come,
 *     the step is skipped. 0 for {@link #ALL}
 */
public record Join(int count) {

    /** When all of them are settled. If all of them were skipped, the step is skipped too. */
    public static final Join ALL = new Join(0);

    /** When the first of them has completed, or failed with {@code continue}; skipped if all of them were skipped. */
    public static final Join ANY = new Join(1);

    /** When so many of them have completed, or failed with {@code continue}; from 1. One of them is {@link #ANY}. */
    public static Join of(int count) {
        return new Join(count);
    }

    /** As a definition has it: {@code all}, {@code any}, or a number. */
    @Override
    public String toString() {
        return switch (count) {
            case 0 -> "all";
            case 1 -> "any";
            default -> Integer.toString(count);
        };
    }
}
