package dev.reeve.internal.document;

import dev.reeve.Json;
import org.jspecify.annotations.Nullable;

/**
 * A request of a person about an execution or a step. The verb is in the address of the request.
 *
 * @param reason the person's reason
 * @param version to move to
 * @param from the first step that is done again
 * @param input another input
 * @param output of a step that is resolved
 */
public record DecisionDocument(
        String reason,
        @Nullable Integer version,
        @Nullable String from,
        @Nullable Json input,
        @Nullable Json output) implements Document {

    public static DecisionDocument of(String reason) {
        return new DecisionDocument(reason, null, null, null, null);
    }

    public static DecisionDocument move(int version, String reason) {
        return new DecisionDocument(reason, version, null, null, null);
    }

    public static DecisionDocument rerun(String from, @Nullable Json input, String reason) {
        return new DecisionDocument(reason, null, from, input, null);
    }

    public static DecisionDocument retry(Json input, String reason) {
        return new DecisionDocument(reason, null, null, input, null);
    }

    public static DecisionDocument resolve(Json output, String reason) {
        return new DecisionDocument(reason, null, null, null, output);
    }
}
