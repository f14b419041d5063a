package dev.reeve.internal.engine.scheduler.batch;

import dev.reeve.ReeveException;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.engine.scheduler.message.Message;
import java.util.List;
import java.util.function.Consumer;

/**
 * Passes the messages of a lane on whose shards other nodes take over.
 *
 * @param cause why the lane has ended
 * @param inDoubt the error for callers whose requests may or may not be stored
 * @param heirs receives the messages that can be handled again
 */
public record Succession(ReeveException cause, ReeveException inDoubt, Consumer<Message> heirs) {

    /** A message that nothing was stored for. */
    public void undecided(Message message) {
        if (message.execution() == null) {
            message.fail(cause);
        } else {
            heirs.accept(message);
        }
    }

    /**
     * The messages of the lane's last batch.
     *
     * @param isHandedOver whether the store decides the outcome of the batch
     */
    void last(List<Message> messages, boolean isHandedOver) {
        for (Message message : messages) {
            if (message instanceof Message.Grant || message instanceof Message.StartChild) {
                continue; // the batch gives the slot back, and the next owner finds the step by itself
            }
            if (isHandedOver && !isRepeatable(message)) {
                message.fail(message instanceof Message.Forwarded ? cause : inDoubt);
            } else {
                undecided(message);
            }
        }
    }

    /** Whether a message has no further effect if it was handled before. */
    private static boolean isRepeatable(Message message) {
        return message instanceof Message.AwaitEnd
                || message instanceof Message.Arrive
                || message instanceof Message.Wake
                || (message instanceof Message.Ask ask && ask.command() instanceof Command.LoseAttempt);
    }
}
