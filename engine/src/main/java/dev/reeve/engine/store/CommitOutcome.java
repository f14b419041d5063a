package dev.reeve.engine.store;

/** What became of a batch. */
public sealed interface CommitOutcome {

    /** It is in the store, and durable. */
    record Committed() implements CommitOutcome {}

    /** Another node has the lane. Nothing of the batch is or will be in the store. */
    record Fenced() implements CommitOutcome {}

    /**
     * Something went wrong, and whether the batch is in the store, or will be, is not known. Only
     * {@link LaneStore#reacquire} can tell: a plain read cannot, because a transaction whose connection broke may still
     * commit.
     *
     * @param cause with {@link StoreException.Kind#DATA} the database took offence at what is in the batch, so that the
     *     same batch would fail again
     */
    record InDoubt(StoreException cause) implements CommitOutcome {}

    Committed COMMITTED = new Committed();

    Fenced FENCED = new Fenced();
}
