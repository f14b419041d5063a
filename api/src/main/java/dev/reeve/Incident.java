package dev.reeve;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A rule that an execution or a schedule violates, seen more than once. The cause is a damaged store, or a bug in
 * Reeve. A person must investigate.
 *
 * @param execution null if it is about a schedule
 * @param schedule its name; null if it is about an execution
 * @param rule the rule that is violated
 * @param problem the expected and the found state, without payloads
 * @param noticedAt by the store's clock
 */
public record Incident(
        @Nullable ExecutionId execution, @Nullable String schedule, Rule rule, String problem, Instant noticedAt) {

    /** The kind and the id or name of the subject. */
    public String subject() {
        return schedule == null ? "execution " + execution : "schedule '" + schedule + "'";
    }

    @Override
    public String toString() {
        return "%s breaks %s: %s".formatted(subject(), rule, problem);
    }
}
