package dev.reeve.internal.core;

import dev.reeve.Event;
import dev.reeve.Purpose;

/** Events for the eyes of a test. */
final class Events {

    private Events() {}

    /** For example {@code StepReady(charge)}, {@code StepReady(charge, probe)}, {@code CompensationStarted}. */
    static String brief(Event event) {
        String name = event.getClass().getSimpleName();
        if (!(event instanceof Event.OfStep ofStep)) {
            return event instanceof Event.FinallyStarted e ? name + "(" + e.outcome() + ")" : name;
        }
        return name + "(" + ofStep.step() + detail(ofStep) + ")";
    }

    private static String detail(Event.OfStep event) {
        return switch (event) {
            case Event.StepTaken e -> " " + e.status();
            case Event.StepReady e -> purpose(e.purpose());
            case Event.ItemsStarted e -> "";
            case Event.ChildStarted e -> purpose(e.purpose()) + " " + e.attempt();
            case Event.RoundEnded e -> "";
            case Event.RoundUndone e -> e.actor() == null ? "" : " by " + e.actor();
            case Event.RoundFound e -> "";
            case Event.SignalTaken e -> " " + e.signal() + (e.unusable() ? " unusable" : "");
            case Event.OthersEnded e -> " " + e.others() + (e.undone() ? " undone" : "");
            case Event.StepStarted e -> purpose(e.purpose()) + " " + e.attempt();
            case Event.CheckpointRecorded e -> purpose(e.purpose());
            case Event.AttemptFailed e ->
                purpose(e.purpose()) + " " + e.failure().cause();
            case Event.StepWaiting e -> purpose(e.purpose()) + " " + e.reason();
            case Event.StepResumed e -> purpose(e.purpose());
            case Event.StepNotStarted e -> purpose(e.purpose());
            case Event.ProbeAnswered e -> " " + e.answer().getClass().getSimpleName();
            case Event.StepCompleted e -> "";
            case Event.StepFailed e -> e.continued() ? " continued" : "";
            case Event.StepSkipped e -> " " + e.skipReason();
            case Event.StepEscalated e -> purpose(e.purpose());
            case Event.StepRetried e -> purpose(e.purpose());
            case Event.ProbeRequested e -> "";
            case Event.StepResolved e -> "";
            case Event.StepCompensated e -> e.actor() == null ? "" : " by " + e.actor();
            case Event.LateReportKept e -> purpose(e.purpose());
        };
    }

    private static String purpose(Purpose purpose) {
        return switch (purpose) {
            case FORWARD -> "";
            case PROBE -> " probe";
            case COMPENSATION -> " undo";
        };
    }
}
