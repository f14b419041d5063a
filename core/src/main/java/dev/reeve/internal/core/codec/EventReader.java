package dev.reeve.internal.core.codec;

import dev.reeve.AttemptToken;
import dev.reeve.CallTimes;
import dev.reeve.Cause;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.Parent;
import dev.reeve.ProbeAnswer;
import dev.reeve.Purpose;
import dev.reeve.Rerun;
import dev.reeve.SkipReason;
import dev.reeve.StepPath;
import dev.reeve.WaitReason;
import org.jspecify.annotations.Nullable;

/** Reads an event from its JSON members; see {@link EventCodec} for the format. */
final class EventReader {

    private final EventFields fields;

    EventReader(EventFields fields) {
        this.fields = fields;
    }

    Event event() {
        String type = fields.text("type");
        return switch (type) {
            case "ExecutionStarted" -> started();
            case "SignalReceived" ->
                new Event.SignalReceived(
                        fields.text("signal"), fields.textOrNull("id"), fields.payload("data"), fields.text("by"));
            case "CancelRequested" -> new Event.CancelRequested(fields.text("by"), fields.text("reason"));
            case "CompensationRequested" -> new Event.CompensationRequested(fields.text("by"), fields.text("why"));
            case "ExecutionPaused" -> new Event.ExecutionPaused(fields.text("by"), fields.text("why"));
            case "ExecutionResumed" -> new Event.ExecutionResumed(fields.text("by"), fields.text("why"));
            case "ExecutionDelayed" -> new Event.ExecutionDelayed(fields.instant("until"));
            case "ExecutionBegun" -> new Event.ExecutionBegun();
            case "ExecutionMoved" ->
                new Event.ExecutionMoved(fields.number("version"), fields.text("by"), fields.text("why"));
            case "CompensationStarted" -> new Event.CompensationStarted(failure());
            case "CompletionStarted" -> new Event.CompletionStarted(StepPath.parse(fields.text("endedBy")));
            case "ForwardClosed" -> new Event.ForwardClosed();
            case "FinallyStarted" ->
                new Event.FinallyStarted(
                        fields.constant("outcome", ExecutionStatus.class), fields.payloadOrNull("output"));
            case "ExecutionCompleted" -> new Event.ExecutionCompleted(fields.payload("output"));
            case "ExecutionCompensated" -> new Event.ExecutionCompensated(failure());
            case "ExecutionCancelled" -> new Event.ExecutionCancelled(fields.text("reason"));
            case "ExecutionFailed" -> new Event.ExecutionFailed(failure());
            default -> ofStep(type);
        };
    }

    private Event ofStep(String type) {
        return switch (type) {
            case "StepTaken" -> taken();
            case "ChildStarted" ->
                new Event.ChildStarted(
                        step(), purpose(), attempt(), ExecutionId.parse(fields.text("child")), fields.bits("nonce"));
            case "StepReady" ->
                new Event.StepReady(
                        step(),
                        purpose(),
                        fields.payloadOrNull("input"),
                        fields.textOrNull("limitKey"),
                        times(),
                        fields.textOrNull("name"));
            case "ItemsStarted" -> new Event.ItemsStarted(step(), fields.payload("items"));
            case "RoundEnded" -> new Event.RoundEnded(step(), attempt(), fields.payload("output"));
            case "RoundUndone" ->
                new Event.RoundUndone(
                        step(), attempt(), fields.payloadOrNull("output"), fields.textOrNull("by"), why());
            case "RoundFound" -> new Event.RoundFound(step(), ExecutionId.parse(fields.text("child")));
            case "SignalTaken" -> new Event.SignalTaken(step(), fields.text("signal"), fields.isPresent("unusable"));
            case "OthersEnded" -> new Event.OthersEnded(step(), fields.steps("others"), fields.isTrue("undone"));
            case "StepStarted" ->
                new Event.StepStarted(
                        step(),
                        purpose(),
                        attempt(),
                        fields.text("agent"),
                        fields.instant("completeBy"),
                        fields.bits("nonce"));
            case "CheckpointRecorded" ->
                new Event.CheckpointRecorded(step(), purpose(), attempt(), fields.payload("checkpoint"));
            case "AttemptFailed" -> new Event.AttemptFailed(step(), purpose(), attempt(), failure());
            case "StepWaiting" ->
                new Event.StepWaiting(
                        step(), purpose(), fields.instant("until"), fields.constant("reason", WaitReason.class));
            case "StepNotStarted" -> notStarted();
            case "StepResumed" -> new Event.StepResumed(step(), purpose());
            case "ProbeAnswered" -> new Event.ProbeAnswered(step(), attempt(), answer());
            case "StepCompleted" -> new Event.StepCompleted(step(), attempt(), fields.payload("output"));
            case "StepFailed" -> new Event.StepFailed(step(), failure(), fields.isTrue("continued"));
            case "StepSkipped" ->
                new Event.StepSkipped(
                        step(), fields.constant("reason", SkipReason.class), fields.textOrNull("by"), why());
            case "StepEscalated" -> new Event.StepEscalated(step(), purpose(), failure());
            case "StepRetried" ->
                new Event.StepRetried(step(), purpose(), fields.text("by"), why(), fields.payloadOrNull("input"));
            case "ProbeRequested" -> new Event.ProbeRequested(step(), fields.text("by"), fields.text("why"));
            case "StepResolved" -> new Event.StepResolved(step(), fields.payload("output"), fields.text("by"), why());
            case "StepCompensated" ->
                new Event.StepCompensated(
                        step(), attempt(), fields.payloadOrNull("output"), fields.textOrNull("by"), why());
            case "LateReportKept" ->
                new Event.LateReportKept(step(), purpose(), attempt(), fields.payloadOrNull("output"), failureOrNull());
            default ->
                throw new IllegalArgumentException(
                        "events: unknown type '%s': written by a newer release, or damaged; run a release that knows it"
                                .formatted(type));
        };
    }

