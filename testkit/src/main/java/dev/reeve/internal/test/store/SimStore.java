package dev.reeve.internal.test.store;

import dev.reeve.ExecutionId;
import dev.reeve.ScheduleChange;
import dev.reeve.ServiceChange;
import dev.reeve.ServicePause;
import dev.reeve.UndeliverableMessage;
import dev.reeve.UnofferedAction;
import dev.reeve.spi.store.ClaimedMessage;
import dev.reeve.spi.store.EndedExecution;
import dev.reeve.spi.store.EndedFilter;
import dev.reeve.spi.store.ExecutionFilter;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.Outbox;
import dev.reeve.spi.store.ScheduleRow;
import dev.reeve.spi.store.ScheduleStore;
import dev.reeve.spi.store.Settlement;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoredWorkflow;
import dev.reeve.spi.store.Undeployment;
import dev.reeve.spi.store.WaitingReceiver;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The simulated database as one node sees it. */
final class SimStore implements Store {

    private final SimDatabase database;
    private final Consumer<Runnable> node;
    private boolean closed;

    SimStore(SimDatabase database, Consumer<Runnable> node) {
        this.database = database;
        this.node = node;
    }

    @Override
    public List<LaneStore> join(NodeId id, int lanes) {
        return ask(Call.OTHER_WRITE, () -> {
            database.trouble().settleZombies();
            long join = database.nextJoin();
            List<LaneStore> joined = new ArrayList<>();
            for (LaneStore lane : database.behind().join(id, lanes)) {
                joined.add(new SimLane(database, this, lane, id, joined.size(), join));
            }
            return List.copyOf(joined);
        });
    }

    @Override
    public int lanesMax() {
        return database.behind().lanesMax();
    }

    @Override
    public Instant now() {
        return ask(Call.READ, database::now);
    }

    @Override
    public StoredWorkflow deploy(StoredWorkflow workflow) {
        return ask(Call.OTHER_WRITE, () -> database.behind().deploy(workflow));
    }

    @Override
    public Undeployment.Pinned undeploy(Undeployment undeployment) {
        return ask(Call.OTHER_WRITE, () -> database.behind().undeploy(undeployment));
    }

    @Override
    public boolean isDeployed(String namespace, String name, int version) {
        return ask(Call.READ, () -> database.behind().isDeployed(namespace, name, version));
    }

    @Override
    public Undeployment.Pinned pinned(String namespace, String name, int version) {
        return ask(Call.READ, () -> database.behind().pinned(namespace, name, version));
    }

    @Override
    public ServicePause pause(ServicePause pause) {
        return ask(Call.OTHER_WRITE, () -> database.behind().pause(pause));
    }

    @Override
    public int remove(List<ExecutionId> ended) {
        return ask(Call.OTHER_WRITE, () -> database.behind().remove(ended));
    }

    @Override
    public void resume(ServiceChange change) {
        ask(Call.OTHER_WRITE, () -> {
            database.behind().resume(change);
            return change;
        });
    }

    @Override
    public List<ServiceChange> serviceChanges(String action) {
        return ask(Call.READ, () -> database.behind().serviceChanges(action));
    }

    @Override
    public ScheduleStore scheduling() {
        return new SimSchedules();
    }

    /** Injects faults only if schedules exist: runs without schedules are not affected. */
    @Override
    public List<ScheduleRow> schedules(String namespace) {
        List<ScheduleRow> found = database.behind().schedules(namespace);
        return found.isEmpty() ? found : ask(Call.READ, () -> found);
    }

    @Override
    public List<ScheduleChange> scheduleChanges(String namespace, String name) {
        return ask(Call.READ, () -> database.behind().scheduleChanges(namespace, name));
    }

    private final class SimSchedules implements ScheduleStore {
        @Override
        public List<ScheduleRow> list(String namespace) {
            return ask(Call.READ, () -> database.behind().scheduling().list(namespace));
        }

        @Override
        public Optional<ScheduleRow> find(String namespace, String name) {
            return ask(Call.READ, () -> database.behind().scheduling().find(namespace, name));
        }

        @Override
        public boolean insert(ScheduleRow row) {
            return ask(Call.OTHER_WRITE, () -> database.behind().scheduling().insert(row));
        }

