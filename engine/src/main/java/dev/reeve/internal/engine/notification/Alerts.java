package dev.reeve.internal.engine.notification;

import dev.reeve.AlertOptions;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.NotificationOptions;
import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.internal.engine.runtime.Mailbox;
import dev.reeve.internal.values.OptionChecks;
import dev.reeve.spi.OutgoingMessage;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends alerts to the log and to the URIs of {@link AlertOptions}. The first event of a group is sent at once. Similar
 * events are counted, and the count is sent at the end of each window. Kept in memory only: the store may be the
 * problem, and its content can be queried at any time.
 *
 * <p>{@link #raise} may be called by any thread, {@link #runOnce} by one.
 */
public final class Alerts {

    private static final Logger LOG = LoggerFactory.getLogger(Alerts.class);

    private static final int GROUPS_MAX = 1_000;

    /** The group of all events beyond the maximum number of groups. */
    private static final String OTHERS = "others";

    private record Key(AlertKind kind, String group) {}

    private static final class Group {
        private final long endsNanos;
        /** Events that have not been sent; null if none. */
        private @Nullable Alert untold;

        Group(long endsNanos) {
            this.endsNanos = endsNanos;
        }
    }

    private final Clock clock;
    private final RandomGenerator random;
    private final AlertOptions options;
    private final String source;
    private final List<AlertLine> lines = new ArrayList<>();
    private final Mailbox<Alert> told = new Mailbox<>(AlertLine.WAITING_MAX);

    /** Also the lock that guards it. */
    private final Map<Key, Group> groups = new LinkedHashMap<>();

    /**
     * @throws dev.reeve.ReeveException if a URI has no channel, or is not allowed
     */
    public Alerts(Clock clock, RandomGenerator random, Channels channels, NotificationOptions options) {
        this.clock = clock;
        this.random = random;
        this.options = options.alerts();
        this.source = options.source();
        for (URI uri : this.options.to()) {
            try {
                channels.check(uri);
            } catch (IllegalArgumentException e) {
                throw OptionChecks.invalid("alerts: " + e.getMessage());
            }
            lines.add(new AlertLine(uri, channels, clock, random, options.delivery()));
        }
    }

    /** Whether alerts go only to the log, so that {@link #runOnce} need not be called. */
    public boolean isLogOnly() {
        return lines.isEmpty();
    }

    /** Sets a callback for new work. It must be cheap. */
    public void onWork(Runnable action) {
        told.onMessage(action);
        lines.forEach(line -> line.onAnswer(action));
    }

    /**
     * Reports an event that people must know about.
     *
     * @param group what similar events have in common
     */
    public void raise(AlertKind kind, String group, String message, @Nullable ExecutionId execution) {
        long nanos = clock.nanos();
        Instant now = clock.now();
        Alert alert = new Alert(kind, group, message, execution, 1, now, now);
        Alert due;
        synchronized (groups) {
            Key key = new Key(kind, group);
            if (!groups.containsKey(key) && groups.size() >= GROUPS_MAX) {
                key = new Key(kind, OTHERS);
            }
            Group open = groups.get(key);
            if (open == null) {
                groups.put(key, begun(nanos));
                due = alert;
            } else {
                open.untold = open.untold == null ? alert : open.untold.another(now);
                due = null;
                if (nanos - open.endsNanos >= 0) {
                    due = open.untold;
                    groups.put(key, begun(nanos));
                }
            }
        }
        if (due != null) {
            tell(due);
        }
    }

    private Group begun(long nanos) {
        return new Group(nanos + options.window().toNanos());
    }

    private void tell(Alert alert) {
        LOG.warn("{}", alert);
        if (!lines.isEmpty() && !told.offer(alert)) {
            LOG.warn("there are too many alerts; this one is only in the log");
        }
    }

    /**
     * Runs one turn.
     *
     * @return how long to rest, in nanoseconds; 0 to continue at once
     */
    public long runOnce() {
        long rest = closeWindows();
        List<Alert> fresh = new ArrayList<>();
        told.drainTo(fresh, Integer.MAX_VALUE);
        for (Alert alert : fresh) {
            String id = "alert." + Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong());
            lines.forEach(line -> line.add(message(line.uri(), id, alert)));
        }
        for (AlertLine line : lines) {
            rest = Math.min(rest, line.runOnce());
        }
        return rest;
    }

    private long closeWindows() {
        long nanos = clock.nanos();
        long rest = Duration.ofMinutes(1).toNanos();
        List<Alert> due = new ArrayList<>();
        synchronized (groups) {
            Iterator<Map.Entry<Key, Group>> each = groups.entrySet().iterator();
            while (each.hasNext()) {
                Map.Entry<Key, Group> entry = each.next();
                Group group = entry.getValue();
                if (nanos - group.endsNanos < 0) {
                    rest = Math.min(rest, group.endsNanos - nanos);
                } else if (group.untold == null) {
                    each.remove();
                } else {
                    due.add(group.untold);
                    entry.setValue(begun(nanos));
                }
            }
        }
        due.forEach(this::tell);
        return rest;
    }

    private OutgoingMessage message(URI uri, String id, Alert alert) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("kind", alert.kind().name());
        data.put("message", alert.message());
        data.put("group", alert.group());
        data.put("count", alert.count());
        data.put("firstAt", alert.firstAt().toString());
        data.put("lastAt", alert.lastAt().toString());
        if (alert.execution() != null) {
            data.put("execution", alert.execution().toString());
        }
        return new OutgoingMessage(
                uri,
                id,
                source,
                "dev.reeve.alert",
                alert.execution() == null ? null : alert.execution().toString(),
                alert.firstAt(),
                null,
                null,
                Json.of(data).text());
    }
}
