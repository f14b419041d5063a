package dev.reeve.cli;

import dev.reeve.Reeve;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The actor of a command. */
class NameOption {

    @Option(
            names = "--by",
            paramLabel = "NAME",
            description = "The actor, for the history. Not needed with --server, which knows the owner of the key.")
    private @Nullable String by;

    /** The actor of a command on a store, which proves nobody's name. */
    final String by(StoreOptions store) {
        if (by == null) {
            throw store.missing("--by");
        }
        return by;
    }

    /** Refuses a command on a store without an actor, before the store is opened. */
    final void check(StoreOptions store) {
        if (!store.isServer()) {
            String unused = by(store);
        }
    }

    /** The actor, if one is named. */
    final @Nullable String name() {
        return by;
    }

    /** Lets the named actor act. A server refuses all but the owner of the key. */
    final Reeve as(Reeve reeve) {
        return by == null ? reeve : reeve.actingAs(by);
    }
}
