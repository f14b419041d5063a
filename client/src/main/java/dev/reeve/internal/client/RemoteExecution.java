package dev.reeve.internal.client;

import dev.reeve.Actor;
import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionDescription;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionResult;
import dev.reeve.ExecutionStatus;
import dev.reeve.ExecutionSummary;
import dev.reeve.Explanation;
import dev.reeve.Failure;
import dev.reeve.Forecast;
import dev.reeve.HistoryEntry;
import dev.reeve.Json;
import dev.reeve.NotCompletedException;
import dev.reeve.PastExecution;
import dev.reeve.RecoveryOperations;
import dev.reeve.internal.document.DecisionDocument;
import dev.reeve.internal.document.ExecutionDocument;
import dev.reeve.internal.document.ExecutionListDocument;
import dev.reeve.internal.document.ExplanationDocument;
import dev.reeve.internal.document.ForecastDocument;
import dev.reeve.internal.document.HistoryDocument;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** An execution behind a server. Immutable. */
final class RemoteExecution implements Execution {

    private final Wire wire;
    private final String namespace;
    private final ExecutionId id;

    RemoteExecution(Wire wire, String namespace, ExecutionId id) {
        this.wire = wire;
        this.namespace = namespace;
        this.id = id;
    }

    @Override
    public ExecutionId id() {
        return id;
    }

    @Override
    public Execution actingAs(Actor actor) {
        Self.check(wire, namespace, actor);
        return this;
    }

    private Reply get(String part) {
        return wire.call(Request.get(namespace, Target.of("/v1/executions/{}" + part, id)));
    }

    @Override
    public ExecutionStatus status() {
        return summary().status();
    }

    @Override
    public ExecutionSummary summary() {
        return get("/summary").as(ExecutionListDocument.Item.class).summary();
    }

    @Override
    public ExecutionDescription describe() {
        return get("").as(ExecutionDocument.class).description();
    }

    @Override
    public List<HistoryEntry> history() {
        return get("/history").as(HistoryDocument.class).history();
    }

    @Override
    public PastExecution asOf(int seq) {
        return new RemotePast(wire, namespace, id, seq);
    }

    @Override
    public Explanation explain() {
        return get("/explanation").as(ExplanationDocument.class).explanation();
    }

    /** The details of the failure are not sent: no decision depends on them. */
    @Override
    public Forecast whatIf(String step, Failure failure) {
        Target target = Target.of("/v1/executions/{}/forecast", id)
                .with("step", step)
                .with("cause", failure.cause())
                .with("code", failure.code())
                .with("message", failure.message())
                .with("possiblyDone", failure.possiblyDone());
        if (failure.retryAfter() != null) {
            target.with("retryAfter", failure.retryAfter().toMillis() + "ms");
        }
        return wire.call(Request.get(namespace, target))
                .as(ForecastDocument.class)
                .forecast();
    }

    @Override
    public <T> T await(Class<T> type, Duration patience) {
        ExecutionResult result = awaitEnd(patience);
        Json output = result.output();
        if (result.status() != ExecutionStatus.COMPLETED || output == null) {
            throw new NotCompletedException(result);
        }
        return Calls.read(output, type);
    }

    @Override
    public ExecutionResult awaitEnd(Duration patience) {
        return ResultPoll.within(wire, namespace, id, patience);
    }

    @Override
    public CompletionStage<ExecutionResult> result() {
        return ResultPoll.untilTheEnd(wire, namespace, id);
    }

    @Override
    public void cancel(String reason) {
        var unused = wire.call(Request.once(
                "POST", namespace, Target.of("/v1/executions/{}/cancel", id), DecisionDocument.of(reason)));
    }

    /** The signal gets an id, so that it counts once if its answer is lost. */
    @Override
    public void signal(String name, Object data) {
        signalOnce(name, data, UUID.randomUUID().toString());
    }

    @Override
    public void signalOnce(String name, Object data, String signal) {
        Target target = Target.of("/v1/executions/{}/signals/{}", id, Objects.requireNonNull(name, "name"))
                .with("id", signal);
        var unused = wire.call(
                Request.repeatable(
                        "POST", namespace, target, Calls.write("data", data).text()),
                // the first request may have ended the execution, which then refuses the second one
                refusal -> (refusal.code() == ErrorCode.REFUSED || refusal.code() == ErrorCode.NOT_FOUND)
                        && hasReceived(signal));
    }

    private boolean hasReceived(String signal) {
        return history().stream()
                .anyMatch(entry -> entry.event() instanceof Event.SignalReceived it && signal.equals(it.id()));
    }

    @Override
    public RecoveryOperations recovery() {
        return new RemoteRecovery(wire, namespace, id, rerun -> new RemoteExecution(wire, namespace, rerun));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RemoteExecution execution && execution.id.equals(id);
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    @Override
    public String toString() {
        return "execution " + id;
    }
}
