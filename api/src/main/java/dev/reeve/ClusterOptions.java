package dev.reeve;

import dev.reeve.internal.values.OptionChecks;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How an engine shares a PostgreSQL database with other engines. Each engine owns a part of the executions. If one
 * ends, the others take its part over.
 *
 * @param name the name of this engine, which no other running engine has. If it stays the same when the engine is
 *     started again, such as the name of a pod in a stateful set, the new engine replaces the old one at once and gets
 *     the same executions. Null for a new name at each start
 * @param ttl how long an engine may fail to reach the database before the others take its executions over; three
 *     seconds or longer (default: 10 seconds)
 * @param ownership whether the engine runs executions (default: a share). If not, it only starts and reads executions,
 *     sends commands to them, and serves agents
 */
public record ClusterOptions(@Nullable String name, Duration ttl, Ownership ownership) {

    private static final Duration TTL_MIN = Duration.ofSeconds(3);
    private static final Duration TTL_MAX = Duration.ofHours(1);
    private static final int NAME_MAX = 100;

    private static final ClusterOptions DEFAULTS = new ClusterOptions(null, Duration.ofSeconds(10), Ownership.SHARE);

    public ClusterOptions {
        if (ttl.compareTo(TTL_MIN) < 0 || ttl.compareTo(TTL_MAX) > 0) {
            throw OptionChecks.invalid("ttl: expected %s to %s, found %s".formatted(TTL_MIN, TTL_MAX, ttl));
        }
        if (name != null && (name.isBlank() || name.length() > NAME_MAX)) {
            throw OptionChecks.invalid(
                    "name: expected 1 to %d characters, found '%s'".formatted(NAME_MAX, name.strip()));
        }
    }

    /** The defaults: a new name at each start, a time to live of 10 seconds, an engine that runs executions. */
    public static ClusterOptions defaults() {
        return DEFAULTS;
    }

    /** Sets a name that stays the same when the engine is started again. */
    public ClusterOptions withName(String other) {
        return new ClusterOptions(other, ttl, ownership);
    }

    /** Sets how long an engine may fail to reach the database; 3 seconds or longer. */
    public ClusterOptions withTtl(Duration other) {
        return new ClusterOptions(name, other, ownership);
    }

    /** Sets whether the engine runs executions. If not, at least one other engine must do so. */
    public ClusterOptions withOwns(boolean other) {
        return withOwnership(other ? Ownership.SHARE : Ownership.NONE);
    }

    /** Sets whether, and when, the engine runs executions. */
    public ClusterOptions withOwnership(Ownership other) {
        return new ClusterOptions(name, ttl, other);
    }
}
