package dev.reeve.cli.look;

import dev.reeve.ExecutionId;
import dev.reeve.ReeveReader;
import dev.reeve.cli.command.ExecutionParameter;
import dev.reeve.cli.connection.StoreOptions;
import picocli.CommandLine.Mixin;

/** The execution that a command looks at, and its store. */
final class StoredExecution {

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Mixin
    private final ExecutionParameter execution = new ExecutionParameter();

    StoreOptions store() {
        return store;
    }

    ReeveReader reader() {
        return store.reader();
    }

    ExecutionId id(ReeveReader reader) {
        return execution.id(reader);
    }
}
