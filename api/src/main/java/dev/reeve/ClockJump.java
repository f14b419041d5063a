package dev.reeve;

import java.time.Duration;
import java.time.Instant;

/**
 * The store's clock has jumped: it was set, or another machine with another clock has taken the database over, or the
 * machine of this engine slept. The engine keeps its own time for a while, so that nothing becomes due and no work
 * under way is late because of the jump. After that it follows the clock.
 *
 * <pre>{@code
 * reeve.health().clockJump().ifPresent(jump -> log.warn("the clock jumped by {}", jump.length()));
 * }</pre>
 *
 * @param from what the clock would have shown without the jump
 * @param to what it showed instead
 * @param frozenUntil until when the engine keeps its own time, by that time. If the clock goes back before that, the
 *     engine never follows it
 */
public record ClockJump(Instant from, Instant to, Instant frozenUntil) {

    /** By how much the clock jumped; negative if it was set back. */
    public Duration length() {
        return Duration.between(from, to);
    }

    @Override
    public String toString() {
        boolean back = to.isBefore(from);
        return "the store's clock was set %s by %s, from %s to %s; this engine keeps its own time until %s"
                .formatted(back ? "back" : "forwards", length().abs(), from, to, frozenUntil);
    }
}
