package dev.reeve.cli.look;

import dev.reeve.AuditReport;
import dev.reeve.ExecutionSummary;
import dev.reeve.ReeveReader;
import dev.reeve.UncertainExecution;
import dev.reeve.cli.command.TimeConverter;
import dev.reeve.cli.connection.StoreOptions;
import dev.reeve.cli.output.Output;
import dev.reeve.cli.output.Text;
import dev.reeve.internal.document.AuditDocument;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Checks a whole store. */
@Command(
        name = "verify",
        description = {
            "Checks every execution in a store.",
            "Its history must be complete and lead to the listed state, its next timer must be set, and it must be in the inbox",
            "exactly while it needs a person. Prints violated rules; the exit code is then 1. Disturbs no engine."
        })
public final class VerifyCommand implements Callable<Integer> {

    private static final long PROGRESS_EVERY = 10_000;

    private static final int BROKEN = 1;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Mixin
    private final Output output = new Output();

    @Option(
            names = "--after-restore",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description =
                    "Also lists the executions that may have had effects of which a restored store knows nothing. TIME is when the last engine stopped that worked on the lost data, such as 2026-03-01T00:00:00Z. Run it before an engine opens the restored store.")
    private @Nullable Instant stoppedAt;

    @Override
    public Integer call() {
        try (ReeveReader reader = store.reader()) {
            AuditReport report = reader.verify(this::progress);
            List<UncertainExecution> uncertain = uncertain(reader);
            output.print(
                    AuditDocument.of(report, uncertain),
                    Stream.concat(
                            report.incidents().stream().map(incident -> Text.printable(incident.toString())),
                            uncertain == null
                                    ? Stream.empty()
                                    : uncertain.stream().flatMap(VerifyCommand::lines)));
            output.say(
                    report.isSound()
                            ? "%,d executions, all sound".formatted(report.executions())
                            : "%,d executions; incidents: %,d; keep a copy of the store, and look at them with 'reeve show ID --history'"
                                    .formatted(
                                            report.executions(),
                                            report.incidents().size()));
            return report.isSound() && (uncertain == null || uncertain.isEmpty()) ? 0 : BROKEN;
        }
    }

    private @Nullable List<UncertainExecution> uncertain(ReeveReader reader) {
        if (stoppedAt == null) {
            return null;
        }
        List<UncertainExecution> uncertain = new ArrayList<>();
        long open = 0;
        for (String namespace : reader.namespaces()) {
            open += reader.namespace(namespace).uncertain(stoppedAt, uncertain::add);
        }
        output.say(
                "%,d of %,d open executions may have had effects of which this store knows nothing; executions that were started after its last record are not in it"
                        .formatted(uncertain.size(), open));
        return uncertain;
    }

    private static Stream<String> lines(UncertainExecution found) {
        ExecutionSummary execution = found.execution();
        String key = execution.key() == null ? "" : ", key " + Text.printable(execution.key());
        return Stream.concat(
                Stream.of("execution %s of %s%s is %s, known until %s"
                        .formatted(
                                execution.id(),
                                execution.workflow(),
                                key,
                                execution.status(),
                                Text.time(found.knownUntil()))),
                found.steps().isEmpty()
                        ? Stream.of("  it was due: to begin after its delay, or to end at its complete-by")
                        : found.steps().stream().map(step -> "  " + Text.printable(step.toString())));
    }

    private void progress(long executions) {
        if (executions % PROGRESS_EVERY == 0) {
            output.say("%,d executions …".formatted(executions));
        }
    }
}
