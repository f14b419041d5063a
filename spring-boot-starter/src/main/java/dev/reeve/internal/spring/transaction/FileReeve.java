package dev.reeve.internal.spring.transaction;

import dev.reeve.Actor;
import dev.reeve.Execution;
import dev.reeve.JobOptions;
import dev.reeve.Reeve;
import dev.reeve.Signal;
import dev.reeve.Start;
import java.util.concurrent.CompletionStage;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * An engine on a file, which no transaction of the application includes: starts in one are refused, because they would
 * remain if it rolled back. Thread-safe.
 */
public final class FileReeve extends ForwardingReeve {

    private final Reeve reeve;

    public FileReeve(Reeve reeve) {
        this.reeve = reeve;
    }

    @Override
    protected Reeve to() {
        return reeve;
    }

    private static void check() {
        // without synchronization, the transaction is over, and callbacks run
        if (TransactionSynchronizationManager.isActualTransactionActive()
                && TransactionSynchronizationManager.isSynchronizationActive()) {
            throw new IllegalTransactionStateException(
                    "the engine is on a SQLite file, so a start cannot join %s: start after the commit, use PostgreSQL, or set reeve.transactions.other=independent to store the start at once, also if the transaction rolls back"
                            .formatted(TransactionName.current()));
        }
    }

    @Override
    public Execution start(String workflow, Object input, Start how) {
        check();
        return reeve.start(workflow, input, how);
    }

    @Override
    public CompletionStage<Execution> startAsync(String workflow, Object input, Start how) {
        check();
        return reeve.startAsync(workflow, input, how);
    }

    @Override
    public Execution signalWithStart(String workflow, Object input, Start how, Signal signal) {
        check();
        return reeve.signalWithStart(workflow, input, how, signal);
    }

    @Override
    public CompletionStage<Execution> signalWithStartAsync(String workflow, Object input, Start how, Signal signal) {
        check();
        return reeve.signalWithStartAsync(workflow, input, how, signal);
    }

    @Override
    public Execution run(String action, Object input, Start how, JobOptions options) {
        check();
        return reeve.run(action, input, how, options);
    }

    @Override
    public CompletionStage<Execution> runAsync(String action, Object input, Start how, JobOptions options) {
        check();
        return reeve.runAsync(action, input, how, options);
    }

    @Override
    public Reeve namespace(String namespace) {
        return new FileReeve(reeve.namespace(namespace));
    }

    @Override
    public Reeve actingAs(Actor actor) {
        return new FileReeve(reeve.actingAs(actor));
    }
}
