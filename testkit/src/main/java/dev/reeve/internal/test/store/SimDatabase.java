package dev.reeve.internal.test.store;

import dev.reeve.ExecutionId;
import dev.reeve.ServicePause;
import dev.reeve.internal.store.ModelPermits;
import dev.reeve.internal.store.ModelRequests;
import dev.reeve.internal.store.ModelStore;
import dev.reeve.internal.test.timeline.Timeline;
import dev.reeve.spi.store.ExecutionFilter;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.InboxPost;
import dev.reeve.spi.store.InboxRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.ListPosition;
import dev.reeve.spi.store.ReplyRow;
import dev.reeve.spi.store.ScheduleRow;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A database in virtual time. It outlives the nodes. Each node {@linkplain #open opens} it. The simulated database
 * decides the fate of calls from a fenced or dead node, as a real database would. Use it on the simulation's thread
 * only.
 *
 * <pre>{@code
 * SimDatabase database = SimDatabase.model(timeline, faults);
 * Store store = database.open(callback -> node.run(callback));   // once for each node that lives
 * }</pre>
 */
public final class SimDatabase implements AutoCloseable {

    private final SimServer server;
    private final Store behind;
    private final Runnable cleanUp;

    private SimDatabase(Timeline timeline, StoreFaults faults, Store behind, Runnable cleanUp) {
        this.server = new SimServer(timeline, faults, behind);
        this.behind = behind;
        this.cleanUp = cleanUp;
    }

    /** A database that keeps everything in a {@link ModelStore}. */
    public static SimDatabase model(Timeline timeline, StoreFaults faults) {
        List<SimDatabase> made = new ArrayList<>(1);
        ModelStore behind = new ModelStore(
                () -> made.isEmpty() ? SimServer.BEGIN : made.getFirst().now());
        made.add(new SimDatabase(timeline, faults, behind, () -> {}));
        return made.getFirst();
    }

    /**
     * A database that keeps everything in another store.
     *
     * @param behind a store that injects no faults and answers immediately; closed with this database
     * @param cleanUp runs after that
     */
    public static SimDatabase over(Timeline timeline, StoreFaults faults, Store behind, Runnable cleanUp) {
        return new SimDatabase(timeline, faults, behind, cleanUp);
    }

    /**
     * The database as one node sees it.
     *
     * @param node runs the answers of the database in the given order: immediately, later if the node is paused, never
     *     if it is dead
     */
    public Store open(Consumer<Runnable> node) {
        return open(node, new StoreLine());
    }

    /**
     * As {@link #open(Consumer)}.
     *
     * @param line the connections of this node, which the caller may cut
     */
    public Store open(Consumer<Runnable> node, StoreLine line) {
        return new SimStore(server, new SimConnection(server, node, line));
    }

    /** Adds a witness, which sees every batch that is applied. */
    public void witness(Witness witness) {
        server.witnesses().add(witness);
    }

    /** The time of the database. */
    public Instant now() {
        return server.now();
    }

    /** The sum of the steps by which the database's time has gone backwards. */
    public Duration clockSetBack() {
        return server.trouble().setBack();
    }

    /** The longest step of the database's time, in either direction. */
    public Duration clockFarthest() {
        return server.trouble().farthest();
    }

    /** All executions, the newest first. Faults do not affect this read. */
    public List<ExecutionRow> executions(String namespace) {
        List<ExecutionRow> all = new ArrayList<>();
        ListPosition last = null;
        List<ExecutionRow> page;
        do {
            page = behind.list(everything(namespace, last));
            all.addAll(page);
            last = all.isEmpty() ? null : all.getLast().position();
        } while (page.size() == ExecutionFilter.LIMIT_MAX);
        return all;
    }

    /** As above, of all namespaces. */
    public List<ExecutionRow> executions() {
        return behind.namespaces().stream()
                .flatMap(namespace -> executions(namespace).stream())
                .toList();
    }

    private static ExecutionFilter everything(String namespace, @Nullable ListPosition after) {
        return new ExecutionFilter(namespace, null, Set.of(), Map.of(), null, null, after, ExecutionFilter.LIMIT_MAX);
    }

    /** The schedules of a namespace. Faults do not affect this read. */
    public List<ScheduleRow> schedules(String namespace) {
        return behind.schedules(namespace);
    }

    /** The pauses of services. Faults do not affect this read. */
    public List<ServicePause> pauses() {
        return behind.pauses();
    }

    /** The journal of an execution. Faults do not affect this read. */
    public List<JournalRow> journal(ExecutionId id) {
        return behind.history(id);
    }

    /** The replies in the inbox that wait for a node. Faults do not affect this read. */
    public List<ReplyRow> replies(String node) {
        return behind.cluster().inbox().replies(node, Long.MIN_VALUE, List.of());
    }

    /** Lets callers store requests from now on, if the store behind can. */
    public void takeRequests() {
        server.takeRequests(behind.requests().orElse(null) instanceof ModelRequests);
    }

    /** Whether callers can store requests. */
    public boolean takesRequests() {
        return server.takesRequests();
    }

    /** Stores a request in a transaction of its own, which no fault affects. */
    public void request(InboxPost post) {
        if (behind.requests().orElse(null) instanceof ModelRequests model) {
            model.add(post);
        }
        List<InboxRow> all = server.requests(ShardSet.ALL, Integer.MAX_VALUE, Long.MAX_VALUE, Set.of());
        server.witnesses().forEach(witness -> witness.posted(all));
    }

    /** The newest execution of a key, as a caller's transaction finds it. No fault affects this read. */
    public Optional<ExecutionRow> newest(ExecutionId first) {
        return behind.newest(first);
    }

    /** Whether commits reach the standby at present. Otherwise a caller's transaction waits. */
    public boolean isConfirming() {
        return !server.trouble().condition().isStalled();
    }

    /** Ends all faults and stops new ones. A transaction under way ends within a minute. */
    public void heal() {
        server.trouble().heal();
    }

    /** The agents' side of the permits; null if the store behind has none. */
    public @Nullable ModelPermits permits() {
        return behind instanceof ModelStore model ? model.permits() : null;
    }

    @Override
    public void close() {
        behind.close();
        cleanUp.run();
    }
}
