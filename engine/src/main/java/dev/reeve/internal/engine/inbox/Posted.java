package dev.reeve.internal.engine.inbox;

import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.ReeveException;
import dev.reeve.internal.engine.scheduler.message.Message;
import dev.reeve.internal.engine.scheduler.message.Started;
import dev.reeve.internal.engine.scheduler.message.Weights;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message for another node, until it is answered.
 *
 * @param request identifies it among the messages of this node
 * @param sinceNanos when it came
 */
record Posted(Message message, long request, long sinceNanos) {

    ExecutionId execution() {
        return Objects.requireNonNull(message.execution(), message::kind);
    }

    long weight() {
        return Weights.of(message);
    }

    /**
     * Answers the message as the owner has answered it.
     *
     * @return false if that is no answer to such a message; it was not answered then
     */
    boolean answer(Reply reply) {
        switch (reply) {
            case Reply.Failed failed -> message.fail(failed.toException());
            case Reply.Begun(boolean existing, ExecutionId newest)
            when message instanceof Message.Begin begin ->
                begin.promise().complete(new Started(newest == null ? execution() : newest, existing));
            case Reply.Decided decided
            when message instanceof Message.Ask ask -> ask.answer().decided(decided.refused());
            case Reply.Arrived(boolean there)
            when message instanceof Message.Arrive arrive -> arrive.there().accept(there);
            case Reply.Begun begun -> {
                return false;
            }
            case Reply.Decided decided -> {
                return false;
            }
            case Reply.Arrived arrived -> {
                return false;
            }
        }
        return true;
    }

    /** For a message of which it is not known whether it is carried out. */
    ReeveException inDoubt(String problem, @Nullable Throwable cause) {
        String what = message.isStart()
                ? "the start of execution %s may or may not be stored: %s; start again with the same key"
                : "the request to execution %s may or may not be carried out: %s; look at the execution before you ask again";
        return ReeveException.of(ErrorCode.STORE_UNAVAILABLE, what.formatted(execution(), problem), cause);
    }

    /** For a message that was not given to the store. */
    ReeveException notStored(@Nullable Throwable cause) {
        return ReeveException.of(
                ErrorCode.STORE_UNAVAILABLE,
                "the store did not take the request to execution %s, which another node has; nothing was changed: try again when the store is back"
                        .formatted(execution()),
                cause);
    }
}
