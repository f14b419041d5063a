package dev.reeve.cli.message;

import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.ReeveException;
import dev.reeve.ReeveReader;
import dev.reeve.cli.command.ExecutionParameter;
import dev.reeve.cli.connection.StoreOptions;
import dev.reeve.cli.output.Output;
import dev.reeve.internal.document.RedeliveryDocument;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sends undeliverable messages again. */
@Command(
        name = "redeliver",
        description = {
            "Sends undeliverable status messages again.",
            "Those of one execution, in order, or all with --all. A running engine sends them at its next poll."
        },
        footer =
                "%nOn PostgreSQL this works beside an engine. On SQLite, while an application has the file, the application"
                        + " carries it out if it has a local door, and else it is refused; a program that holds the engine can do the same: reeve.messages().")
final class RedeliverCommand implements Callable<Integer> {

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Mixin
    private final Output output = new Output();

    @Parameters(paramLabel = "ID", arity = "0..1", description = ExecutionParameter.DESCRIPTION)
    private @Nullable String id;

    @Option(names = "--all", description = "Of all executions.")
    private boolean all;

    @Override
    public Integer call() {
        if (all == (id != null)) {
            throw store.wrong("name an execution, or --all");
        }
        ExecutionId execution = id == null ? null : find(id);
        try (MessageChanges changes = open()) {
            int messages = execution == null ? changes.redeliverAll() : changes.redeliver(execution);
            if (execution != null && messages == 0) {
                throw ReeveException.of(
                        ErrorCode.NOT_FOUND,
                        "no message about execution %s was given up; 'reeve message list' shows those that were"
                                .formatted(execution));
            }
            output.print(
                    new RedeliveryDocument(execution, messages), "%,d messages are sent again".formatted(messages));
        }
        return 0;
    }

    private MessageChanges open() {
        if (store.isServer()) {
            return MessageChanges.at(store.connect());
        }
        return store.application(null).map(MessageChanges::at).orElseGet(() -> MessageChanges.in(store.redelivery()));
    }

    private ExecutionId find(String idOrKey) {
        try (ReeveReader reader = store.reader()) {
            return ExecutionParameter.id(reader, idOrKey);
        }
    }
}
