package dev.reeve.cli;

import dev.reeve.engine.client.ScheduleSwitch;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Forgets a schedule. */
@Command(
        name = "delete-schedule",
        description = "Forgets a schedule; what it has started goes on.",
        footer = PauseScheduleCommand.FOOTER)
final class DeleteScheduleCommand implements Callable<Integer> {

    /** What was done, for programs. */
    record Deleted(String schedule) {}

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Mixin
    private final Output output = new Output();

    @Parameters(paramLabel = "NAME", description = "The schedule.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String name;

    @Override
    public Integer call() {
        try (ScheduleSwitch schedules = store.schedules()) {
            schedules.delete(name);
            output.print(new Deleted(name), "%s is deleted".formatted(Text.printable(name)));
        }
        return 0;
    }
}
