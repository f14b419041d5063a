package dev.reeve.cli.verb;

import dev.reeve.Execution;
import dev.reeve.ExecutionResult;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.Reeve;
import dev.reeve.Signal;
import dev.reeve.Start;
import dev.reeve.TimedOutException;
import dev.reeve.cli.command.NameOption;
import dev.reeve.cli.command.OperatorAccess;
import dev.reeve.cli.command.PayloadConverter;
import dev.reeve.cli.output.Text;
import dev.reeve.internal.document.ResultDocument;
import dev.reeve.internal.document.StartedDocument;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Starts an execution, or sends a signal to the open execution of a key and starts it if there is none. */
@Command(
        name = "start",
        description = {
            "Starts an execution.",
            "With --signal, sends a signal to the open execution of the key, and starts one with that signal if there is none.",
            "With --await, prints the result; the exit code is 1 if the execution does not complete in time."
        },
        footer = OperatorAccess.FOOTER)
public final class StartCommand implements Callable<Integer> {

    private static final int NOT_COMPLETED = 1;

    @Mixin
    private final NameOption word = new NameOption();

    @Mixin
    private final OperatorAccess acting = new OperatorAccess();

    @Mixin
    private final StartOptions options = new StartOptions();

    @Parameters(index = "0", paramLabel = "WORKFLOW", description = "The name of the workflow.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String workflow;

    @Option(
            names = "--input",
            paramLabel = "JSON",
            defaultValue = "{}",
            converter = PayloadConverter.class,
            description = "The input (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Json input;

    @Option(
            names = "--signal",
            paramLabel = "SIGNAL",
            description = "The name of a signal for the open execution of --key, or for the one that is started.")
    private @Nullable String signal;

    @Option(
            names = "--data",
            paramLabel = "JSON",
            converter = PayloadConverter.class,
            description = "The data of the signal (default: null).")
    private @Nullable Json data;

    @Option(
            names = "--id",
            paramLabel = "ID",
            description = "Only the first signal with this id counts, so the command can be repeated.")
    private @Nullable String id;

    @Option(
            names = "--await",
            paramLabel = "DURATION",
            description = "Waits for the end for at most this long, such as 30s or 5m (default: does not wait).")
    private @Nullable String await;

    @Override
    public Integer call() {
        Start how = options.start(acting.store(), signal != null);
        if (signal == null && (data != null || id != null)) {
            throw acting.store().missing("--signal");
        }
        Duration patience = await == null ? null : StartOptions.duration(acting.store(), "--await", await);
        word.check(acting.store());
        try (Reeve reeve = acting.engine(word)) {
            Execution execution = signal == null
                    ? reeve.start(workflow, input, how)
                    : reeve.signalWithStart(workflow, input, how, sent(signal));
            return patience == null ? started(execution) : ended(execution, patience);
        }
    }

    private Signal sent(String name) {
        Signal sent = Signal.of(name, data == null ? Json.NULL : data);
        return id == null ? sent : sent.withId(id);
    }

    private int started(Execution execution) {
        acting.output()
                .print(
                        new StartedDocument(execution.id()),
                        "execution %s of workflow '%s'".formatted(execution.id(), Text.printable(workflow)));
        return 0;
    }

    private int ended(Execution execution, Duration patience) {
        try {
            ExecutionResult result = execution.awaitEnd(patience);
            acting.output()
                    .print(
                            ResultDocument.of(result),
                            "execution %s is %s%s".formatted(result.id(), result.status(), told(result)));
            return result.status() == ExecutionStatus.COMPLETED ? 0 : NOT_COMPLETED;
        } catch (TimedOutException e) {
            ExecutionStatus status = execution.status();
            acting.output()
                    .print(
                            ResultDocument.goesOn(execution.id(), status),
                            "execution %s is %s after %s".formatted(execution.id(), status, await));
            return NOT_COMPLETED;
        }
    }

    private static String told(ExecutionResult result) {
        if (result.failure() != null) {
            return ": " + Text.shortened(result.failure().toString());
        }
        return result.output() == null
                ? ""
                : ", output " + Text.shortened(result.output().text());
    }
}
