package dev.reeve.internal.test.store;

import dev.reeve.ExecutionId;
import dev.reeve.internal.test.timeline.Timeline;
import dev.reeve.spi.store.InboxRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.Store;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The server of the simulated database: the store behind it, its faults, its clock and its witnesses. */
final class SimServer {

    /** The time on the database's clock at the beginning of virtual time. */
    static final Instant BEGIN = Instant.parse("2026-03-01T12:00:00Z");

    private final Timeline timeline;
    private final Store behind;
    private final Trouble trouble;
    private final List<Witness> witnesses = new ArrayList<>();
    private long joins;
    private boolean takesRequests;

    SimServer(Timeline timeline, StoreFaults faults, Store behind) {
        this.timeline = timeline;
        this.behind = behind;
        this.trouble = new Trouble(timeline, faults);
    }

    Timeline timeline() {
        return timeline;
    }

    Store behind() {
        return behind;
    }

    Trouble trouble() {
        return trouble;
    }

    List<Witness> witnesses() {
        return witnesses;
    }

    Instant now() {
        return BEGIN.plusNanos(timeline.nanos()).plus(trouble.clockOffset()).truncatedTo(ChronoUnit.MICROS);
    }

    long nextJoin() {
        return ++joins;
    }

    SimLaneRow row(LaneStore lane, NodeId node, int number, long join) {
        return new SimLaneRow(behind, witnesses, lane, node, number, join);
    }

    void takeRequests(boolean possible) {
        takesRequests = possible;
    }

    boolean takesRequests() {
        return takesRequests;
    }

    List<InboxRow> requests(ShardSet shards, int limit, long lengthMax, Set<ExecutionId> except) {
        return behind.requests()
                .map(requests -> requests.waiting(shards, limit, lengthMax, except))
                .orElse(List.of());
    }
}
