package dev.reeve.spi.store;

/** The outcome of a commit. */
public sealed interface CommitOutcome {

    /** The batch is in the store, and durable. */
    record Committed() implements CommitOutcome {}

    /** Another node has the lane. Nothing of the batch is or will be in the store. */
    record Fenced() implements CommitOutcome {}

    /**
     * The commit failed, and it is not known whether the batch is in the store or will be. Only
     * {@link LaneStore#reacquire} can tell. A plain read cannot, because a transaction whose connection broke may still
     * commit.
     *
     * @param cause {@link StoreException.Kind#DATA} if the database rejected the content of the batch, so that the same
     *     batch would fail again; {@link StoreException.Kind#STALE} if the lane must read its executions again first
     */
    record InDoubt(StoreException cause) implements CommitOutcome {}

    /** A {@link Committed} has no content, so one instance is enough. */
    Committed COMMITTED = new Committed();

    /** A {@link Fenced} has no content, so one instance is enough. */
    Fenced FENCED = new Fenced();
}
