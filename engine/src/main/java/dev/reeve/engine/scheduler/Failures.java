package dev.reeve.engine.scheduler;

import dev.reeve.core.Cause;
import dev.reeve.core.Command;
import dev.reeve.core.ExecutionId;
import dev.reeve.core.Failure;
import dev.reeve.engine.ErrorCode;
import dev.reeve.engine.ReeveException;
import dev.reeve.engine.store.StoreException;
import org.jspecify.annotations.Nullable;

/** Failures that the engine itself reports. */
final class Failures {

    private Failures() {}

    /** The work is done, but its result cannot be kept, and trying again would not help. */
    static Failure refusedByStore(RuntimeException cause) {
        String message = cause.getMessage();
        return new Failure(
                Cause.BUSINESS,
                "OUTPUT_REFUSED_BY_STORE",
                message == null ? cause.toString() : message,
                null,
                null,
                true);
    }

    /** What would happen again if the same messages were decided again; null if it may pass. */
    static @Nullable RuntimeException poison(Throwable cause, LaneBatch batch) {
        if (batch.messages().isEmpty()) {
            return null;
        }
        if (cause instanceof StoreException store) {
            return store.kind() == StoreException.Kind.DATA ? store : null;
        }
        if (batch.isHandedOver()) {
            return null;
        }
        return switch (cause) {
            case RuntimeException mistake -> mistake;
            // Deciding is pure, so nothing is left half done.
            case StackOverflowError deep -> new IllegalStateException("deciding needs more stack than there is", deep);
            default -> null;
        };
    }

    /**
     * This message cannot be dealt with, now or later; the others must not suffer for it (L7). Its sender is told.
     *
     * @return what is to be decided in its place; null for nothing
     */
    static @Nullable Message givenUp(Message message, RuntimeException poison, Memory memory) {
        boolean data = poison instanceof StoreException;
        if (data && message instanceof Message.Ask ask && ask.command() instanceof Command.CompleteAttempt complete) {
            return new Message.Ask(
                    ask.id(), new Command.FailAttempt(complete.token(), refusedByStore(poison)), ask.answer());
        }
        if (data) {
            message.fail(new ReeveException(ErrorCode.INVALID_INPUT, String.valueOf(poison.getMessage()), poison));
            return null;
        }
        ExecutionId repeated = message.repeatedFor();
        if (repeated != null) {
            memory.shun(repeated, poison);
        }
        message.fail(new ReeveException(
                ErrorCode.INTERNAL,
                "a mistake in Reeve: " + poison + "; nothing of it is stored, see the log",
                poison));
        return null;
    }

    /** Whether somebody outside was in the way of the batch. */
    static void noteLock(Throwable cause, LaneBatch batch) {
        if (cause instanceof StoreException store && store.kind() == StoreException.Kind.LOCKED) {
            batch.locked(store);
        }
    }

    /**
     * Of all that a batch may have to wait for, only the key of a start can be held by somebody outside, in a transaction of their own (S3)
     * that lasts as long as they like. Starts with keys can be repeated; nobody else waits for them.
     */
    static boolean standsAside(Message message, @Nullable StoreException locked) {
        if (locked == null
                || !(message instanceof Message.Begin begin)
                || !begin.request().mayBeRepeated()) {
            return false;
        }
        message.fail(new ReeveException(
                ErrorCode.STORE_UNAVAILABLE,
                "its key, or one beside it, is held by a transaction that has not ended, so it is not known yet whether it is taken;"
                        + " nothing was stored: start again with the same key",
                locked));
        return true;
    }
}
