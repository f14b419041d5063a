package dev.reeve.internal.http.endpoint;

import static dev.reeve.internal.http.Endpoint.get;
import static dev.reeve.internal.http.Endpoint.post;

import dev.reeve.Bulk;
import dev.reeve.BulkOperations;
import dev.reeve.BulkRequest;
import dev.reeve.Cause;
import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.RecoveryOperations;
import dev.reeve.ReeveException;
import dev.reeve.Verb;
import dev.reeve.internal.access.Operation;
import dev.reeve.internal.document.BulkCountDocument;
import dev.reeve.internal.document.BulkStateDocument;
import dev.reeve.internal.document.CommandDocument;
import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.Call;
import dev.reeve.internal.http.Endpoint;
import dev.reeve.internal.http.JsonFields;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Decisions of a person about an execution, a step, or many of them. Each decision has a reason. */
final class RecoveryEndpoints {

    private static final String STEP = "/v1/executions/{id}/steps/{step}/";

    private final Door door;

    RecoveryEndpoints(Door door) {
        this.door = door;
    }

    List<Endpoint> all() {
        return List.of(
                execution("cancel", Operation.CANCEL, Execution::cancel),
                execution(
                        "compensate",
                        Operation.COMPENSATE,
                        (it, reason) -> it.recovery().compensate(reason)),
                execution(
                        "pause", Operation.PAUSE, (it, reason) -> it.recovery().pause(reason)),
                execution(
                        "resume",
                        Operation.RESUME,
                        (it, reason) -> it.recovery().resume(reason)),
                post("/v1/executions/{id}/move", Operation.MOVE, this::move),
                post("/v1/executions/{id}/rerun", Operation.RERUN, this::rerun),
                post(STEP + "retry", Operation.RETRY, this::retry),
                post(STEP + "resolve", Operation.RESOLVE, this::resolve),
                post(STEP + "skip", Operation.SKIP, call -> step(call, "SKIP", RecoveryOperations::skip)),
                post(STEP + "probe", Operation.PROBE, call -> step(call, "PROBE", RecoveryOperations::probe)),
                post("/v1/bulk-operations", Operation.START_BULK, this::startBulk),
                post("/v1/bulk-operations/count", Operation.START_BULK, this::countBulk),
                get(
                        "/v1/bulk-operations",
                        Operation.LIST_BULK,
                        call -> door.show(
                                call,
                                BulkStateDocument.Listing.of(
                                        door.open(call).bulk().list()))),
                get(
                        "/v1/bulk-operations/{id}",
                        Operation.LIST_BULK,
                        call -> door.show(call, BulkStateDocument.of(bulk(call)))),
                post("/v1/bulk-operations/{id}/stop", Operation.STOP_BULK, this::stopBulk));
    }

    private Endpoint execution(String verb, Operation operation, BiConsumer<Execution, String> decision) {
        return post("/v1/executions/{id}/" + verb, operation, call -> {
            String reason = onlyReason(call);
            Execution execution = door.execution(call);
            decision.accept(execution, reason);
            return done(call, execution, operation.name(), null, null);
        });
    }

    private static String onlyReason(Call call) {
        JsonFields body = call.fields();
        String reason = body.required("reason");
        body.end();
        return reason;
    }

    private static Answer done(
            Call call, Execution execution, String verb, @Nullable String step, @Nullable ExecutionId rerun) {
        return Answer.json(
                new CommandDocument(execution.id(), verb, step, Door.actor(call), rerun, execution.status()));
    }

    private Answer move(Call call) {
        JsonFields body = call.fields();
        String reason = body.required("reason");
        int version = body.integer("version")
                .orElseThrow(() -> ReeveException.of(ErrorCode.INVALID_INPUT, "'version' is missing"));
        body.end();
        Execution execution = door.execution(call);
        execution.recovery().moveTo(version, reason);
        return done(call, execution, "MOVE", null, null);
    }

    private Answer rerun(Call call) {
        JsonFields body = call.fields();
        String from = body.required("from");
        String reason = body.required("reason");
        Optional<Json> input = body.json("input").map(it -> Door.sent(call, it));
        body.end();
        Execution execution = door.execution(call);
        Execution rerun = input.isPresent()
                ? execution.recovery().rerunFrom(from, input.get(), reason)
                : execution.recovery().rerunFrom(from, reason);
        return Answer.json(
                new CommandDocument(execution.id(), "RERUN", from, Door.actor(call), rerun.id(), rerun.status()));
    }

