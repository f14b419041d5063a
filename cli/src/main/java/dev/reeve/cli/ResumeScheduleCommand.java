package dev.reeve.cli;

import dev.reeve.engine.client.ScheduleSwitch;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Has a schedule go on. */
@Command(
        name = "resume-schedule",
        description = "Has a schedule go on from now; what was due meanwhile is left out.",
        footer = PauseScheduleCommand.FOOTER)
final class ResumeScheduleCommand implements Callable<Integer> {

    /** What was done, for programs. */
    record Resumed(String schedule) {}

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
            schedules.resume(name);
            output.print(new Resumed(name), "%s goes on".formatted(Text.printable(name)));
        }
        return 0;
    }
}
