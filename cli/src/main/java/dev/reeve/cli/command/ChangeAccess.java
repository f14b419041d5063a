package dev.reeve.cli.command;

import dev.reeve.Reeve;
import dev.reeve.cli.connection.StoreOptions;
import dev.reeve.cli.output.Output;
import java.util.function.BiFunction;
import java.util.function.Function;
import picocli.CommandLine.Mixin;

/**
 * Changes schedules and actions beside running engines. Has the options of the store, of the output, and of the actor
 * with the reason.
 */
public final class ChangeAccess {

    /** For the help of these commands. The call that a program makes instead is to be appended. */
    public static final String FOOTER =
            "%nOn PostgreSQL this works beside an engine, which sees it within ten seconds. On SQLite, while an"
                    + " application has the file, the application carries it out if it has a local door, and else it is"
                    + " refused; a program that holds the engine can do the same: ";

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final ActorOptions word = new ActorOptions();

    /**
     * Connects to the server or to the application that uses the file. Opens the store if there is neither.
     *
     * @param served uses the connection
     * @param stored opens the store for the named actor
     */
    public <T> T open(Function<Reeve, T> served, BiFunction<String, StoreOptions, T> stored) {
        if (store.isServer()) {
            return served.apply(word.as(store.connect()));
        }
        String by = word.by(store);
        return store.application(by).map(served).orElseGet(() -> stored.apply(by, store));
    }

    public String reason() {
        return word.reason();
    }

    public Output output() {
        return output;
    }
}
