package dev.reeve.internal.spring.transaction;

import dev.reeve.Actor;
import dev.reeve.Execution;
import dev.reeve.JdbcReeve;
import dev.reeve.JobOptions;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.Signal;
import dev.reeve.Start;
import java.sql.Connection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.IllegalTransactionStateException;

/**
 * An engine on the database of the application. Starts and jobs in a transaction of Spring become part of it.
 * Thread-safe.
 */
public final class JoiningReeve extends ForwardingReeve implements JdbcReeve {

    private final JdbcReeve reeve;
    private final CallerTransactions transactions;

    public JoiningReeve(JdbcReeve reeve, CallerTransactions transactions) {
        this.reeve = reeve;
        this.transactions = transactions;
    }

    @Override
    protected Reeve to() {
        return reeve;
    }

    /**
     * As {@link Reeve#start(String, Object, Start)}, in the transaction of the caller if there is one.
     *
     * @throws IllegalTransactionStateException if the caller is in a transaction that the start cannot join
     */
    @Override
    public Execution start(String workflow, Object input, Start how) {
        Execution joined = joined(connection -> reeve.start(connection, workflow, input, how));
        return joined == null ? reeve.start(workflow, input, how) : joined;
    }

    @Override
    public CompletionStage<Execution> startAsync(String workflow, Object input, Start how) {
        Execution joined = joined(connection -> reeve.start(connection, workflow, input, how));
        return joined == null ? reeve.startAsync(workflow, input, how) : CompletableFuture.completedFuture(joined);
    }

    /**
     * As {@link Reeve#signalWithStart}, outside of transactions.
     *
     * @throws IllegalTransactionStateException if the caller is in a transaction
     */
    @Override
    public Execution signalWithStart(String workflow, Object input, Start how, Signal signal) {
        transactions.refuseSignal();
        return reeve.signalWithStart(workflow, input, how, signal);
    }

    @Override
    public CompletionStage<Execution> signalWithStartAsync(String workflow, Object input, Start how, Signal signal) {
        transactions.refuseSignal();
        return reeve.signalWithStartAsync(workflow, input, how, signal);
    }

    @Override
    public Execution run(String action, Object input, Start how, JobOptions options) {
        Execution joined = joined(connection -> reeve.run(connection, action, input, how, options));
        return joined == null ? reeve.run(action, input, how, options) : joined;
    }

    @Override
    public CompletionStage<Execution> runAsync(String action, Object input, Start how, JobOptions options) {
        Execution joined = joined(connection -> reeve.run(connection, action, input, how, options));
        return joined == null ? reeve.runAsync(action, input, how, options) : CompletableFuture.completedFuture(joined);
    }

    /** The start in the transaction of the caller; null if there is none to join. */
    private @Nullable Execution joined(Function<Connection, Execution> start) {
        Connection connection = transactions.connection();
        if (connection == null) {
            return null;
        }
        try {
            return new JoinedExecution(start.apply(connection), reeve, CallerTransactions.outcome());
        } catch (ReeveException e) {
            transactions.failed(e.code());
            throw e;
        } finally {
            transactions.release(connection);
        }
    }

    @Override
    public Execution start(Connection connection, String workflow, Object input, Start how) {
        return reeve.start(connection, workflow, input, how);
    }

    @Override
    public Execution run(Connection connection, String action, Object input, Start how, JobOptions options) {
        return reeve.run(connection, action, input, how, options);
    }

    @Override
    public JdbcReeve namespace(String namespace) {
        return new JoiningReeve(reeve.namespace(namespace), transactions);
    }

    @Override
    public JdbcReeve actingAs(Actor actor) {
        return new JoiningReeve(reeve.actingAs(actor), transactions);
    }
}
