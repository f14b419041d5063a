package dev.reeve;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Identifies one unit of work of an execution: a step, an item of a step with {@code forEach}, a round of a step with
 * {@code repeat}, or a round of an item. Written {@code encode}, {@code encode[3]}, {@code poll#2},
 * {@code encode[3]#2}, in JSON too.
 *
 * @param step the step's name in the definition
 * @param item the item, from 0; {@link #NONE} for a step without {@code forEach}
 * @param round the round, from 1; {@link #NONE} for a step without {@code repeat}
 */
public record StepPath(String step, int item, int round) {

    /** The {@code item} or {@code round} of a step that has none. */
    public static final int NONE = -1;

    /** The path of a step without {@code forEach} and {@code repeat}. */
    public static StepPath of(String step) {
        return new StepPath(step, NONE, NONE);
    }

    /**
     * Reads a path as {@link #toString} writes it.
     *
     * @throws IllegalArgumentException if {@code text} has another form
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static StepPath parse(String text) {
        int hash = text.indexOf('#');
        String head = hash < 0 ? text : text.substring(0, hash);
        int bracket = head.indexOf('[');
        if (hash < 0 && bracket < 0) {
            return of(text);
        }
        try {
            int round = hash < 0 ? NONE : Integer.parseInt(text.substring(hash + 1));
            if (bracket < 0) {
                return new StepPath(head, NONE, round);
            }
            if (!head.endsWith("]")) {
                throw new NumberFormatException(head);
            }
            return new StepPath(
                    head.substring(0, bracket),
                    Integer.parseInt(head.substring(bracket + 1, head.length() - 1)),
                    round);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "not a step path: expected step, step[item], step#round or step[item]#round, found '%s'"
                            .formatted(text),
                    e);
        }
    }

    // Same result as the record's defaults, and faster.

    @Override
    public boolean equals(Object other) {
        return other instanceof StepPath path && item == path.item && round == path.round && step.equals(path.step);
    }

    @Override
    public int hashCode() {
        return (step.hashCode() * 31 + item) * 31 + round;
    }

    @Override
    @JsonValue
    public String toString() {
        if (item == NONE && round == NONE) {
            return step;
        }
        return step + (item == NONE ? "" : "[" + item + "]") + (round == NONE ? "" : "#" + round);
    }
}
