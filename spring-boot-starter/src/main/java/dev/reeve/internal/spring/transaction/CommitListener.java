package dev.reeve.internal.spring.transaction;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Knows whether the transaction of the calling thread has been committed. Spring calls {@code afterCommit} while the
 * transaction still looks active, and a start that joined it then would not be committed any more. Thread-safe.
 */
public final class CommitListener implements TransactionExecutionListener {

    /** The resources of the transaction whose commit has begun, such as its connections, by identity. */
    @SuppressWarnings("ThreadLocalUsage") // one for each application context
    private final ThreadLocal<@Nullable Set<Object>> committing = new ThreadLocal<>();

    /** After the synchronizations that may still write, and before the commit. */
    @Override
    public void beforeCommit(TransactionExecution transaction) {
        Set<Object> resources = Collections.newSetFromMap(new IdentityHashMap<>());
        resources.addAll(TransactionSynchronizationManager.getResourceMap().values());
        committing.set(resources);
    }

    @Override
    public void afterCommit(TransactionExecution transaction, @Nullable Throwable failure) {
        committing.remove();
    }

    @Override
    public void afterRollback(TransactionExecution transaction, @Nullable Throwable failure) {
        committing.remove();
    }

    /** Whether the commit of the transaction with this connection has begun. */
    boolean hasBegun(@Nullable Object connectionHolder) {
        Set<Object> resources = committing.get();
        return resources != null && connectionHolder != null && resources.contains(connectionHolder);
    }
}
