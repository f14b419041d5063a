package dev.reeve.cli.service;

import dev.reeve.cli.command.ActorOptions;
import dev.reeve.cli.connection.StoreOptions;
import dev.reeve.cli.output.Output;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A command that changes an action. */
@Command(
        footer = "%nOn PostgreSQL this works beside an engine, which sees it within ten seconds. On SQLite, while"
                + " an application has the file, the application carries it out if it has a local door, and else it is refused;"
                + " a program that holds the engine can do the same: reeve.services().")
abstract class ServiceCommand implements Callable<Integer> {

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final ActorOptions word = new ActorOptions();

    @Parameters(paramLabel = "ACTION", description = "The action, as workflows name it.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String action;

    abstract void change(ServiceChanges services, String action, String reason, Output output);

    private ServiceChanges open() {
        if (store.isServer()) {
            return ServiceChanges.at(word.as(store.connect()));
        }
        String by = word.by(store);
        return store.application(by).map(ServiceChanges::at).orElseGet(() -> ServiceChanges.in(by, store::services));
    }

    @Override
    public final Integer call() {
        try (ServiceChanges services = open()) {
            change(services, action, word.reason(), output);
        }
        return 0;
    }
}
