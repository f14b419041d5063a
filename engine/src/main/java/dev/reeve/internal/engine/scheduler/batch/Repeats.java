package dev.reeve.internal.engine.scheduler.batch;

import dev.reeve.ExecutionId;
import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.internal.engine.scheduler.memory.Memory;
import dev.reeve.internal.engine.scheduler.message.Message;
import dev.reeve.spi.store.ShardSet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The messages of batches that did not land, and starts that stand aside because their key is held. They go before new
 * ones. Used by the lane's thread.
 */
public final class Repeats {

    private static final Logger LOG = LoggerFactory.getLogger(Repeats.class);

    /**
     * How often a stale batch is read and decided again before one of its messages is looked for. Two engines that both
     * write about a shard, until one of them learns that it lost it, hardly ever meet so often in one execution.
     */
    private static final int STALE_MAX = 3;

    private static final int STORED_WITHOUT_MAX = 16;

    /** The number of refusals in a row after which the report of an agent, or an execution, is given up. */
    private static final int REFUSED_MAX = 8;

    private final int lane;
    private final Memory memory;
    private final Deque<Message> messages = new ArrayDeque<>();
    private final HeldStarts held;

    /**
     * The sizes of the portions in which the messages go while one of them is to blame and not known. Halving finds it
     * in a dozen batches, however many messages there are. Empty if all go together.
     */
    private final Deque<Integer> portions = new ArrayDeque<>();

    /** Whether the batch under way is such a portion. */
    private boolean isPortion;

    /** How many stale batches in a row were decided again. */
    private int staleInARow;

    /**
     * How many messages the next batch may have. Less than usual while one of those is to blame that a reload finds
     * again, which cannot be kept in portions.
     */
    private int countMax = Integer.MAX_VALUE;

    /** How many batches in a row were stored without a message that a reload finds again. */
    private int storedWithout;

    /** How often in a row the store has refused messages that are repeated for an execution. */
    private final Map<ExecutionId, Integer> refused = new HashMap<>(0);

    public Repeats(int lane, Memory memory, Clock clock) {
        this.lane = lane;
        this.memory = memory;
        this.held = new HeldStarts(clock);
    }

    /** @return whether the turn must not take any more messages */
    public boolean takeTo(List<Message> taken) {
        isPortion = !portions.isEmpty() && !messages.isEmpty();
        if (isPortion) {
            int portion = portions.remove();
            while (taken.size() < portion && !messages.isEmpty()) {
                taken.add(messages.remove());
            }
            return true;
        }
        portions.clear();
        taken.addAll(messages);
        messages.clear();
        held.takeTo(taken);
        return false;
    }

    /** Puts a start aside whose key is held. It is decided again in a moment, or refused if that has not helped. */
    public void standAside(Message start) {
        held.add(start);
    }

    /** How long to rest until some go again, in nanoseconds, unless other messages come. */
    public long rest() {
        return messages.isEmpty() ? held.rest() : 0;
    }

    /** Puts messages that did not fit into this turn before all others. */
    public void postpone(List<Message> others) {
        for (int i = others.size() - 1; i >= 0; i--) {
            messages.addFirst(others.get(i));
        }
        if (isPortion) {
            portions.addFirst(others.size());
        }
    }

    /** Adds the messages of a batch that the store has rejected and whose slots were given back. */
    public void add(LaneBatch batch) {
        for (Message message : batch.messages()) {
            if (!(message instanceof Message.Grant)) {
                messages.add(message);
            }
        }
    }

    public boolean isEmpty() {
        return messages.isEmpty() && held.isEmpty();
    }

    /** Removes and returns the starts. */
    public List<Message> removeStarts() {
        return remove(Message::isStart);
    }

    /** Removes and returns the messages about executions of these shards. */
    List<Message> removeAbout(ShardSet shards) {
        refused.keySet().removeIf(shards::contains);
        return remove(message -> isAbout(message, shards));
    }

    private List<Message> remove(Predicate<Message> some) {
        List<Message> removed = new ArrayList<>(messages.stream().filter(some).toList());
        messages.removeIf(some);
        held.removeTo(removed, some);
        return removed;
    }

