package dev.reeve.internal.core.codec;

import dev.reeve.AttemptToken;
import dev.reeve.CallTimes;
import dev.reeve.Event;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.Parent;
import dev.reeve.ProbeAnswer;
import dev.reeve.Purpose;
import dev.reeve.Rerun;
import dev.reeve.StepPath;
import dev.reeve.internal.values.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writes events, and the members that requests share with them; see {@link EventCodec} for the format. */
final class EventWriter {

    private final JsonGenerator json;

    /** The caller closes the generator. */
    EventWriter(JsonGenerator json) {
        this.json = json;
    }

    void write(List<Event> events) {
        json.writeStartArray();
        for (Event event : events) {
            json.writeStartObject();
            write(event);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void write(Event event) {
        switch (event) {
            case Event.OfStep ofStep -> ofStep(ofStep);
            case Event.ExecutionStarted e -> started(e);
            case Event.SignalReceived e -> {
                type("SignalReceived");
                text("signal", e.signal());
                text("id", e.id());
                payload("data", e.data());
                text("by", e.actor());
            }
            case Event.CancelRequested e -> {
                type("CancelRequested");
                text("by", e.actor());
                text("reason", e.reason());
            }
            case Event.CompensationRequested e -> said("CompensationRequested", e.actor(), e.reason());
            case Event.ExecutionPaused e -> said("ExecutionPaused", e.actor(), e.reason());
            case Event.ExecutionResumed e -> said("ExecutionResumed", e.actor(), e.reason());
            case Event.ExecutionDelayed e -> {
                type("ExecutionDelayed");
                instant("until", e.until());
            }
            case Event.ExecutionBegun e -> type("ExecutionBegun");
            case Event.ExecutionMoved e -> {
                type("ExecutionMoved");
                number("version", e.version());
                text("by", e.actor());
                text("why", e.reason());
            }
            case Event.CompensationStarted e -> {
                type("CompensationStarted");
                failure(e.failure());
            }
            case Event.CompletionStarted e -> {
                type("CompletionStarted");
                text("endedBy", e.endedBy().toString());
            }
            case Event.ForwardClosed e -> type("ForwardClosed");
            case Event.FinallyStarted e -> {
                type("FinallyStarted");
                text("outcome", e.outcome().name());
                payload("output", e.output());
            }
            case Event.ExecutionCompleted e -> {
                type("ExecutionCompleted");
                payload("output", e.output());
            }
            case Event.ExecutionCompensated e -> {
                type("ExecutionCompensated");
                failure(e.failure());
            }
            case Event.ExecutionCancelled e -> {
                type("ExecutionCancelled");
                text("reason", e.reason());
            }
            case Event.ExecutionFailed e -> {
                type("ExecutionFailed");
                failure(e.failure());
            }
        }
    }

    private void said(String type, String by, String why) {
        type(type);
        text("by", by);
        text("why", why);
    }

    private void started(Event.ExecutionStarted e) {
        type("ExecutionStarted");
        text("workflow", e.workflow());
        number("version", e.version());
        text("namespace", e.namespace());
        text("key", e.key());
        payload("input", e.input());
        if (e.priority() != 0) {
            number("priority", e.priority());
        }
        if (!e.labels().isEmpty()) {
            texts("labels", e.labels());
        }
        instant("completeBy", e.completeBy());
        bits("seed", e.seed());
        text("replyTo", e.replyTo());
        text("correlationId", e.correlationId());
        rerun(e.rerun());
        parent(e.parent());
        text("traceparent", e.traceparent());
    }

    private void parent(@Nullable Parent parent) {
        if (parent == null) {
            return;
        }
        AttemptToken token = parent.token();
        json.writeObjectPropertyStart("parent");
        text("execution", token.execution().toString());
        text("step", token.step().toString());
        text("purpose", token.purpose().name());
        number("attempt", token.attempt());
        bits("nonce", token.nonce());
        number("depth", parent.depth());
        text("undoes", parent.undoes() == null ? null : parent.undoes().toString());
        text("previous", parent.previous() == null ? null : parent.previous().toString());
        json.writeEndObject();
    }

    private void rerun(@Nullable Rerun rerun) {
        if (rerun == null) {
            return;
        }
        json.writeObjectPropertyStart("rerun");
        text("of", rerun.of().toString());
        text("from", rerun.from().toString());
        text("by", rerun.actor());
        text("why", rerun.reason());
        if (!rerun.keys().isEmpty()) {
            texts("keys", rerun.keys());
        }
        json.writeEndObject();
    }

    private void texts(String name, Map<String, String> texts) {
        json.writeObjectPropertyStart(name);
        new TreeMap<>(texts).forEach(json::writeStringProperty);
        json.writeEndObject();
    }

    private void ofStep(Event.OfStep event) {
        switch (event) {
            case Event.StepTaken e -> stepTaken(e);
            case Event.ChildStarted e -> childStarted(e);
            case Event.StepReady e -> stepReady(e);
            case Event.ItemsStarted e -> itemsStarted(e);
            case Event.RoundEnded e -> roundEnded(e);
            case Event.RoundUndone e -> roundUndone(e);
            case Event.RoundFound e -> roundFound(e);
            case Event.SignalTaken e -> signalTaken(e);
            case Event.OthersEnded e -> othersEnded(e);
            case Event.StepStarted e -> stepStarted(e);
            case Event.CheckpointRecorded e -> checkpointRecorded(e);
            case Event.AttemptFailed e -> attemptFailed(e);
            case Event.StepWaiting e -> stepWaiting(e);
            case Event.StepResumed e -> about("StepResumed", e.step(), e.purpose());
            case Event.StepNotStarted e -> stepNotStarted(e);
            case Event.ProbeAnswered e -> probeAnswered(e);
            case Event.StepCompleted e -> stepCompleted(e);
            case Event.StepFailed e -> stepFailed(e);
            case Event.StepSkipped e -> stepSkipped(e);
            case Event.StepEscalated e -> stepEscalated(e);
            case Event.StepRetried e -> stepRetried(e);
            case Event.ProbeRequested e -> probeRequested(e);
            case Event.StepResolved e -> stepResolved(e);
            case Event.StepCompensated e -> stepCompensated(e);
            case Event.LateReportKept e -> lateReportKept(e);
        }
    }

    private void stepTaken(Event.StepTaken e) {
        about("StepTaken", e.step());
        payload("input", e.input());
        payload("output", e.output());
        failure(e.failure());
        text("skipped", e.skipped() == null ? null : e.skipped().name());
        bool("possiblyDone", e.possiblyDone());
        text("child", e.child() == null ? null : e.child().toString());
        if (e.rounds() > 0) {
            number("rounds", e.rounds());
        }
        payload("roundOutput", e.roundOutput());
        if (e.byHand()) { // others are written as before there was this member
            json.writeBooleanProperty("byHand", true);
        }
    }

    private void childStarted(Event.ChildStarted e) {
        about("ChildStarted", e.step(), e.purpose());
        number("attempt", e.attempt());
        text("child", e.child().toString());
        bits("nonce", e.nonce());
    }

    private void stepReady(Event.StepReady e) {
        about("StepReady", e.step(), e.purpose());
        payload("input", e.input());
        text("limitKey", e.limitKey());
        times(e.times());
        text("name", e.name());
    }

    private void times(@Nullable CallTimes times) {
        if (times == null) {
            return;
        }
        json.writeObjectPropertyStart("times");
        duration("completeBy", times.completeBy());
        duration("startBy", times.startBy());
        duration("backoff", times.backoff());
        duration("maxBackoff", times.maxBackoff());
        json.writeEndObject();
    }

    private void duration(String name, @Nullable Duration value) {
        text(name, value == null ? null : value.toString());
    }

    private void itemsStarted(Event.ItemsStarted e) {
        about("ItemsStarted", e.step());
        payload("items", e.items());
    }

    private void roundEnded(Event.RoundEnded e) {
        about("RoundEnded", e.step());
        number("attempt", e.attempt());
        payload("output", e.output());
    }

    private void roundUndone(Event.RoundUndone e) {
        about("RoundUndone", e.step());
        number("attempt", e.attempt());
        payload("output", e.output());
        text("by", e.actor());
        text("why", e.reason());
    }

    private void roundFound(Event.RoundFound e) {
        about("RoundFound", e.step());
        text("child", e.child().toString());
    }

    private void signalTaken(Event.SignalTaken e) {
        about("SignalTaken", e.step());
        text("signal", e.signal());
        if (e.unusable()) { // others are written as before there was this member
            json.writeBooleanProperty("unusable", true);
        }
    }

    private void othersEnded(Event.OthersEnded e) {
        about("OthersEnded", e.step());
        json.writeArrayPropertyStart("others");
        e.others().forEach(other -> json.writeString(other.toString()));
        json.writeEndArray();
        json.writeBooleanProperty("undone", e.undone());
    }

    private void stepStarted(Event.StepStarted e) {
        about("StepStarted", e.step(), e.purpose());
        number("attempt", e.attempt());
        text("agent", e.agent());
        instant("completeBy", e.completeBy());
        bits("nonce", e.nonce());
    }

    private void checkpointRecorded(Event.CheckpointRecorded e) {
        about("CheckpointRecorded", e.step(), e.purpose());
        number("attempt", e.attempt());
        payload("checkpoint", e.checkpoint());
    }

    private void attemptFailed(Event.AttemptFailed e) {
        about("AttemptFailed", e.step(), e.purpose());
        number("attempt", e.attempt());
        failure(e.failure());
    }

    private void stepWaiting(Event.StepWaiting e) {
        about("StepWaiting", e.step(), e.purpose());
        instant("until", e.until());
        text("reason", e.reason().name());
    }

    private void stepNotStarted(Event.StepNotStarted e) {
        if (e.purpose() == Purpose.FORWARD) {
            about("StepNotStarted", e.step()); // as before there was another purpose
        } else {
            about("StepNotStarted", e.step(), e.purpose());
        }
        failure(e.failure());
    }

    private void stepCompleted(Event.StepCompleted e) {
        about("StepCompleted", e.step());
        number("attempt", e.attempt());
        payload("output", e.output());
    }

    private void stepFailed(Event.StepFailed e) {
        about("StepFailed", e.step());
        failure(e.failure());
        bool("continued", e.continued());
    }

    private void stepSkipped(Event.StepSkipped e) {
        about("StepSkipped", e.step());
        text("reason", e.skipReason().name());
        text("by", e.actor());
        text("why", e.reason());
    }

    private void stepEscalated(Event.StepEscalated e) {
        about("StepEscalated", e.step(), e.purpose());
        failure(e.failure());
    }

    private void stepRetried(Event.StepRetried e) {
        about("StepRetried", e.step(), e.purpose());
        text("by", e.actor());
        text("why", e.reason());
        payload("input", e.input());
    }

    private void probeRequested(Event.ProbeRequested e) {
        about("ProbeRequested", e.step());
        text("by", e.actor());
        text("why", e.reason());
    }

    private void stepResolved(Event.StepResolved e) {
        about("StepResolved", e.step());
        payload("output", e.output());
        text("by", e.actor());
        text("why", e.reason());
    }

    private void stepCompensated(Event.StepCompensated e) {
        about("StepCompensated", e.step());
        number("attempt", e.attempt());
        payload("output", e.output());
        text("by", e.actor());
        text("why", e.reason());
    }

    private void lateReportKept(Event.LateReportKept e) {
        about("LateReportKept", e.step(), e.purpose());
        number("attempt", e.attempt());
        payload("output", e.output());
        failure(e.failure());
    }

    private void probeAnswered(Event.ProbeAnswered e) {
        about("ProbeAnswered", e.step());
        number("attempt", e.attempt());
        switch (e.answer()) {
            case ProbeAnswer.Done done -> {
                text("answer", "DONE");
                payload("output", done.output());
            }
            case ProbeAnswer.NotDone no -> text("answer", "NOT_DONE");
            case ProbeAnswer.Running running -> text("answer", "RUNNING");
            case ProbeAnswer.Unknown unknown -> text("answer", "UNKNOWN");
        }
    }

    void failure(@Nullable Failure failure) {
        if (failure == null) {
            return;
        }
        json.writeObjectPropertyStart("failure");
        text("cause", failure.cause().name());
        text("code", failure.code());
        text("message", failure.message());
        payload("details", failure.details());
        duration("retryAfter", failure.retryAfter());
        bool("possiblyDone", failure.possiblyDone());
        json.writeEndObject();
    }

    private void about(String type, StepPath step, Purpose purpose) {
        about(type, step);
        text("purpose", purpose.name());
    }

    private void about(String type, StepPath step) {
        type(type);
        text("step", step.toString());
    }

    void name(String name) {
        json.writeName(name);
    }

    void type(String type) {
        json.writeStringProperty("type", type);
    }

    void text(String name, @Nullable String value) {
        if (value != null) {
            json.writeStringProperty(name, value);
        }
    }

    void number(String name, int value) {
        json.writeNumberProperty(name, value);
    }

    private void bool(String name, boolean value) {
        json.writeBooleanProperty(name, value);
    }

    void bits(String name, long value) {
        text(name, Long.toHexString(value));
    }

    void instant(String name, @Nullable Instant value) {
        if (value != null) {
            text(name, Times.format(value));
        }
    }

    /** Writes a payload as it is, so that a number keeps every digit. */
    void payload(String name, @Nullable Json value) {
        if (value != null) {
            json.writeName(name);
            json.writeRawValue(value.text());
        }
    }
}
