package dev.reeve;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An incident: steps wait for an action that no agent offers. It begins when an engine notices that, and ends when an
 * agent offers the action.
 *
 * @param action as workflows name it
 * @param since since when steps have waited for it, as far as the engine knows
 * @param waiting how many steps wait, as of about a minute ago
 * @param agent the agent that offered it last and went offline while it performed it; null if the incident began
 *     otherwise
 */
public record UnofferedAction(
        String action, Instant since, int waiting, @Nullable String agent) {

    /** One line of text for people. */
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