    private Event.StepTaken taken() {
        return new Event.StepTaken(
                step(),
                fields.payloadOrNull("input"),
                fields.payloadOrNull("output"),
                failureOrNull(),
                fields.has("skipped") ? fields.constant("skipped", SkipReason.class) : null,
                fields.isTrue("possiblyDone"),
                fields.has("child") ? ExecutionId.parse(fields.text("child")) : null,
                fields.numberOrZero("rounds"),
                fields.payloadOrNull("roundOutput"),
                fields.isPresent("byHand"));
    }

    /** The first releases knew it for one purpose alone, and did not write it. */
    private Event.StepNotStarted notStarted() {
        return new Event.StepNotStarted(step(), fields.has("purpose") ? purpose() : Purpose.FORWARD, failure());
    }

    private @Nullable CallTimes times() {
        if (!fields.has("times")) {
            return null;
        }
        EventFields times = fields.object("times");
        return new CallTimes(
                times.durationOrNull("completeBy"),
                times.durationOrNull("startBy"),
                times.durationOrNull("backoff"),
                times.durationOrNull("maxBackoff"));
    }

    private Event started() {
        return new Event.ExecutionStarted(
                fields.text("workflow"),
                fields.number("version"),
                fields.text("namespace"),
                fields.textOrNull("key"),
                fields.payload("input"),
                fields.numberOrZero("priority"),
                fields.textsOrEmpty("labels"),
                fields.instantOrNull("completeBy"),
                fields.bits("seed"),
                fields.textOrNull("replyTo"),
                fields.textOrNull("correlationId"),
                fields.has("rerun") ? rerun(fields.object("rerun")) : null,
                fields.has("parent") ? parent(fields.object("parent")) : null,
                fields.textOrNull("traceparent"));
    }

    private static Rerun rerun(EventFields rerun) {
        return new Rerun(
                ExecutionId.parse(rerun.text("of")),
                StepPath.parse(rerun.text("from")),
                rerun.text("by"),
                rerun.text("why"),
                rerun.textsOrEmpty("keys"));
    }

    private static Parent parent(EventFields parent) {
        return new Parent(
                new AttemptToken(
                        ExecutionId.parse(parent.text("execution")),
                        StepPath.parse(parent.text("step")),
                        parent.constant("purpose", Purpose.class),
                        parent.number("attempt"),
                        parent.bits("nonce")),
                parent.number("depth"),
                parent.has("undoes") ? ExecutionId.parse(parent.text("undoes")) : null,
                parent.has("previous") ? ExecutionId.parse(parent.text("previous")) : null);
    }

    private ProbeAnswer answer() {
        String answer = fields.text("answer");
        return switch (answer) {
            case "DONE" -> new ProbeAnswer.Done(fields.payload("output"));
            case "NOT_DONE" -> new ProbeAnswer.NotDone();
            case "RUNNING" -> new ProbeAnswer.Running();
            case "UNKNOWN" -> new ProbeAnswer.Unknown();
            default -> throw new IllegalArgumentException("events: unknown answer of a probe '%s'".formatted(answer));
        };
    }

    Failure failure() {
        EventFields failure = fields.object("failure");
        return new Failure(
                failure.constant("cause", Cause.class),
                failure.text("code"),
                failure.text("message"),
                failure.payloadOrNull("details"),
                failure.durationOrNull("retryAfter"),
                failure.isTrue("possiblyDone"));
    }

    private @Nullable Failure failureOrNull() {
        return fields.has("failure") ? failure() : null;
    }

    private @Nullable String why() {
        return fields.textOrNull("why");
    }

    private StepPath step() {
        return StepPath.parse(fields.text("step"));
    }

    private Purpose purpose() {
        return fields.constant("purpose", Purpose.class);
    }

    private int attempt() {
        return fields.number("attempt");
    }
}