        @Override
        public boolean update(ScheduleRow row) {
            return ask(Call.OTHER_WRITE, () -> database.behind().scheduling().update(row));
        }

        @Override
        public boolean update(ScheduleRow row, ScheduleChange change) {
            return ask(Call.OTHER_WRITE, () -> database.behind().scheduling().update(row, change));
        }

        @Override
        public boolean delete(ScheduleChange change) {
            return ask(Call.OTHER_WRITE, () -> database.behind().scheduling().delete(change));
        }
    }

    @Override
    public boolean removeArchived(List<ExecutionId> ended, String receipt) {
        return ask(Call.OTHER_WRITE, () -> database.behind().removeArchived(ended, receipt));
    }

    @Override
    public boolean hasReceipt(String receipt) {
        return ask(Call.READ, () -> database.behind().hasReceipt(receipt));
    }

    @Override
    public boolean areKept(List<ExecutionId> ids) {
        return ask(Call.READ, () -> database.behind().areKept(ids));
    }

    @Override
    public void dropReceipt(String receipt) {
        ask(Call.OTHER_WRITE, () -> {
            database.behind().dropReceipt(receipt);
            return receipt;
        });
    }

    @Override
    public List<EndedExecution> ended(EndedFilter filter) {
        return ask(Call.READ, () -> database.behind().ended(filter));
    }

    @Override
    public void keepUnoffered(List<UnofferedAction> actions) {
        ask(Call.OTHER_WRITE, () -> {
            database.behind().keepUnoffered(actions);
            return actions;
        });
    }

    @Override
    public List<UnofferedAction> unoffered() {
        return ask(Call.READ, () -> database.behind().unoffered());
    }

    @Override
    public List<ServicePause> pauses() {
        return ask(Call.READ, () -> database.behind().pauses());
    }

    @Override
    public List<StoredWorkflow> workflows(String namespace) {
        return ask(Call.READ, () -> database.behind().workflows(namespace));
    }

    @Override
    public Optional<ExecutionRow> find(ExecutionId id) {
        return ask(Call.READ, () -> database.behind().find(id));
    }

    @Override
    public List<ExecutionRow> list(ExecutionFilter filter) {
        return ask(Call.READ, () -> database.behind().list(filter));
    }

    @Override
    public List<JournalRow> history(ExecutionId id) {
        return ask(Call.READ, () -> database.behind().history(id));
    }

    /** Answers immediately, because the caller blocks and virtual time stands still. */
    private <T> T ask(Call call, Supplier<T> question) {
        if (closed) {
            throw closedError();
        }
        database.trouble().begin();
        return database.trouble().deal(call, question);
    }

    boolean isClosed() {
        return closed;
    }

    static StoreException closedError() {
        return Trouble.unavailable("The store is closed. Open it again.");
    }

    /** Delivers an answer to the node, if the node can receive it. */
    void toNode(Runnable callback) {
        node.accept(callback);
    }

    @Override
    public List<UndeliverableMessage> undeliverable(int limit) {
        return ask(Call.READ, () -> database.behind().undeliverable(limit));
    }

    @Override
    public Outbox outbox() {
        return new SimOutbox();
    }

    @Override
    public String describe() {
        return "simulated database, " + database.behind().describe();
    }

    @Override
    public void close() {
        closed = true;
    }

    private final class SimOutbox implements Outbox {

        @Override
        public List<WaitingReceiver> receivers(@Nullable String after, int limit) {
            return ask(Call.READ, () -> database.behind().outbox().receivers(after, limit));
        }

        @Override
        public List<ClaimedMessage> claim(String receiver, Instant now, Instant until, int limit) {
            return ask(Call.OTHER_WRITE, () -> database.behind().outbox().claim(receiver, now, until, limit));
        }

        @Override
        public void settle(List<Settlement> settlements) {
            ask(Call.OTHER_WRITE, () -> {
                database.behind().outbox().settle(settlements);
                return settlements;
            });
        }

        @Override
        public int redeliver(ExecutionId execution, Instant now) {
            return ask(Call.OTHER_WRITE, () -> database.behind().outbox().redeliver(execution, now));
        }
    }
}
