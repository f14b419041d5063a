package dev.reeve.internal.engine.scheduler.batch;

import dev.reeve.ExecutionId;
import dev.reeve.internal.engine.scheduler.memory.Memory;
import dev.reeve.internal.engine.scheduler.message.Message;
import dev.reeve.spi.store.ShardSet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The messages of batches that did not land. They go before new ones. Used by the lane's thread. */
public final class Repeats {

    private static final Logger LOG = LoggerFactory.getLogger(Repeats.class);

    private final int lane;
    private final Memory memory;
    private final Deque<Message> messages = new ArrayDeque<>();

    /**
     * The sizes of the portions in which the messages go while one of them is to blame and not known. Halving finds it
     * in a dozen batches, however many messages there are. Empty if all go together.
     */
    private final Deque<Integer> portions = new ArrayDeque<>();

    /** Whether the batch under way is such a portion. */
    private boolean isPortion;

    public Repeats(int lane, Memory memory) {
        this.lane = lane;
        this.memory = memory;
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
        return false;
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
        return messages.isEmpty();
    }

    /** Removes and returns the starts. */
    public List<Message> removeStarts() {
        List<Message> starts =
                new ArrayList<>(messages.stream().filter(Message::isStart).toList());
        messages.removeIf(Message::isStart);
        return starts;
    }

    /** Removes and returns the messages about executions of these shards. */
    List<Message> removeAbout(ShardSet shards) {
        List<Message> about =
                messages.stream().filter(message -> isAbout(message, shards)).toList();
        messages.removeIf(message -> isAbout(message, shards));
        return about;
    }

    private static boolean isAbout(Message message, ShardSet shards) {
        ExecutionId execution = message.execution();
        return execution != null && shards.contains(execution);
    }

    public List<Message> removeAll() {
        List<Message> all = new ArrayList<>(messages);
        messages.clear();
        return all;
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
            LOG.error("lane {}: {} cannot be dealt with; it is given up", lane, blamed.kind(), poison);
            Message instead = OwnFailures.givenUp(blamed, poison, memory);
            if (instead != null) {
                messages.addFirst(instead);
            }
        }
        if (repeated > 1 && poison != null && blamed == null) {
            portions.addFirst(repeated - repeated / 2);
            portions.addFirst(repeated / 2);
        } else if (repeated > 0 && (isPortion || (poison != null && blamed == null))) {
            portions.addFirst(repeated);
        }
        isPortion = false;
    }
}