    private static boolean isAbout(Message message, ShardSet shards) {
        ExecutionId execution = message.execution();
        return execution != null && shards.contains(execution);
    }

    public List<Message> removeAll() {
        return remove(message -> true);
    }

    /**
     * The error that would occur again if the same messages were decided again; null if the error may pass. After a
     * failover that forgot who owns a shard, another engine may have written about an execution, so that what this lane
     * has in memory is stale (F22). The reload mends that, unless the history is damaged.
     */
    public @Nullable RuntimeException poison(Throwable cause, LaneBatch batch) {
        if (OwnFailures.isStale(cause) && !batch.messages().isEmpty() && staleInARow < STALE_MAX) {
            staleInARow++;
            batch.stale();
            return null;
        }
        staleInARow = 0;
        return OwnFailures.poison(cause, batch);
    }

    /** A batch was stored. One without messages, which only follows from a reload, proves nothing. */
    public void stored(LaneBatch batch) {
        if (batch.messages().isEmpty()) {
            return;
        }
        staleInARow = 0;
        if (!refused.isEmpty()) {
            batch.messages().forEach(message -> refused.remove(message.execution()));
        }
        if (countMax < Integer.MAX_VALUE && !isPortion && provesMuch(batch)) {
            countMax = countMax > Integer.MAX_VALUE / 2 ? Integer.MAX_VALUE : 2 * countMax;
        }
    }

    /**
     * Whether the batch had a message of the kind that may be to blame. Many batches without one prove as much: the
     * message does not come again.
     */
    private boolean provesMuch(LaneBatch batch) {
        boolean proves =
                batch.messages().stream().anyMatch(Message::isFoundAgain) || ++storedWithout >= STORED_WITHOUT_MAX;
        storedWithout = proves ? 0 : storedWithout;
        return proves;
    }

    /** How many messages the next batch may have. */
    public int countMax() {
        return countMax;
    }

    /**
     * Handles a batch that is not in the store: its messages are decided again, on fresh state.
     *
     * @param poison the error that would occur again; the message to blame is given up, or found by halving
     */
    public void notLanded(LaneBatch batch, @Nullable RuntimeException poison) {
        Message blamed = poison == null ? null : batch.blamed();
        List<Message> landless = batch.messages();
        int before = messages.size();
        for (int i = landless.size() - 1; i >= 0; i--) {
            Message message = landless.get(i);
            if (OwnFailures.standsAside(message, batch.locked())) {
                continue;
            }
            if (!message.equals(blamed) && !message.isFoundAgain() && !message.isRefusedStart()) {
                messages.addFirst(message);
            }
        }
        int repeated = messages.size() - before;
        if (poison != null && blamed != null) {
            countMax = Integer.MAX_VALUE;
            if (!OwnFailures.isRefused(poison)) { // that is logged with its execution
                LOG.error(
                        "lane {}: {} of execution={} cannot be dealt with; it is given up",
                        lane,
                        blamed.kind(),
                        blamed.execution(),
                        poison);
            }
            Message instead = OwnFailures.isRefused(poison) && mayPass(blamed)
                    ? blamed
                    : OwnFailures.givenUp(blamed, poison, memory);
            if (instead != null && !instead.comesByItself()) {
                messages.addFirst(instead);
                portions.addFirst(1);
            }
        }
        if (poison != null && blamed == null && repeated < landless.size()) {
            countMax = Math.max(1, (landless.size() - repeated) / 2);
        }
        if (repeated > 1 && poison != null && blamed == null) {
            portions.addFirst(repeated - repeated / 2);
            portions.addFirst(repeated / 2);
        } else if (repeated > 0 && (isPortion || (poison != null && blamed == null))) {
            portions.addFirst(repeated);
        }
        isPortion = false;
    }

    /**
     * Whether a message that the store has refused is decided again, because the cause may pass, such as a trigger of
     * the user's. The caller of any other message can repeat it.
     */
    private boolean mayPass(Message message) {
        ExecutionId id = message.repeatedFor();
        if (id == null) {
            return false;
        }
        boolean mayPass = refused.merge(id, 1, Integer::sum) < REFUSED_MAX;
        if (!mayPass) {
            refused.remove(id);
        }
        return mayPass;
    }
}
