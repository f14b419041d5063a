package dev.reeve.test;

import dev.reeve.Event;
import dev.reeve.Failure;
import dev.reeve.ProbeAnswer;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Describes events in plain words. */
final class PlainWords {

    private PlainWords() {}

    /** @return empty for events that are of no interest to a reader */
    static String of(Event event) {
        return switch (event) {
            case Event.ExecutionStarted e ->
                "execution of '%s' starts with %s%s"
                        .formatted(
                                e.workflow(),
                                e.input().text(),
                                e.rerun() == null
                                        ? ""
                                        : ", doing %s again from '%s' on"
                                                .formatted(
                                                        e.rerun().of(),
                                                        e.rerun().from()));
            case Event.StepTaken e -> "%s: taken over as %s".formatted(e.step(), e.status());
            case Event.ItemsStarted e -> e.step() + ": begins with " + e.items().text();
            case Event.RoundEnded e ->
                "%s: a round is done, %s".formatted(e.step(), e.output().text());
            case Event.SignalReceived e ->
                "%s sends '%s', %s".formatted(e.actor(), e.signal(), e.data().text());
            case Event.OthersEnded e ->
                "%s: has enough; %s %s not needed any more%s"
                        .formatted(
                                e.step(),
                                e.others().stream().map(StepPath::toString).collect(Collectors.joining(", ")),
                                e.others().size() == 1 ? "is" : "are",
                                e.undone() ? ", and undone" : "");
            case Event.StepStarted e -> "%s: attempt %d is handed out".formatted(what(e, e.purpose()), e.attempt());
            case Event.AttemptFailed e ->
                "%s: attempt %d failed, %s".formatted(what(e, e.purpose()), e.attempt(), told(e.failure()));
            case Event.StepNotStarted e -> "%s: no agent took it, %s".formatted(e.step(), told(e.failure()));
            case Event.StepWaiting e -> "%s: waits (%s)".formatted(what(e, e.purpose()), e.reason());
            case Event.ProbeAnswered e -> "%s: the probe says %s".formatted(e.step(), answer(e.answer()));
            case Event.StepCompleted e ->
                "%s: done, %s".formatted(e.step(), e.output().text());
            case Event.StepFailed e ->
                "%s: given up, %s%s".formatted(e.step(), told(e.failure()), e.continued() ? "; the rest goes on" : "");
            case Event.StepSkipped e -> "%s: skipped (%s)".formatted(e.step(), e.skipReason());
            case Event.StepEscalated e -> "%s: needs a person, %s".formatted(what(e, e.purpose()), told(e.failure()));
            case Event.StepRetried e -> "%s: %s retries it".formatted(what(e, e.purpose()), e.actor());
            case Event.StepResolved e -> "%s: %s says that it is done".formatted(e.step(), e.actor());
            case Event.RoundUndone e -> e.step() + ": a round is undone";
            case Event.StepCompensated e -> e.step() + ": undone";
            case Event.LateReportKept e -> "%s: a report comes too late".formatted(what(e, e.purpose()));
            case Event.CancelRequested e -> "%s cancels: %s".formatted(e.actor(), e.reason());
            case Event.CompensationStarted e -> "all that was done is to be undone, " + told(e.failure());
            case Event.FinallyStarted e -> "the outcome is %s; the steps of finally run".formatted(e.outcome());
            case Event.ExecutionCompleted e ->
                "ends COMPLETED with " + e.output().text();
            case Event.ExecutionCompensated e -> "ends COMPENSATED, " + told(e.failure());
            case Event.ExecutionCancelled e -> "ends CANCELLED, " + e.reason();
            case Event.ExecutionFailed e -> "ends FAILED, " + told(e.failure());
            // Kinds that are of no interest here, and kinds of later releases.
            default -> "";
        };
    }

    private static String what(Event.OfStep event, Purpose purpose) {
        return switch (purpose) {
            case FORWARD -> event.step().toString();
            case PROBE -> "asking about " + event.step();
            case COMPENSATION -> "undoing " + event.step();
        };
    }

    private static String answer(ProbeAnswer answer) {
        return switch (answer) {
            case ProbeAnswer.Done done -> "done, " + done.output().text();
            case ProbeAnswer.NotDone notDone -> "not done";
            case ProbeAnswer.Running running -> "still running";
            case ProbeAnswer.Unknown unknown -> "that the outcome is unknown";
        };
    }

    private static String told(@Nullable Failure failure) {
        return failure == null ? "" : "%s %s: %s".formatted(failure.cause(), failure.code(), failure.message());
    }
}
