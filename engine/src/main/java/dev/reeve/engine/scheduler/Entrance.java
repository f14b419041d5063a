package dev.reeve.engine.scheduler;

import dev.reeve.engine.ErrorCode;
import dev.reeve.engine.ReeveException;
import dev.reeve.engine.runtime.Mailbox;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where messages for a lane come in, and are turned away once nothing is done any more. Messages are offered by any thread, and
 * taken by the lane's.
 */
final class Entrance {

    /** So many messages may wait when somebody outside asks for something; others can only be as many as there are attempts. */
    private static final int QUESTIONS_MAX = 100_000;

    private final Mailbox<Message> messages = new Mailbox<>(Integer.MAX_VALUE);
    private final Mailbox<Message> starts;

    /** Taken from the mailboxes, and not answered yet; null between turns. Written by the lane's thread. */
    private volatile @Nullable LaneBatch underWay;

    /** Why nothing is done any more; null while something is. */
    private volatile @Nullable ReeveException over;

    Entrance(int waitingStartsMax) {
        starts = new Mailbox<>(waitingStartsMax);
    }

    void onMessage(Runnable signal) {
        messages.onMessage(signal);
        starts.onMessage(signal);
    }

    void offer(Message message) {
        messages.offer(message);
        refuseIfOver();
    }

    /** What somebody outside asks: refused if too many such wait already, which nobody else is. */
    void offerQuestion(Message message) {
        int waiting = messages.size();
        if (waiting >= QUESTIONS_MAX) {
            message.fail(Overload.questions(waiting));
        } else {
            offer(message);
        }
    }

    /** @return false if too many starts wait already */
    boolean offerStart(Message.Begin start) {
        boolean taken = starts.offer(start);
        refuseIfOver();
        return taken;
    }

    int waitingStarts() {
        return starts.size();
    }

    boolean isEmpty() {
        return messages.isEmpty() && starts.isEmpty();
    }

    /** What is under way goes before what is new: a full house finishes its guests first. */
    void takeTo(List<Message> taken, int countMax, long bytesMax) {
        messages.drainTo(taken, countMax - taken.size(), Weights::of, bytesMax);
        long bytes = 0;
        for (Message message : taken) {
            bytes += Weights.of(message);
        }
        starts.drainTo(taken, countMax - taken.size(), Weights::of, bytesMax - bytes);
    }

    void takeStartsTo(List<Message> taken) {
        starts.drainTo(taken, Integer.MAX_VALUE);
    }

    @Nullable LaneBatch underWay() {
        return underWay;
    }

    /** @param batch what was taken and is not answered yet; null once it is, or is to be taken again */
    void underWay(@Nullable LaneBatch batch) {
        underWay = batch;
    }

    /** Why nothing is done any more; null while something is. */
    @Nullable ReeveException over() {
        return over;
    }

    void over(ReeveException cause) {
        over = cause;
    }

    /** @return why nothing is done any more: because it was closed, unless there was a reason before */
    ReeveException close() {
        ReeveException cause = over;
        if (cause == null) {
            cause = new ReeveException(
                    ErrorCode.CLOSED,
                    "this engine was closed; what was started goes on when the store is opened again");
            over = cause;
        }
        return cause;
    }

    /** Looked at after offering: whoever ends the lane looks into the mailboxes once more after saying so. */
    private void refuseIfOver() {
        ReeveException cause = over;
        if (cause != null) {
            refuse(cause);
        }
    }

    /** Whoever waits is told so. By any thread. */
    void refuse(ReeveException cause) {
        List<Message> waiting = new ArrayList<>();
        LaneBatch batch = underWay;
        if (batch != null) {
            waiting.addAll(batch.messages());
        }
        messages.drainTo(waiting, Integer.MAX_VALUE);
        starts.drainTo(waiting, Integer.MAX_VALUE);
        waiting.forEach(message -> message.fail(cause));
    }
}
