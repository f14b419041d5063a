package dev.reeve.cli.schedule;

import dev.reeve.cli.command.ChangeAccess;
import dev.reeve.cli.output.Text;
import dev.reeve.internal.document.ScheduleChangeDocument;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A command that changes a schedule. */
@Command(footer = ChangeAccess.FOOTER + "reeve.schedules().")
abstract class ScheduleCommand implements Callable<Integer> {

    private final String verb;

    @Mixin
    private final ChangeAccess access = new ChangeAccess();

    @Parameters(paramLabel = "NAME", description = "The schedule.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String name;

    /** @param verb in capitals, for programs */
    ScheduleCommand(String verb) {
        this.verb = verb;
    }

    /** @return the new state, printed after the schedule's name */
    abstract String change(ScheduleChanges schedules, String schedule, String reason);

    @Override
    public final Integer call() {
        try (ScheduleChanges schedules =
                access.open(ScheduleChanges::at, (by, store) -> ScheduleChanges.in(by, store::schedules))) {
            String by = schedules.by();
            String outcome = change(schedules, name, access.reason());
            access.output().print(new ScheduleChangeDocument(name, verb, by), Text.printable(name) + " " + outcome);
        }
        return 0;
    }
}
