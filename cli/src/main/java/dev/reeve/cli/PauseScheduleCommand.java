package dev.reeve.cli;

import dev.reeve.engine.client.ScheduleSwitch;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Has a schedule start nothing. */
@Command(
        name = "pause-schedule",
        description = "Has a schedule start nothing until 'resume-schedule' says otherwise.",
        footer = PauseScheduleCommand.FOOTER)
final class PauseScheduleCommand implements Callable<Integer> {

    static final String FOOTER =
            "%nOn PostgreSQL this works beside an engine, which sees it within ten seconds. On SQLite it is"
                    + " refused while another process has the file; that one can do it itself: Reeve.pauseSchedule, resumeSchedule,"
                    + " deleteSchedule.";

    /** What was done, for programs. */
    record Paused(String schedule) {}

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Mixin
    private final Output output = new Output();

    @Parameters(paramLabel = "NAME", description = "The schedule.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String name;

    @Option(names = "--by", paramLabel = "NAME", required = true, description = "Who wants it.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String by;

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Why.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String reason;

    @Override
    public Integer call() {
        try (ScheduleSwitch schedules = store.schedules()) {
            schedules.pause(name, by, reason);
            output.print(new Paused(name), "%s starts nothing any more".formatted(Text.printable(name)));
        }
        return 0;
    }
}
