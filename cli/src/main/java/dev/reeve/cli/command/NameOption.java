package dev.reeve.cli.command;

import dev.reeve.Reeve;
import dev.reeve.cli.connection.StoreOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The actor of a command. */
public class NameOption {

    @Option(
            names = "--by",
            paramLabel = "NAME",
            description = "The actor, for the history. Not needed with --server, which knows the owner of the key.")
    private @Nullable String by;

    /** The actor of a command on a store, which proves nobody's name. */
    public final String by(StoreOptions store) {
        if (by == null) {
            throw store.missing("--by");
        }
        return by;
    }

    /** Refuses a command on a store without an actor, before the store is opened. */
    public final void check(StoreOptions store) {
        if (!store.isServer()) {
            String unused = by(store);
        }
    }

    /** The actor, if one is named. */
    final @Nullable String name() {
        return by;
    }

    /** Lets the named actor act. A server refuses all but the owner of the key. */
    public final Reeve as(Reeve reeve) {
        return by == null ? reeve : reeve.actingAs(by);
    }
}
