package dev.reeve.internal.http.endpoint;

import dev.reeve.ExecutionStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts what an engine does, minute by minute, for an hour, in memory. A namespace takes about 10 KiB. Reads nothing
 * from the store. Thread-safe.
 */
final class LastHour {

    static final int MINUTES = 60;

    /** Further namespaces are not counted. */
    static final int NAMESPACES_MAX = 1_000;

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    /** A figure. */
    enum Figure {
        STARTED,
        COMPLETED,
        UNDONE,
        FAILED,
        ATTEMPTS,
        FAILURES,
        ESCALATED;

        /** The figure that counts such an end. */
        static Figure of(ExecutionStatus end) {
            return switch (end) {
                case COMPLETED -> COMPLETED;
                case COMPENSATED, CANCELLED -> UNDONE;
                case FAILED, RUNNING, PAUSED, ESCALATED, COMPENSATING -> FAILED;
            };
        }
    }

    private final LongSupplier nanos;
    private final long origin;

    /** By namespace; guarded by this. */
    private final Map<String, Ring> rings = new HashMap<>();

    LastHour(LongSupplier nanos) {
        this.nanos = nanos;
        this.origin = nanos.getAsLong();
    }

    /** The minutes of a namespace: each has its place by its number, and replaces the one an hour before. */
    private static final class Ring {
        private final long[] numbers = new long[MINUTES];
        private final List<Map<Figure, Integer>> figures = new ArrayList<>();

        Ring() {
            Arrays.fill(numbers, -1);
            for (int i = 0; i < MINUTES; i++) {
                figures.add(new EnumMap<>(Figure.class));
            }
        }

        void add(long minute, Figure figure) {
            int place = (int) (minute % MINUTES);
            if (numbers[place] != minute) {
                numbers[place] = minute;
                figures.get(place).clear();
            }
            figures.get(place).merge(figure, 1, Integer::sum);
        }

        int of(long minute, Figure figure) {
            int place = (int) (minute % MINUTES);
            return numbers[place] == minute ? figures.get(place).getOrDefault(figure, 0) : 0;
        }
    }

    private long elapsed() {
        return Math.max(0, nanos.getAsLong() - origin);
    }

    synchronized void add(String namespace, Figure figure) {
        Ring ring = rings.get(namespace);
        if (ring == null) {
            if (rings.size() >= NAMESPACES_MAX) {
                return;
            }
            ring = new Ring();
            rings.put(namespace, ring);
        }
        ring.add(elapsed() / MINUTE, figure);
    }

    /**
     * The figures of a namespace: those of whole minutes, and of the one that goes on.
     *
     * @param now the time of the answer
     */
    synchronized Documents.LastHour of(String namespace, Instant now) {
        @Nullable Ring ring = rings.get(namespace);
        Instant since = now.minusNanos(elapsed());
        long last = elapsed() / MINUTE;
        List<Documents.Minute> minutes = new ArrayList<>();
        for (long minute = Math.max(0, last - MINUTES + 1); minute <= last; minute++) {
            minutes.add(minute(ring, minute, since.plusSeconds(60 * minute)));
        }
        return new Documents.LastHour(since, minutes);
    }

    private static Documents.Minute minute(@Nullable Ring ring, long minute, Instant from) {
        if (ring == null) {
            return new Documents.Minute(from, 0, 0, 0, 0, 0, 0, 0);
        }
        return new Documents.Minute(
                from,
                ring.of(minute, Figure.STARTED),
                ring.of(minute, Figure.COMPLETED),
                ring.of(minute, Figure.UNDONE),
                ring.of(minute, Figure.FAILED),
                ring.of(minute, Figure.ATTEMPTS),
                ring.of(minute, Figure.FAILURES),
                ring.of(minute, Figure.ESCALATED));
    }
}
