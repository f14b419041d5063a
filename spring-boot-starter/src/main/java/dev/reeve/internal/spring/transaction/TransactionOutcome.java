package dev.reeve.internal.spring.transaction;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.springframework.core.Ordered;
import org.springframework.transaction.support.TransactionSynchronization;

/**
 * The outcome of the transaction in which an execution was started. Called by the thread of the transaction, read by
 * any thread.
 */
final class TransactionOutcome implements TransactionSynchronization {

    /** The outcomes. */
    enum State {
        OPEN,
        COMMITTED,
        ROLLED_BACK
    }

    private final String transaction;
    private volatile State state = State.OPEN;

    /** Savepoints that are younger than the start, so that rolling back to them does not undo it. */
    private final Set<Object> younger = Collections.newSetFromMap(new IdentityHashMap<>());

    TransactionOutcome(String transaction) {
        this.transaction = transaction;
    }

    State state() {
        return state;
    }

    /** The name of the transaction, for people. */
    String transaction() {
        return transaction;
    }

    /** Before other callbacks, which may use the execution. */
    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }

    @Override
    public void savepoint(Object savepoint) {
        younger.add(savepoint);
    }

    @Override
    public void savepointRollback(Object savepoint) {
        if (!younger.contains(savepoint)) {
            state = State.ROLLED_BACK;
        }
    }

    @Override
    public void afterCommit() {
        end(State.COMMITTED);
    }

    /** With an unknown outcome the store is asked. */
    @Override
    public void afterCompletion(int status) {
        end(status == STATUS_ROLLED_BACK ? State.ROLLED_BACK : State.COMMITTED);
    }

    private void end(State end) {
        if (state == State.OPEN) {
            state = end;
        }
    }
}
