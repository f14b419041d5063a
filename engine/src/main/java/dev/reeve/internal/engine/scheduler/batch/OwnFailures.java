package dev.reeve.internal.engine.scheduler.batch;

import dev.reeve.AttemptToken;
import dev.reeve.Cause;
import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.Failure;
import dev.reeve.ReeveException;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.engine.scheduler.memory.Memory;
import dev.reeve.internal.engine.scheduler.message.Letter;
import dev.reeve.internal.engine.scheduler.message.Message;
import dev.reeve.spi.store.StoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Failures that the engine itself reports. */
public final class OwnFailures {

    private static final Logger LOG = LoggerFactory.getLogger(OwnFailures.class);

    private OwnFailures() {}

    /**
     * For completed work whose result the store rejects. A retry would not help. The store's own message may have its
     * SQL and its data, so only the log has it.
     */
    public static Failure refusedByStore(AttemptToken token, RuntimeException cause) {
        if (cause instanceof StoreException) { // otherwise the owner's lane has logged it
            LOG.error(
                    "execution={} step={} attempt={} the database refuses the output; the attempt fails",
                    token.execution(),
                    token.step(),
                    token.attempt(),
                    cause);
        }
        return new Failure(
                Cause.BUSINESS,
                "OUTPUT_REFUSED_BY_STORE",
                "the database refuses to store this output; the log of the engine has the reason under execution=%s step=%s"
                        .formatted(token.execution(), token.step()),
                null,
                null,
                true);
    }

    /** For a request with a value that the store rejects, as above. It has no cause, which callers may show. */
    public static ReeveException valueRefused(@Nullable ExecutionId execution, StoreException cause) {
        LOG.error("execution={} the database refuses to store a request", execution, cause);
        return ReeveException.of(
                ErrorCode.INVALID_INPUT,
                "the database refuses to store this request, and nothing was stored: a value of it is to blame, or a trigger or a policy on Reeve's tables; the log of the engine has the reason under execution="
                        + execution);
    }

    /** The error that would occur again if the same messages were decided again; null if the error may pass. */
    public static @Nullable RuntimeException poison(Throwable cause, LaneBatch batch) {
        if (batch.messages().isEmpty()) {
            return null;
        }
        if (cause instanceof StoreException store) {
            return store.kind() == StoreException.Kind.DATA || isStale(store) ? store : null;
        }
        if (batch.isHandedOver()) {
            return null;
        }
        return switch (cause) {
            case RuntimeException mistake -> mistake;
            // DecisionApplier is pure, so nothing is left half done.
            case StackOverflowError deep -> new IllegalStateException("deciding needs more stack than there is", deep);
            default -> null;
        };
    }

    /** Whether the store has refused the content of the batch. */
    static boolean isRefused(RuntimeException poison) {
        return poison instanceof StoreException && !isStale(poison);
    }

    /** Whether the store has something else than what was decided on. */
    static boolean isStale(Throwable cause) {
        return cause instanceof StoreException store && store.kind() == StoreException.Kind.STALE;
    }

    /**
     * Gives up a message that can never be handled, so that the others do not suffer for it (L7). Notifies its sender.
     * If a message stays stale although its execution was read again and again, the history of that execution is
     * damaged. The result of an agent is not to blame for it.
     *
     * @return the message to decide in its place; null for none
     */
    static @Nullable Message givenUp(Message message, RuntimeException poison, Memory memory) {
        StoreException refused = poison instanceof StoreException store && isRefused(store) ? store : null;
        if (refused != null
                && message instanceof Message.Ask ask
                && ask.command() instanceof Command.CompleteAttempt complete) {
            return new Message.Ask(
                    ask.id(),
                    new Command.FailAttempt(complete.token(), refusedByStore(complete.token(), refused)),
                    ask.answer());
        }
        ExecutionId repeated = refused == null || message.comesByItself() ? message.repeatedFor() : null;
        if (repeated != null) {
            memory.shun(repeated, poison);
        }
        if (refused != null) {
            message.fail(valueRefused(message.execution(), refused));
            return null;
        }
        message.fail(
                isStale(poison)
                        ? ReeveException.of(
                                ErrorCode.INTERNAL,
                                "the store refuses again and again what follows from its own content, so nothing of it is stored: the log of the engine has the reason under execution="
                                        + message.execution())
                        : ReeveException.of(
                                ErrorCode.INTERNAL,
                                "a mistake in Reeve: " + poison + "; nothing of it is stored, see the log",
                                poison));
        return null;
    }

    /** Notes in the batch that a lock of an outside transaction blocked it. */
    public static void noteLock(Throwable cause, LaneBatch batch) {
        if (cause instanceof StoreException store && store.kind() == StoreException.Kind.LOCKED) {
            batch.locked(store);
        }
    }

    /**
     * Fails a start with a key if an outside lock blocked the batch. Of everything that a batch may wait for, only the
     * key of a start can be locked from outside, by a caller's own transaction (S3) that may last for any time. Starts
     * with keys can be repeated, and the other messages must not wait for them. Most such keys are noticed before; see
     * {@link HeldStarts}.
     */
    static boolean standsAside(Message message, @Nullable StoreException locked) {
        Message opened = message instanceof Message.Forwarded(Letter letter) ? letter.open() : message;
        if (locked == null
                || !(opened instanceof Message.Begin begin)
                || !begin.request().mayBeRepeated()) {
            return false;
        }
        message.fail(lockedKey("its key, or one beside it,", locked));
        return true;
    }

    /** For a start whose key is held by a transaction that does not end. */
    static ReeveException heldKey() {
        return lockedKey(
                "its key",
                new StoreException(
                        StoreException.Kind.LOCKED,
                        "the transaction of another caller has started the same key",
                        null));
    }

    private static ReeveException lockedKey(String which, StoreException cause) {
        return ReeveException.of(
                ErrorCode.STORE_UNAVAILABLE,
                which
                        + " is held by a transaction that has not ended, so it is not known yet whether it is taken;"
                        + " nothing was stored: start again with the same key",
                cause);
    }
}
