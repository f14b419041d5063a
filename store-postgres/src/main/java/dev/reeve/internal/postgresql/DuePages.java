package dev.reeve.internal.postgresql;

import dev.reeve.ExecutionId;
import dev.reeve.spi.store.Due;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.ShardSet;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Merges the due executions of some shards into one order. The index has each shard in order. Not thread-safe.
 *
 * <p>While a transaction holds an old snapshot, the index keeps an entry for every execution that has ended since, and
 * a range scan has to visit each of them (ADR 18). Therefore each range is read once, however many pages it makes: what
 * a page leaves over is kept for the next one. A statement reads so few shards that it is far from its timeout. A sweep
 * begins where the last one has found something.
 */
final class DuePages {

    private static final Comparator<Due> ORDER =
            Comparator.comparing(Due::wakeAt).thenComparing(Due::id);

    /** Sorts before everything that can be due. */
    private static final Due FIRST = new Due(Instant.parse("1900-01-01T00:00:00Z"), new ExecutionId(new UUID(0, 0)));

    private static final UUID LAST_ID = new UUID(-1, -1);

    private static final int SHARD_ROWS_MIN = 8;

    /** Full sweeps take at most one hundredth of the time. */
    private static final int FULL_SWEEPS_PART = 100;

    /** The shards that the assumptions below are about. */
    private ShardSet known = ShardSet.NONE;

    private List<Shard> shards = List.of();

    private ShardGroup group = new ShardGroup(1);

    /** The end of the range that the current walk reads; null if none is under way. */
    private @Nullable Instant until;

    /** The end of the previous page. */
    private @Nullable Due handedOut;

    /** The first row that the walk has found. */
    private @Nullable Due firstFound;

    /** Whether the walk leaves out what is in flight. */
    private boolean sweeping;

    private boolean fromTheBeginning;
    private long tookNanos;

    /**
     * No waiting execution in these shards is due before this time, unless a caller has started it in its own
     * transaction; null if that is not known.
     */
    private @Nullable Instant nothingBefore;

    /**
     * When a sweep has to read from the beginning, to find executions that callers started in their own transactions.
     */
    private long fullSweepAtNanos;

    private static final class Shard {
        private final int number;
        private final Deque<Due> found = new ArrayDeque<>();
        private Due position = FIRST;
        private boolean exhausted;

        Shard(int number) {
            this.number = number;
        }

        void begin(Due after) {
            found.clear();
            position = after;
            exhausted = false;
        }
    }

    /** Forgets all assumptions. Called when the lane starts afresh. */
    void forget() {
        until = null;
        handedOut = null;
        nothingBefore = null;
        group.afresh();
    }

    /** Notes that an execution of the lane was written with this wake time. */
    void written(@Nullable Instant wakeAt) {
        Instant bound = nothingBefore;
        if (bound != null && wakeAt != null && !wakeAt.equals(ExecutionRow.IN_FLIGHT) && wakeAt.isBefore(bound)) {
            nothingBefore = wakeAt;
        }
    }

    /** @param wanted rows up to and including this time; a later page keeps to the time of the first one */
    List<Due> read(LaneSession session, ShardSet of, Instant wanted, @Nullable Due after, int limit)
            throws SQLException {
        if (of.isEmpty()) {
            known = of;
            forget();
            return List.of();
        }
        if (!of.equals(known)) {
            known = of;
            shards = of.stream().mapToObj(Shard::new).toList();
            group = new ShardGroup(shards.size());
            forget();
        }
        Instant walk = until;
        if (walk == null || after == null || !after.equals(handedOut) || wanted.isBefore(walk)) {
            walk = wanted;
            begin(after);
        }
        until = null;
        int size = Math.min(limit, Math.max(SHARD_ROWS_MIN, 2 * (limit / shards.size() + 1)));
        List<Due> page = new ArrayList<>();
        while (page.size() < limit) {
            fill(session, walk, size);
            Shard next = null;
            for (Shard shard : shards) {
                if (!shard.found.isEmpty()
                        && (next == null || ORDER.compare(shard.found.getFirst(), next.found.getFirst()) < 0)) {
                    next = shard;
                }
            }
            if (next == null) {
                ended(walk);
                return page;
            }
            Due due = next.found.removeFirst();
            firstFound = firstFound == null ? due : firstFound;
            page.add(due);
        }
        until = walk;
        handedOut = page.getLast();
        return page;
    }

    private void begin(@Nullable Due after) {
        Due from = after == null ? FIRST : after;
        sweeping = from.wakeAt().equals(ExecutionRow.IN_FLIGHT)
                && from.id().value().equals(LAST_ID);
        Instant bound = nothingBefore;
        fromTheBeginning = bound == null || System.nanoTime() - fullSweepAtNanos >= 0;
        if (sweeping && !fromTheBeginning && bound != null && bound.isAfter(from.wakeAt())) {
            // after the last row before the bound
            from = new Due(bound.minusNanos(1_000), new ExecutionId(LAST_ID));
        }
        for (Shard shard : shards) {
            shard.begin(from);
        }
        firstFound = null;
        tookNanos = 0;
    }

    /** Ends a walk that has read everything. */
    private void ended(Instant walk) {
        if (!sweeping) {
            return;
        }
        nothingBefore = firstFound == null ? walk : firstFound.wakeAt();
        if (fromTheBeginning) {
            fullSweepAtNanos = System.nanoTime() + FULL_SWEEPS_PART * tookNanos;
        }
    }

    /** Continues to read in the shards of which nothing is left over. */
    private void fill(LaneSession session, Instant walk, int size) throws SQLException {
        List<Shard> empty = shards.stream()
                .filter(shard -> shard.found.isEmpty() && !shard.exhausted)
                .toList();
        int done = 0;
        while (done < empty.size()) {
            List<Shard> some = empty.subList(done, Math.min(empty.size(), done + group.size()));
            long begun = System.nanoTime();
            try {
                part(session, walk, some, size);
            } catch (SQLException e) {
                group.failed(e);
                throw e;
            }
            long took = System.nanoTime() - begun;
            tookNanos += took;
            done += some.size();
            group.took(Duration.ofNanos(took));
        }
    }

    private static void part(LaneSession session, Instant walk, List<Shard> some, int size) throws SQLException {
        Map<Integer, Shard> byNumber = new HashMap<>();
        some.forEach(shard -> byNumber.put(shard.number, shard));
        ArrayBuffer buffer = session.arrays();
        buffer.smallints();
        some.forEach(shard -> buffer.add((short) shard.number));
        Array numbers = buffer.build();
        buffer.times();
        some.forEach(shard -> buffer.add(shard.position.wakeAt()));
        Array times = buffer.build();
        buffer.uuids();
        some.forEach(shard -> buffer.add(shard.position.id()));
        try (Query query = session.query("due.page")
                        .set("shards", numbers)
                        .set("after_wake_at", times)
                        .set("after_id", buffer.build())
                        .set("until", walk)
                        .set("size", size);
                ResultSet rows = query.rows()) {
            while (rows.next()) {
                Shard shard = Objects.requireNonNull(byNumber.get(rows.getInt(1)));
                shard.found.add(new Due(ResultRows.time(rows, 2), new ExecutionId(rows.getObject(3, UUID.class))));
            }
        }
        for (Shard shard : some) {
            shard.exhausted = shard.found.size() < size;
            if (!shard.found.isEmpty()) {
                shard.position = shard.found.getLast();
            }
        }
    }
}
