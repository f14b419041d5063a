package dev.reeve.example.stage;

import dev.reeve.Event;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.ProbeAnswer;
import dev.reeve.Purpose;

/** Describes events for a story. */
final class Words {

    private static final int LENGTH_MAX = 90;

    private Words() {}

    /** @return empty for events without interest to readers */
    static String of(Event event) {
        return switch (event) {
            case Event.ExecutionStarted e -> "▶ %s %s".formatted(e.workflow(), shortened(e.input()));
            case Event.ItemsStarted e -> "  %s: %s".formatted(e.step(), shortened(e.items()));
            case Event.StepStarted e
            when e.attempt() > 1 && e.purpose() == Purpose.FORWARD ->
                "  %s: attempt %d, at %s"
                        .formatted(e.step(), e.attempt(), e.agent().replaceFirst("@.*", ""));
            case Event.CheckpointRecorded e -> "  %s: checkpoint %s".formatted(e.step(), shortened(e.checkpoint()));
            case Event.AttemptFailed e ->
                "✗ %s: attempt %d failed, %s".formatted(what(e, e.purpose()), e.attempt(), told(e.failure()));
            case Event.RoundEnded e -> "  %s: %s, so again".formatted(e.step(), shortened(e.output()));
            case Event.ProbeAnswered e -> "? %s: the service says %s".formatted(e.step(), answer(e.answer()));
            case Event.StepCompleted e -> "✔ %s → %s".formatted(e.step(), shortened(e.output()));
            case Event.StepSkipped e when e.actor() != null -> "– %s: skipped by %s".formatted(e.step(), e.actor());
            case Event.StepSkipped e -> "– %s: left out".formatted(e.step());
            case Event.StepFailed e when e.continued() -> "– %s: failed, and is done without".formatted(e.step());
            case Event.StepEscalated e -> "! %s needs a person: %s".formatted(what(e, e.purpose()), told(e.failure()));
            case Event.StepRetried e -> "! %s: %s retries it".formatted(what(e, e.purpose()), e.actor());
            case Event.StepResolved e -> "! %s: %s says that it is done".formatted(e.step(), e.actor());
            case Event.SignalReceived e -> "! %s sends '%s': %s".formatted(e.actor(), e.signal(), shortened(e.data()));
            case Event.CancelRequested e -> "! %s cancels: %s".formatted(e.actor(), e.reason());
            case Event.CompensationStarted e -> "↩ what was done is undone, because of " + told(e.failure());
            case Event.RoundUndone e -> "↩ %s: a round undone".formatted(e.step());
            case Event.StepCompensated e -> "↩ %s: undone".formatted(e.step());
            case Event.ExecutionCompleted e -> "■ COMPLETED " + shortened(e.output());
            case Event.ExecutionCompensated e -> "■ COMPENSATED";
            case Event.ExecutionCancelled e -> "■ CANCELLED";
            case Event.ExecutionFailed e -> "■ FAILED, with nothing to undo: " + told(e.failure());
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
            case ProbeAnswer.Done done -> "done, " + shortened(done.output());
            case ProbeAnswer.NotDone notDone -> "not done";
            case ProbeAnswer.Running running -> "still running";
            case ProbeAnswer.Unknown unknown -> "that it does not know";
        };
    }

    private static String told(Failure failure) {
        return "%s (%s)".formatted(failure.code(), failure.message());
    }

    private static String shortened(Json json) {
        String text = json.text();
        return text.length() <= LENGTH_MAX ? text : text.substring(0, LENGTH_MAX - 1) + "…";
    }
}
