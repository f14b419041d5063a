package dev.reeve.cli;

import dev.reeve.AuditReport;
import dev.reeve.ReeveReader;
import dev.reeve.internal.document.AuditDocument;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Checks a whole store. */
@Command(
        name = "verify",
        description = {
            "Checks every execution in a store.",
            "Its history must be complete and lead to the listed state, its next timer must be set, and it must be in the inbox",
            "exactly while it needs a person. Prints violated rules; the exit code is then 1. Disturbs no engine."
        })
final class VerifyCommand implements Callable<Integer> {

    private static final long PROGRESS_EVERY = 10_000;

    private static final int BROKEN = 1;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Mixin
    private final Output output = new Output();

    @Override
    public Integer call() {
        try (ReeveReader reader = store.reader()) {
            AuditReport report = reader.verify(this::progress);
            output.print(
                    AuditDocument.of(report),
                    report.incidents().stream().map(incident -> Text.printable(incident.toString())));
            output.say(
                    report.isSound()
                            ? "%,d executions, all sound".formatted(report.executions())
                            : "%,d executions; incidents: %,d; keep a copy of the store, and look at them with 'reeve show ID --history'"
                                    .formatted(
                                            report.executions(),
                                            report.incidents().size()));
            return report.isSound() ? 0 : BROKEN;
        }
    }

    private void progress(long executions) {
        if (executions % PROGRESS_EVERY == 0) {
            output.say("%,d executions …".formatted(executions));
        }
    }
}
