package dev.reeve;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A rule that does not hold of an execution or a schedule, seen more than once: a damaged store, or a bug in Reeve. A
 * person must look.
 *
 * @param execution null if it is about a schedule
 * @param schedule its name; null if it is about an execution
 * @param problem what was expected and found; nothing of the execution's payloads
 * @param noticedAt by the store's clock
 */
public record Incident(
        @Nullable ExecutionId execution, @Nullable String schedule, Rule rule, String problem, Instant noticedAt) {

    /** Which one it is about, and what kind of thing that is. */
    public String subject() {
        return schedule == null ? "execution " + execution : "schedule '" + schedule + "'";
    }

    @Override
    public String toString() {
        return "%s breaks %s: %s".formatted(subject(), rule, problem);
    }
}
