package dev.reeve.cli.look;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.ExecutionSummary;
import dev.reeve.HistoryEntry;
import dev.reeve.ReeveReader;
import dev.reeve.cli.output.Output;
import dev.reeve.cli.output.Text;
import dev.reeve.internal.document.HistoryDocument;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Follows an execution. */
@Command(
        name = "watch",
        description = {
            "Prints the events of an execution as they happen, until it ends.",
            "Events that were before come first. The exit code is 1 if the execution does not complete. With --json it prints one",
            "document for each look that finds events. Disturbs no engine."
        })
public final class WatchCommand implements Callable<Integer> {

    private static final int NOT_COMPLETED = 1;
    private static final int EVENTS_READ_AT_ONCE = 1_000;

    @Mixin
    private final StoredExecution stored = new StoredExecution();

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final IntervalOption interval = new IntervalOption();

    @Override
    public Integer call() {
        interval.check(stored.store());
        try (ReeveReader reader = stored.reader()) {
            ExecutionId execution = stored.id(reader);
            int printed = 0;
            for (int look = 0; ; look++) {
                boolean isDue = look % pauses(printed) == 0;
                Supplier<Look> looks = () -> look(reader, execution, isDue);
                Look now = look == 0 ? looks.get() : interval.repeated(looks, output::say);
                if (now != null && now.history() != null) {
                    printed += print(execution, now.history(), printed);
                }
                if (now != null && now.summary().endedAt() != null) {
                    return end(now.summary());
                }
                if (now == null || !interval.sleep()) {
                    return NOT_COMPLETED;
                }
            }
        }
    }

    /** @param history null if it was not read */
    private record Look(ExecutionSummary summary, @Nullable List<HistoryEntry> history) {}

    private static Look look(ReeveReader reader, ExecutionId execution, boolean isDue) {
        // Read before the history, so that the history contains the event that ended the execution.
        ExecutionSummary summary = reader.summary(execution);
        return new Look(summary, isDue || summary.endedAt() != null ? reader.history(execution) : null);
    }

    /** A long history is read less often, because it is read whole. */
    private static int pauses(int events) {
        return 1 + events / EVENTS_READ_AT_ONCE;
    }

    /** @return the number of new events */
    private int print(ExecutionId execution, List<HistoryEntry> history, int printed) {
        List<HistoryEntry> fresh = history.subList(Math.min(printed, history.size()), history.size());
        if (!fresh.isEmpty()) {
            output.print(HistoryDocument.of(execution, fresh), fresh.stream().map(ShowCommand::line));
        }
        return fresh.size();
    }

    private int end(ExecutionSummary summary) {
        output.say("execution %s is %s%s"
                .formatted(
                        summary.id(),
                        summary.status(),
                        summary.error() == null ? "" : ": " + Text.shortened(summary.error())));
        return summary.status() == ExecutionStatus.COMPLETED ? 0 : NOT_COMPLETED;
    }
}
