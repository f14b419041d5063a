package dev.reeve.spi.store;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A lane of a {@link FaultyStore}. */
final class FaultyLaneStore extends ForwardingLaneStore {

    private final FaultyStore store;
    private final Executor later;

    /** The batch that is going to be applied although its caller heard of an error; null if there is none. */
    private @Nullable Batch zombie;

    /** Whether the last batch never reached the real lane, which would therefore answer for the one before it. */
    private boolean lost;

    FaultyLaneStore(LaneStore lane, FaultyStore store, Executor later) {
        super(lane);
        this.store = store;
        this.later = later;
    }

    @Override
    public synchronized CompletionStage<CommitOutcome> commit(Batch batch) {
        Fault fault = store.next(FaultPlan.Call.COMMIT);
        lost = false;
        return switch (fault) {
            case NONE -> delegate().commit(batch);
            case APPLIED_BUT_ERROR -> delegate().commit(batch).thenApply(outcome -> forgotten(fault, outcome));
            case NOT_APPLIED -> {
                lost = true;
                yield CompletableFuture.completedStage(inDoubt(fault));
            }
            case APPLIED_LATER -> {
                zombie = batch;
                later.execute(this::applyZombie);
                yield CompletableFuture.completedStage(inDoubt(fault));
            }
            case SLOW -> slowly(() -> delegate().commit(batch));
        };
    }

    /** A fenced lane may learn that, or see the broken connection first. */
    private static CommitOutcome forgotten(Fault fault, CommitOutcome outcome) {
        return switch (outcome) {
            case CommitOutcome.Committed committed -> inDoubt(fault);
            case CommitOutcome.Fenced fenced -> inDoubt(fault);
            case CommitOutcome.InDoubt doubt -> doubt;
        };
    }

    private static CommitOutcome inDoubt(Fault fault) {
        return new CommitOutcome.InDoubt(FaultyStore.error(fault));
    }

    private synchronized void applyZombie() {
        Batch batch = zombie;
        if (batch != null) {
            zombie = null;
            // Nobody hears what became of it; the real lane knows, and reacquire asks it.
            delegate().commit(batch).toCompletableFuture().join();
        }
    }

    @Override
    public synchronized CompletionStage<Reacquired> reacquire() {
        Fault fault = store.next(FaultPlan.Call.REACQUIRE);
        return switch (fault) {
            case NONE -> reallyReacquire();
            case APPLIED_BUT_ERROR -> reallyReacquire().thenCompose(answer -> failed(fault));
            case NOT_APPLIED, APPLIED_LATER -> failed(fault);
            case SLOW -> slowly(this::reallyReacquire);
        };
    }

    private synchronized CompletionStage<Reacquired> reallyReacquire() {
        applyZombie();
        boolean lastWasLost = lost;
        return delegate()
                .reacquire()
                .thenApply(answer -> lastWasLost && answer == Reacquired.LANDED ? Reacquired.NOT_LANDED : answer);
    }

    @Override
    protected <T> CompletionStage<T> reading(Supplier<CompletionStage<T>> question) {
        Fault fault = store.next(FaultPlan.Call.READ);
        return switch (fault) {
            case NONE -> question.get();
            case APPLIED_BUT_ERROR, NOT_APPLIED, APPLIED_LATER -> failed(fault);
            case SLOW -> slowly(question);
        };
    }

    private static <T> CompletionStage<T> failed(Fault fault) {
        return CompletableFuture.failedStage(FaultyStore.error(fault));
    }

    private <T> CompletionStage<T> slowly(Supplier<CompletionStage<T>> call) {
        return CompletableFuture.supplyAsync(call, later).thenCompose(answer -> answer);
    }
}
