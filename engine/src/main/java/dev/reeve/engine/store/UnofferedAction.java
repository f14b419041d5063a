package dev.reeve.engine.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An action for which steps wait although no agent offers it: an incident, from when an engine noticed until somebody offers it.
 *
 * @param since since when nobody offers it while steps wait, as far as the engine knows
 * @param waiting how many steps wait, as of about a minute ago
 * @param agent the agent that offered it last and went offline in the middle of work; null if that is not how it came
 */
public record UnofferedAction(
        String action, Instant since, int waiting, @Nullable String agent) {

    /** For people: one line. */
    @Override
    public String toString() {
        return "%d step%s for action %s, and no agent has offered it since %s%s; start one"
                .formatted(
                        waiting,
                        waiting == 1 ? " waits" : "s wait",
                        action,
                        since,
                        agent == null ? "" : ", when agent '%s' went offline with work".formatted(agent));
    }
}
