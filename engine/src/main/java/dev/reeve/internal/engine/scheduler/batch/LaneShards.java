package dev.reeve.internal.engine.scheduler.batch;

import dev.reeve.ExecutionId;
import dev.reeve.internal.engine.dispatch.Dispatcher;
import dev.reeve.internal.engine.scheduler.memory.Memory;
import dev.reeve.internal.engine.scheduler.message.Ended;
import dev.reeve.internal.engine.scheduler.message.Handover;
import dev.reeve.internal.engine.scheduler.message.Message;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.ShardSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The shards of a lane, which change while it works. A lane handles messages about its own executions only, and passes
 * the others on. Used by the lane's thread, except for {@link #shards} and {@link #onStray}.
 */
public final class LaneShards {

    private final int lane;
    private final Memory memory;
    private final Repeats again;
    private final Dispatcher dispatcher;
    private volatile ShardSet shards;
    private volatile Consumer<Message> strays = message -> {};

    /**
     * @param shards the shards that the lane begins with
     * @param again receives the messages that belong to a later turn
     * @param dispatcher forgets what waits in shards that other nodes get
     */
    public LaneShards(int lane, ShardSet shards, Memory memory, Repeats again, Dispatcher dispatcher) {
        this.lane = lane;
        this.shards = shards;
        this.memory = memory;
        this.again = again;
        this.dispatcher = dispatcher;
    }

    /** Sets where messages about executions of other lanes go. */
    public void onStray(Consumer<Message> action) {
        strays = action;
    }

    /** Passes a message on that this lane does not handle. May be called by any thread. */
    public void pass(Message message) {
        strays.accept(message);
    }

    /** The shards that the lane writes. May be called by any thread. */
    public ShardSet shards() {
        return shards;
    }

    /**
     * The messages that this turn handles: those about the lane's own executions, or a single one that changes which
     * shards the lane has. Passes the others on.
     */
    public List<Message> own(List<Message> taken) {
        int regular = 0;
        while (regular < taken.size() && isOwn(taken.get(regular))) {
            regular++;
        }
        return regular == taken.size() ? taken : separated(taken);
    }

    private boolean isOwn(Message message) {
        return !changesShards(message) && belongsHere(message);
    }

    private static boolean changesShards(Message message) {
        return message instanceof Message.Release || message instanceof Message.Acquire;
    }

    private boolean belongsHere(Message message) {
        ExecutionId execution = message.execution();
        return execution == null || shards.contains(execution);
    }

    private List<Message> separated(List<Message> taken) {
        List<Message> own = new ArrayList<>(taken.size());
        for (int i = 0; i < taken.size(); i++) {
            Message message = taken.get(i);
            if (changesShards(message)) {
                int end = own.isEmpty() ? i + 1 : i;
                if (end < taken.size()) {
                    again.postpone(taken.subList(end, taken.size()));
                }
                return own.isEmpty() ? List.of(message) : own;
            }
            if (belongsHere(message)) {
                own.add(message);
            } else {
                strays.accept(message);
            }
        }
        return own;
    }

    /** Adds shards that another lane has handed over. */
    public void acquire(Handover handover) {
        shards = shards.with(handover.shards());
        memory.shunAlso(handover.shunned());
    }

    /** Lets the batch free the shards that it releases to other nodes. Called before the batch is stored. */
    public void release(LaneBatch batch) {
        if (!batch.messages().isEmpty()
                && batch.messages().getFirst() instanceof Message.Release release
                && release.free()) {
            batch.free(shards.without(shards.without(release.shards())));
        }
    }

    /**
     * Hands shards over, if the batch consists of that message: forgets their executions and passes on the callers that
     * wait for one of them.
     *
     * @return whether the lane has handed over any
     */
    public boolean released(LaneBatch batch) {
        if (batch.messages().isEmpty()
                || !(batch.messages().getFirst()
                        instanceof
                        Message.Release(ShardSet wanted, boolean free, CompletableFuture<Handover> promise))) {
            return false;
        }
        ShardSet before = shards;
        shards = before.without(wanted);
        ShardSet leaving = before.without(shards);
        Map<ExecutionId, RuntimeException> shunned = memory.shunned(leaving);
        Map<ExecutionId, List<CompletableFuture<Ended>>> waiting = memory.release(leaving);
        if (free) {
            dispatcher.drop(leaving); // before the messages go elsewhere: no slot is given to these steps any more
        }
        promise.complete(new Handover(leaving, shunned));
        // At once: the other lane may be loading these executions already, and must not miss these messages.
        again.removeAbout(leaving).forEach(strays);
        waiting.forEach((id, promises) -> promises.forEach(ended -> strays.accept(new Message.AwaitEnd(id, ended))));
        return true;
    }

    /** Checks that the lane writes its own executions only (I9). */
    public void check(List<JournalRow> rows) {
        for (JournalRow row : rows) {
            if (!shards.contains(row.id())) {
                throw new IllegalStateException("lane %d writes %s, which is in shard %d, and has the %s"
                        .formatted(lane, row.id(), row.id().shard(), shards));
            }
        }
    }
}
