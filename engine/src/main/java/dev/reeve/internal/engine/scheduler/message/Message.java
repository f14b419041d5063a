package dev.reeve.internal.engine.scheduler.message;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.ReeveException;
import dev.reeve.StepPath;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.engine.dispatch.Slot;
import dev.reeve.spi.store.ShardSet;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A request to a lane. */
public sealed interface Message {

    /** A start, answered after the commit. */
    record Begin(StartRequest request, CompletableFuture<Started> promise) implements Message {}

    /** A command, answered after the commit. */
    record Ask(ExecutionId id, Command command, Answer answer) implements Message {}

    /**
     * An attempt that is lost because its agent's node is gone, as far as the lane's node knows. Never passed on: a
     * node that others have removed does not know the nodes that joined since, and the next owner judges by itself.
     */
    record Orphan(AttemptToken token) implements Message {}

    /** A slot for a queued step. */
    record Grant(ExecutionId id, StepPath step, Slot slot) implements Message {}

    /** Starts a child execution that does or undoes a step. */
    record StartChild(ExecutionId id, StepPath step) implements Message {}

    /** Checks an execution for due work, if it is still in memory. */
    record Wake(ExecutionId id, Instant judgeSilenceFrom) implements Message {}

    /** Answered when the execution has ended. */
    record AwaitEnd(ExecutionId id, CompletableFuture<Ended> promise) implements Message {}

    /** Loads an execution that no lane has put into the store. Answered with whether it exists. */
    record Arrive(ExecutionId id, Consumer<Boolean> there) implements Message {}

    /** Answered when everything decided before is stored. */
    record Pass(CompletableFuture<Void> promise) implements Message {}

    /**
     * Hands shards over: the lane forgets their executions. Answered with those that the lane had, once everything that
     * was decided about them is stored. Messages about them are passed on from then on.
     *
     * @param free whether the shards become free in the store, for another node
     */
    record Release(ShardSet shards, boolean free, CompletableFuture<Handover> promise) implements Message {}

    /** Takes shards over from another lane: loads what is in flight or due in them. */
    record Acquire(Handover handover) implements Message {}

    /** A message from another node. The batch that applies it removes it from the inbox, and stores the reply. */
    record Forwarded(Letter letter) implements Message {}

    /** Loads parked executions that will soon be due. */
    record Sweep() implements Message {}

    /** The execution that the message is about; null if it is about the lane. */
    default @Nullable ExecutionId execution() {
        return switch (this) {
            case Begin begin -> begin.request().id();
            case Ask ask -> ask.id();
            case Orphan orphan -> orphan.token().execution();
            case Grant grant -> grant.id();
            case StartChild start -> start.id();
            case Wake wake -> wake.id();
            case AwaitEnd await -> await.id();
            case Arrive arrive -> arrive.id();
            case Pass pass -> null;
            case Release release -> null;
            case Acquire acquire -> null;
            case Forwarded forwarded -> forwarded.letter().execution();
            case Sweep sweep -> null;
        };
    }

    /** Whether a reload finds the same message again, so that it need not be kept. */
    default boolean isFoundAgain() {
        return this instanceof Grant
                || this instanceof StartChild
                || this instanceof Orphan
                || (this instanceof Ask ask && ask.command() instanceof Command.LoseAttempt);
    }

    /** Whether it comes again without a sender, by a reload or by time. */
    default boolean comesByItself() {
        return isFoundAgain() || this instanceof Wake;
    }

    /**
     * The execution for which this message, or one like it, is repeated until it is handled; null if only its sender
     * may repeat it.
     */
    default @Nullable ExecutionId repeatedFor() {
        return switch (this) {
            case Grant grant -> grant.id();
            case Orphan orphan -> orphan.token().execution();
            case StartChild start -> start.id();
            case Wake wake -> wake.id();
            case Ask ask -> isAboutAttempt(ask.command()) ? ask.id() : null;
            case Begin begin -> null;
            case AwaitEnd await -> null;
            case Arrive arrive -> arrive.id();
            case Forwarded forwarded -> forwarded.letter().open().repeatedFor();
            case Sweep sweep -> null;
            case Pass pass -> null;
            case Release release -> null;
            case Acquire acquire -> null;
        };
    }

    /** Agents repeat their reports until they are answered. A reload finds lost attempts again. */
    private static boolean isAboutAttempt(Command command) {
        return command instanceof Command.CompleteAttempt
                || command instanceof Command.FailAttempt
                || command instanceof Command.LoseAttempt;
    }

    default boolean isStart() {
        return this instanceof Begin;
    }

    /** Whether it is a start whose caller knows that it may not be stored. */
    default boolean isRefusedStart() {
        return this instanceof Begin begin && begin.promise().isCompletedExceptionally();
    }

    /** Fails a start. Has no effect on other messages. */
    default void failStart(ReeveException cause) {
        if (this instanceof Begin) {
            fail(cause);
        }
    }

    /** The kind of message, for logs. */
    default String kind() {
        return this instanceof Ask ask
                ? ask.command().getClass().getSimpleName()
                : getClass().getSimpleName();
    }

    /** Fails the future or answer of a waiting caller. */
    default void fail(ReeveException cause) {
        switch (this) {
            case Begin begin -> begin.promise().completeExceptionally(cause);
            case Ask ask -> ask.answer().failed(cause);
            case AwaitEnd await -> await.promise().completeExceptionally(cause);
            case Arrive arrive -> arrive.there().accept(false);
            case Orphan orphan -> {}
            case Grant grant -> {}
            case StartChild start -> {}
            case Wake wake -> {}
            case Sweep sweep -> {}
            case Acquire acquire -> {}
            case Forwarded forwarded -> forwarded.letter().failed(cause);
            case Release release -> release.promise().completeExceptionally(cause);
            case Pass pass -> pass.promise().completeExceptionally(cause);
        }
    }

    /** Receives the outcome of a command, after its commit. */
    interface Answer {
        /** @param refused null if the command was accepted */
        void decided(@Nullable Refused refused);

        void failed(RuntimeException cause);
    }
}
