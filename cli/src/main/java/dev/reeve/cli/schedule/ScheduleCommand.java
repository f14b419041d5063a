package dev.reeve.cli.schedule;

import dev.reeve.cli.command.ActorOptions;
import dev.reeve.cli.connection.StoreOptions;
import dev.reeve.cli.output.Output;
import dev.reeve.cli.output.Text;
import dev.reeve.internal.document.ScheduleChangeDocument;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A command that changes a schedule. */
@Command(
        footer = "%nOn PostgreSQL this works beside an engine, which sees it within ten seconds. On SQLite, while"
                + " an application has the file, the application carries it out if it has a local door, and else it is refused;"
                + " a program that holds the engine can do the same: reeve.schedules().")
abstract class ScheduleCommand implements Callable<Integer> {

    private final String verb;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final ActorOptions word = new ActorOptions();

    @Parameters(paramLabel = "NAME", description = "The schedule.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String name;

    /** @param verb in capitals, for programs */
    ScheduleCommand(String verb) {
        this.verb = verb;
    }

    /** @return the new state, printed after the schedule's name */
    abstract String change(ScheduleChanges schedules, String schedule, String reason);

    private ScheduleChanges open() {
        if (store.isServer()) {
            return ScheduleChanges.at(word.as(store.connect()));
        }
        String by = word.by(store);
        return store.application(by).map(ScheduleChanges::at).orElseGet(() -> ScheduleChanges.in(by, store::schedules));
    }

    @Override
    public final Integer call() {
        try (ScheduleChanges schedules = open()) {
            String by = schedules.by();
            String outcome = change(schedules, name, word.reason());
            output.print(new ScheduleChangeDocument(name, verb, by), Text.printable(name) + " " + outcome);
        }
        return 0;
    }
}
