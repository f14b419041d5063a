package dev.reeve.internal.spring.transaction;

import dev.reeve.ErrorCode;
import java.sql.Connection;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Finds the transaction of Spring that the calling thread is in. Thread-safe. */
public final class CallerTransactions {

    private final DataSource dataSource;
    private final CommitListener commits;
    private final boolean othersAreIgnored;

    /**
     * @param dataSource whose transactions starts join
     * @param othersAreIgnored whether a start in another transaction is stored at once; otherwise it is refused
     */
    public CallerTransactions(DataSource dataSource, CommitListener commits, boolean othersAreIgnored) {
        this.dataSource = managed(dataSource);
        this.commits = commits;
        this.othersAreIgnored = othersAreIgnored;
    }

    /** The one that transaction managers use. */
    private static DataSource managed(DataSource dataSource) {
        DataSource target =
                dataSource instanceof TransactionAwareDataSourceProxy proxy ? proxy.getTargetDataSource() : null;
        return target == null ? dataSource : target;
    }

    /**
     * The connection of the caller's transaction; null if the caller is in none, or its transaction has been committed.
     * Release it.
     *
     * @throws IllegalTransactionStateException if a start cannot join the transaction
     */
    @Nullable Connection connection() {
        // without synchronization, the transaction is over, and callbacks run
        if (!TransactionSynchronizationManager.isActualTransactionActive()
                || !TransactionSynchronizationManager.isSynchronizationActive()) {
            return null;
        }
        Object bound = TransactionSynchronizationManager.getResource(dataSource);
        if (bound == null) {
            if (othersAreIgnored) {
                return null;
            }
            throw new IllegalTransactionStateException(
                    "a start cannot join %s, which is not one of the engine's DataSource: use its transaction manager (if the engine has a pool of its own on the same database, name the application's pool with reeve.transactions.data-source), start after the commit, or set reeve.transactions.other=independent to store the start at once, also if the transaction rolls back"
                            .formatted(TransactionName.current()));
        }
        if (commits.hasBegun(bound)) {
            return null;
        }
        if (TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
            throw new IllegalTransactionStateException(
                    "a start cannot join %s, which is read-only: remove readOnly = true, or start in a transaction of its own (REQUIRES_NEW)"
                            .formatted(TransactionName.current()));
        }
        return DataSourceUtils.getConnection(dataSource);
    }

    /**
     * Keeps a signal with a start from being stored while the caller's transaction may still roll back.
     *
     * @throws IllegalTransactionStateException if the caller is in a transaction that a start would join
     */
    void refuseSignal() {
        Connection connection = connection();
        if (connection != null) {
            release(connection);
            throw new IllegalTransactionStateException(
                    "a signal with a start cannot join %s: an open execution would take the signal at once. Send it after the commit, or use the SQL functions reeve.start and reeve.signal"
                            .formatted(TransactionName.current()));
        }
    }

    void release(Connection connection) {
        DataSourceUtils.releaseConnection(connection, dataSource);
    }

    /** The outcome of the current transaction, which is not known yet. */
    static TransactionOutcome outcome() {
        TransactionOutcome outcome = new TransactionOutcome(TransactionName.current());
        TransactionSynchronizationManager.registerSynchronization(outcome);
        return outcome;
    }

    /**
     * Keeps the caller from committing a transaction that the database has ended, which would look like success.
     *
     * @param code of the failed start
     */
    void failed(ErrorCode code) {
        boolean ended = switch (code) {
            case STORE_UNAVAILABLE, STORE_UNUSABLE, INTERNAL -> true;
            default -> false;
        };
        if (ended && TransactionSynchronizationManager.getResource(dataSource) instanceof ConnectionHolder holder) {
            holder.setRollbackOnly();
        }
    }
}
