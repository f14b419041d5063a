package dev.reeve.cli.look;

import dev.reeve.Event;
import dev.reeve.ExecutionDescription;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionSummary;
import dev.reeve.Failure;
import dev.reeve.HistoryEntry;
import dev.reeve.PastExecution;
import dev.reeve.Purpose;
import dev.reeve.ReeveReader;
import dev.reeve.Rerun;
import dev.reeve.StepActivity;
import dev.reeve.StepDescription;
import dev.reeve.cli.output.Output;
import dev.reeve.cli.output.Text;
import dev.reeve.internal.document.DocumentWriter;
import dev.reeve.internal.document.EventDocument;
import dev.reeve.internal.document.ExecutionDocument;
import dev.reeve.internal.document.HistoryDocument;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows one execution. */
@Command(name = "show", description = "Shows an execution, step by step. Disturbs no engine.")
public final class ShowCommand implements Callable<Integer> {

    @Mixin
    private final StoredExecution stored = new StoredExecution();

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final PastOption past = new PastOption();

    @Option(names = "--history", description = "Prints all events instead, the oldest first.")
    private boolean history;

    @Override
    public Integer call() {
        past.check(stored.store());
        try (ReeveReader reader = stored.reader()) {
            ExecutionId execution = stored.id(reader);
            PastExecution before = past.of(reader, execution);
            if (history) {
                List<HistoryEntry> entries = before == null ? reader.history(execution) : before.history();
                output.print(
                        HistoryDocument.of(execution, entries), entries.stream().map(ShowCommand::line));
            } else {
                ExecutionDescription description = before == null ? reader.describe(execution) : before.describe();
                output.print(ExecutionDocument.of(description, past.seq()), past.heading() + text(description));
            }
        }
        return 0;
    }

    static String line(HistoryEntry entry) {
        Event event = entry.event();
        return "%4d  %s  %s  %s"
                .formatted(
                        entry.seq(),
                        Text.time(entry.at()),
                        event.getClass().getSimpleName(),
                        Text.shortened(DocumentWriter.write(EventDocument.of(event))));
    }

    private static String text(ExecutionDescription description) {
        ExecutionSummary summary = description.summary();
        StringBuilder text = new StringBuilder("execution %s: %s\n  %sworkflow %s version %d%s, started %s%s"
                .formatted(
                        summary.id(),
                        description.status(),
                        summary.action() == null
                                ? ""
                                : "job that calls the action %s, ".formatted(Text.printable(summary.action())),
                        summary.workflow(),
                        summary.version(),
                        summary.key() == null ? "" : ", key " + Text.printable(summary.key()),
                        Text.time(summary.startedAt()),
                        summary.endedAt() == null ? "" : ", ended " + Text.time(summary.endedAt())));
        Rerun rerun = description.rerun();
        if (rerun != null) {
            text.append("\n  does execution %s again from step '%s' on, as %s wanted: %s"
                    .formatted(
                            rerun.of(), rerun.from(), Text.printable(rerun.actor()), Text.shortened(rerun.reason())));
        }
        if (description.rerunAs() != null) {
            text.append("\n  is done again as execution ").append(description.rerunAs());
        }
        if (description.undoes() != null) {
            text.append("\n  undoes execution ").append(description.undoes());
        }
        if (description.parent() != null) {
            text.append("\n  is a step of execution ").append(description.parent());
        }
        text.append("\n  input ").append(Text.shortened(description.input().text()));
        if (description.output() != null) {
            text.append("\n  output ")
                    .append(Text.shortened(description.output().text()));
        }
        if (description.failure() != null) {
            text.append("\n  because ")
                    .append(description.failedStep() == null ? "" : "of step " + description.failedStep() + ": ")
                    .append(told(description.failure()));
        }
        description.steps().forEach(step -> text.append("\n  ").append(line(step)));
        return text.toString();
    }

    private static String line(StepDescription step) {
        String activity = switch (step.now()) {
            case StepActivity.Idle idle -> "";
            case StepActivity.Queued queued -> ", queued since " + Text.time(queued.since());
            case StepActivity.Running running ->
                ", attempt %d at agent '%s' until %s%s"
                        .formatted(
                                running.attempt(),
                                Text.printable(running.agent()),
                                Text.time(running.completeBy()),
                                running.expectedBy() == null ? "" : ", expected by " + Text.time(running.expectedBy()));
            case StepActivity.Child child ->
                ", done by execution %s since %s".formatted(child.child(), Text.time(child.since()));
            case StepActivity.Waiting waiting
            when waiting.signal() != null -> ", waits for the signal '%s'".formatted(Text.printable(waiting.signal()));
            case StepActivity.Waiting waiting ->
                ", waits until %s (%s)".formatted(Text.time(waiting.until()), waiting.reason());
        };
        return "%-24s %-12s %s%s%s%s%s%s%s"
                .formatted(
                        step.step(),
                        step.status(),
                        step.taken()
                                ? "taken over"
                                : step.attempts() + (step.attempts() == 1 ? " attempt" : " attempts"),
                        step.purpose() == Purpose.FORWARD ? "" : " (" + Text.lowerCase(step.purpose()) + ")",
                        times(step),
                        activity,
                        step.checkpoint() == null || step.output() != null
                                ? ""
                                : ", checkpoint "
                                        + Text.shortened(step.checkpoint().text()),
                        step.output() == null
                                ? ""
                                : ", output " + Text.shortened(step.output().text()),
                        step.failure() == null ? "" : ", " + told(step.failure()));
    }

    /** The start of the step, and its last change, which is its end if the step is settled. */
    private static String times(StepDescription step) {
        Instant began = step.beganAt();
        Instant since = step.since();
        if (began == null || since == null) {
            return "";
        }
        boolean isSettled = switch (step.status()) {
            case COMPLETED, COMPENSATED, FAILED, SKIPPED -> true;
            default -> false;
        };
        return isSettled
                ? ", %s, took %s".formatted(Text.time(began), Text.duration(Duration.between(began, since)))
                : ", began " + Text.time(began);
    }

    private static String told(Failure failure) {
        return Text.shortened("%s %s: %s".formatted(failure.cause(), failure.code(), failure.message()));
    }
}