    private Answer retry(Call call) {
        JsonFields body = call.fields();
        String reason = body.required("reason");
        Optional<Json> input = body.json("input").map(it -> Door.sent(call, it));
        body.end();
        Execution execution = door.execution(call);
        String step = call.parameter("step");
        if (input.isPresent()) {
            execution.recovery().retry(step, input.get(), reason);
        } else {
            execution.recovery().retry(step, reason);
        }
        return done(call, execution, "RETRY", step, null);
    }

    private Answer resolve(Call call) {
        JsonFields body = call.fields();
        String reason = body.required("reason");
        Json output = Door.sent(call, body.requiredJson("output"));
        body.end();
        Execution execution = door.execution(call);
        execution.recovery().resolve(call.parameter("step"), output, reason);
        return done(call, execution, "RESOLVE", call.parameter("step"), null);
    }

    /** A decision about a step that needs only a reason. */
    @FunctionalInterface
    private interface StepDecision {
        void decide(RecoveryOperations recovery, String step, String reason);
    }

    private Answer step(Call call, String verb, StepDecision decision) {
        String reason = onlyReason(call);
        Execution execution = door.execution(call);
        decision.decide(execution.recovery(), call.parameter("step"), reason);
        return done(call, execution, verb, call.parameter("step"), null);
    }

    private Answer startBulk(Call call) {
        JsonFields body = call.fields();
        Verb verb = verb(body);
        String reason = body.required("reason");
        Optional<Integer> expected = body.integer("expected");
        Map<String, String> labels = body.texts("labels");
        // a step or a number that is refused is among the members of the body
        BulkRequest request = JsonFields.made(
                "body",
                () -> selected(verb, labels, body)
                        .payload(body.json("payload")
                                .map(it -> Door.sent(call, it).text())
                                .orElse(null))
                        .perSecond(body.integer("perSecond").orElse(BulkRequest.PER_SECOND_DEFAULT)));
        body.end();
        BulkOperations bulks = door.open(call).bulk();
        Bulk bulk = expected.isPresent() ? bulks.start(request, expected.get(), reason) : bulks.start(request, reason);
        Answer.Value shown = door.show(call, BulkStateDocument.of(bulk));
        return new Answer.Value(201, shown.headers(), shown.contentType(), shown.body())
                .with("Location", call.request().address("/v1/bulk-operations/" + bulk.id()));
    }

    private Answer countBulk(Call call) {
        JsonFields body = call.fields();
        Verb verb = verb(body);
        Map<String, String> labels = body.texts("labels");
        BulkRequest request = JsonFields.made("body", () -> selected(verb, labels, body));
        body.end();
        return Answer.json(new BulkCountDocument(door.count(call, request)));
    }

    private static Verb verb(JsonFields body) {
        return body.constant("verb", Verb.class)
                .orElseThrow(() -> ReeveException.of(ErrorCode.INVALID_INPUT, "'verb' is missing"));
    }

    private static BulkRequest selected(Verb verb, Map<String, String> labels, JsonFields body) {
        return new BulkRequest(
                verb,
                body.text("workflow").orElse(null),
                labels,
                body.text("step").orElse(null),
                body.text("action").orElse(null),
                body.constant("purpose", Purpose.class).orElse(null),
                body.constant("cause", Cause.class).orElse(null),
                body.text("code").orElse(null),
                body.text("fingerprint").orElse(null),
                null,
                BulkRequest.PER_SECOND_DEFAULT);
    }

    private Bulk bulk(Call call) {
        ExecutionId id = Door.id(call);
        return door.open(call).bulk().list().stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow(() -> ReeveException.of(ErrorCode.NOT_FOUND, "there is no bulk operation " + id));
    }

    private Answer stopBulk(Call call) {
        String reason = onlyReason(call);
        Bulk bulk = bulk(call);
        bulk.stop(reason);
        return door.show(call, BulkStateDocument.of(bulk));
    }
}
