package dev.reeve.internal.access;

import dev.reeve.ExecutionId;
import dev.reeve.Start;
import org.jspecify.annotations.Nullable;

/**
 * The subject of a call, for the record. Immutable.
 *
 * @param text for readers, such as the id of an execution and a step, the name of a schedule, or a refused request
 * @param execution the execution, also one that does not exist; null if the call is about none, or it is not known
 * @param workflow the name of the workflow; null if it is not known
 * @param key the key of a start, or the one that a request names
 */
public record Subject(
        String text,
        @Nullable ExecutionId execution,
        @Nullable String workflow,
        @Nullable String key) {

    private static final int ID_LENGTH = 36;

    public static Subject of(String text) {
        return new Subject(text, null, null, null);
    }

    /**
     * An execution.
     *
     * @param more what follows the id, such as a step
     */
    static Subject of(ExecutionId execution, String more) {
        return new Subject(execution + more, execution, null, null);
    }

    /**
     * A start.
     *
     * @param what a workflow, or the action of a job
     */
    static Subject ofStart(String what, Start how) {
        @Nullable String key = how.key();
        return new Subject(key == null ? what : what + " " + key, null, null, key);
    }

    /** The id in a text, in any spelling that the API takes; null if it is none. */
    public static @Nullable ExecutionId id(@Nullable String text) {
        if (text == null || text.length() != ID_LENGTH) {
            return null;
        }
        try {
            return ExecutionId.parse(text);
        } catch (IllegalArgumentException e) {
            return null; // any other text
        }
    }

    /** The same, with words at the end of the text. */
    Subject and(String more) {
        return new Subject(text + " " + more, execution, workflow, key);
    }

    /** The same, of this workflow, if it is known. */
    Subject in(@Nullable String found) {
        return found == null ? this : new Subject(text, execution, found, key);
    }

    /** A start, with the execution that it has made or found. */
    Subject started(ExecutionId id) {
        return new Subject(text, id, workflow, key);
    }
}
