package dev.reeve.internal.engine.scheduler.batch;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.internal.engine.runtime.Mailbox;
import dev.reeve.internal.engine.scheduler.admission.Overload;
import dev.reeve.internal.engine.scheduler.message.Message;
import dev.reeve.internal.engine.scheduler.message.Weights;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The mailboxes of a lane. Refuses messages once the lane has ended. Any thread may offer messages; the lane's thread
 * takes them.
 */
public final class Entrance {

    /**
     * The maximum number of waiting messages for requests from outside. The number of other messages is bounded by the
     * number of attempts.
     */
    private static final int QUESTIONS_MAX = 100_000;

    private final Mailbox<Message> messages = new Mailbox<>(Integer.MAX_VALUE);
    private final Mailbox<Message> starts;

    /** The messages that were taken and not answered yet; null between turns. Written by the lane's thread. */
    private volatile @Nullable LaneBatch underWay;

    /** Why the lane has ended; null while it works. */
    private volatile @Nullable ReeveException over;

    /** Where the messages go, if other nodes take the lane's shards over; null otherwise. */
    private volatile @Nullable Succession succession;

    public Entrance(int waitingStartsMax) {
        starts = new Mailbox<>(waitingStartsMax);
    }

    public void onMessage(Runnable signal) {
        messages.onMessage(signal);
        starts.onMessage(signal);
    }

    public void offer(Message message) {
        messages.offer(message);
        refuseIfOver();
    }

    /**
     * Offers a request from outside. It is refused if too many messages wait; other messages are never refused for
     * that.
     */
    public void offerQuestion(Message message) {
        int waiting = messages.size();
        if (waiting >= QUESTIONS_MAX) {
            message.fail(Overload.questions(waiting));
        } else {
            offer(message);
        }
    }

    /** @return false if too many starts wait already */
    public boolean offerStart(Message.Begin start) {
        boolean taken = starts.offer(start);
        refuseIfOver();
        return taken;
    }

    public int waitingStarts() {
        return starts.size();
    }

    public boolean isEmpty() {
        return messages.isEmpty() && starts.isEmpty();
    }

    /**
     * Takes messages about existing executions before starts. The supervisor asks for a sweep at regular intervals,
     * also while the lane waits for the store; one sweep answers all of these.
     */
    public void takeTo(List<Message> taken, int countMax, long bytesMax) {
        messages.drainTo(taken, countMax - taken.size(), Weights::of, bytesMax);
        long bytes = 0;
        Message sweep = null;
        for (Message message : taken) {
            bytes += Weights.of(message);
            sweep = message instanceof Message.Sweep ? message : sweep;
        }
        if (sweep != null) {
            taken.removeIf(Message.Sweep.class::isInstance);
            messages.removeIf(Message.Sweep.class::isInstance);
            taken.add(sweep);
        }
        starts.drainTo(taken, countMax - taken.size(), Weights::of, bytesMax - bytes);
    }

    public void takeStartsTo(List<Message> taken) {
        starts.drainTo(taken, Integer.MAX_VALUE);
    }

    public @Nullable LaneBatch underWay() {
        return underWay;
    }

    /** @param batch messages that were taken and are not answered yet; null once they are, or will be taken again */
    public void underWay(@Nullable LaneBatch batch) {
        underWay = batch;
    }

    /**
     * Ends a batch without an answer to its messages.
     *
     * @return false if its messages were passed on already
     */
    public synchronized boolean ended(LaneBatch batch) {
        boolean isMine = batch.equals(underWay);
        underWay = null;
        return isMine;
    }

    /**
     * Keeps only the first messages in a batch.
     *
     * @return the others, for a later turn; without those that were passed on already
     */
    public synchronized List<Message> cut(LaneBatch batch, int count) {
        List<Message> others = batch.cut(count);
        return batch.equals(underWay)
                ? others
                : others.stream().filter(Message.Grant.class::isInstance).toList();
    }

    /** Why the lane has ended; null while it works. */
    public @Nullable ReeveException over() {
        return over;
    }

    public void over(ReeveException cause) {
        over = cause;
    }

    /** The lane ends, and other nodes take its shards over. */
    public void leave(Succession next) {
        succession = next;
        over = next.cause();
    }

    /** Where the messages go, if other nodes take the lane's shards over; null otherwise. */
    public @Nullable Succession succession() {
        return succession;
    }

    /** @return why the lane has ended: because it was closed, unless it had ended before */
    public ReeveException close() {
        ReeveException cause = over;
        if (cause == null) {
            cause = ReeveException.of(
                    ErrorCode.CLOSED,
                    "this engine was closed; started executions continue when the store is opened again");
            over = cause;
        }
        return cause;
    }

    /**
     * Called after offering: the thread that ends the lane sets {@code over} and then empties the mailboxes once more.
     */
    private void refuseIfOver() {
        ReeveException cause = over;
        if (cause != null) {
            refuse(cause);
        }
    }

    /** Fails all waiting messages, or passes them on. May be called by any thread. */
    public void refuse(ReeveException cause) {
        Succession next = succession;
        List<Message> waiting = new ArrayList<>();
        LaneBatch batch = underWay;
        if (next != null) {
            passUnderWay(next);
        } else if (batch != null) {
            waiting.addAll(batch.messages());
        }
        messages.drainTo(waiting, Integer.MAX_VALUE);
        starts.drainTo(waiting, Integer.MAX_VALUE);
        waiting.forEach(message -> {
            if (next == null) {
                message.fail(cause);
            } else {
                next.undecided(message);
            }
        });
    }

    /** Only one thread may pass these messages on. */
    private void passUnderWay(Succession next) {
        LaneBatch batch;
        List<Message> last;
        synchronized (this) {
            batch = underWay;
            last = batch == null ? List.of() : batch.messages();
            underWay = null;
        }
        if (batch != null) {
            next.last(last, batch.isHandedOver());
        }
    }
}
