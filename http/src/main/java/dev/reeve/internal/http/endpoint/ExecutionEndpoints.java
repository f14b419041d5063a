package dev.reeve.internal.http.endpoint;

import static dev.reeve.internal.http.Endpoint.get;
import static dev.reeve.internal.http.Endpoint.post;

import dev.reeve.Cause;
import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.ExecutionSummary;
import dev.reeve.Failure;
import dev.reeve.JobOptions;
import dev.reeve.Json;
import dev.reeve.KeyPolicy;
import dev.reeve.PastExecution;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.Signal;
import dev.reeve.Start;
import dev.reeve.internal.access.Operation;
import dev.reeve.internal.document.Document;
import dev.reeve.internal.document.ErrorDocument;
import dev.reeve.internal.document.ExecutionDocument;
import dev.reeve.internal.document.ExecutionListDocument;
import dev.reeve.internal.document.ExplanationDocument;
import dev.reeve.internal.document.ForecastDocument;
import dev.reeve.internal.document.HistoryDocument;
import dev.reeve.internal.document.InboxDocument;
import dev.reeve.internal.document.PageDocument;
import dev.reeve.internal.document.ResultDocument;
import dev.reeve.internal.document.StartedDocument;
import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.Call;
import dev.reeve.internal.http.Endpoint;
import dev.reeve.internal.http.HiddenFailures;
import dev.reeve.internal.http.HttpException;
import dev.reeve.internal.http.JsonFields;
import dev.reeve.internal.values.TraceContext;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Starts executions, shows them, and waits for them. */
final class ExecutionEndpoints {

    private static final int STARTS_MAX = 1_000;
    private static final int PAGE_MAX = 999;
    private static final Duration WAIT = Duration.ofSeconds(20);

    private final Door door;

    ExecutionEndpoints(Door door) {
        this.door = door;
    }

    List<Endpoint> all() {
        return List.of(
                post("/v1/executions", Operation.START_EXECUTION, this::start),
                post("/v1/executions/batch", Operation.START_EXECUTION, this::startMany)
                        .bodyMax(Endpoint.BODY_MAX_OF_MANY),
                post("/v1/executions/signal", Operation.START_EXECUTION, this::signalWithStart),
                post("/v1/jobs", Operation.START_EXECUTION, this::run),
                get("/v1/executions", Operation.LIST, this::list).large(),
                get("/v1/executions/{id}", Operation.SHOW, this::describe).large(),
                get(
                        "/v1/executions/{id}/summary",
                        Operation.SHOW,
                        call -> door.show(
                                call,
                                ExecutionListDocument.Item.of(
                                        door.execution(call).summary()))),
                get("/v1/keys/{key}", Operation.SHOW, this::byKey).large(),
                get("/v1/executions/{id}/history", Operation.HISTORY, this::history)
                        .large(),
                get("/v1/executions/{id}/explanation", Operation.EXPLAIN, this::explain)
                        .large(),
                get("/v1/executions/{id}/forecast", Operation.FORECAST, this::forecast)
                        .large(),
                get("/v1/executions/{id}/result", Operation.AWAIT, this::result).waiting(),
                post("/v1/executions/{id}/signals/{name}", Operation.SIGNAL, this::signal),
                get(
                                "/v1/inbox",
                                Operation.INBOX,
                                call -> door.show(
                                        call,
                                        InboxDocument.of(
                                                door.open(call).inbox(Door.number(call, "limit", 1_000, 1, 100_000)))))
                        .large());
    }

    private Answer start(Call call) {
        JsonFields body = call.fields();
        String workflow = body.required("workflow");
        Json input = Door.sent(call, body.json("input").orElse(Json.EMPTY_OBJECT));
        Start how = how(body, call);
        body.end();
        return started(call, door.open(call).start(workflow, input, how));
    }

    private static Answer started(Call call, Execution execution) {
        return Answer.json(201, new StartedDocument(execution.id()))
                .with("Location", call.request().address("/v1/executions/" + execution.id()));
    }

    private Answer signalWithStart(Call call) {
        JsonFields body = call.fields();
        String workflow = body.required("workflow");
        Json input = Door.sent(call, body.json("input").orElse(Json.EMPTY_OBJECT));
        Start how = how(body, call);
        JsonFields sent = body.object("signal").orElseThrow(() -> HttpException.badRequest("'signal' is missing"));
        body.end();
        Signal signal = Signal.of(
                sent.required("name"), Door.sent(call, sent.json("data").orElse(Json.NULL)));
        Signal identified = sent.text("id").map(signal::withId).orElse(signal);
        sent.end();
        return started(call, door.open(call).signalWithStart(workflow, input, how, identified));
    }

    private Answer run(Call call) {
        JsonFields body = call.fields();
        String action = body.required("action");
        Json input = Door.sent(call, body.json("input").orElse(Json.EMPTY_OBJECT));
        Start how = how(body, call);
        JobOptions options = JobFields.options(body).orElse(JobOptions.defaults());
        body.end();
        return started(call, door.open(call).run(action, input, how, options));
    }

    /** With the headers of the request. A damaged traceparent is ignored, as its standard says: others have set it. */
    private static Start how(JsonFields body, Call call) {
        Start how = how(body, call.request().header("idempotency-key"));
        String sent = call.request().header("traceparent").orElse(null);
        String span = how.traceparent() == null ? TraceContext.textOrNull(sent) : null;
        return span == null ? how : how.traceparent(span);
    }

    private static Start how(JsonFields body, Optional<String> header) {
        Optional<String> member = body.text("key");
        if (header.isPresent() && member.isPresent() && !header.equals(member)) {
            throw HttpException.badRequest("the header Idempotency-Key and the member 'key' differ: send one of them");
        }
        Optional<String> key = header.or(() -> member);
        Start how = key.isPresent() ? Start.key(key.get()) : Start.plain();
        how = with(how, body.constant("keyPolicy", KeyPolicy.class), Start::keyPolicy);
        how = with(how, body.text("request"), Start::request);
        how = with(how, body.integer("version"), Start::version);
        how = with(how, body.integer("priority"), Start::priority);
        how = with(how, body.parsed("replyTo", URI::create), Start::replyTo);
        how = with(how, body.text("correlationId"), Start::correlationId);
        how = with(how, body.instant("at"), Start::at);
        how = with(how, body.duration("after"), Start::after);
        how = with(how, body.text("traceparent"), Start::traceparent);
        for (Map.Entry<String, String> label : body.texts("labels").entrySet()) {
            how = how.label(label.getKey(), label.getValue());
        }
        return how;
    }

    private static <T> Start with(Start how, Optional<T> value, BiFunction<Start, T, Start> change) {
        return value.isPresent() ? change.apply(how, value.get()) : how;
    }

    /** Each start succeeds or fails on its own, so a client repeats those that failed, with the same keys. */
    private Answer startMany(Call call) {
        JsonFields body = call.fields();
        List<JsonFields> starts = body.objects("starts");
        body.end();
        if (starts.isEmpty() || starts.size() > STARTS_MAX) {
            throw HttpException.badRequest(
                    "'starts': expected 1 to %d starts, found %d".formatted(STARTS_MAX, starts.size()));
        }
        Reeve reeve = door.open(call);
        List<CompletionStage<Documents.StartOutcome>> under = new ArrayList<>();
        starts.forEach(each -> under.add(begun(call, reeve, each)));
        return Answer.json(new Documents.StartOutcomes(
                under.stream().map(each -> each.toCompletableFuture().join()).toList()));
    }

    private static CompletionStage<Documents.StartOutcome> begun(Call call, Reeve reeve, JsonFields start) {
        try {
            String workflow = start.required("workflow");
            Json input = Door.sent(call, start.json("input").orElse(Json.EMPTY_OBJECT));
            Start how = how(start, Optional.empty());
            start.end();
            return reeve.startAsync(workflow, input, how)
                    .thenApply(execution -> new Documents.StartOutcome(execution.id(), null))
                    .exceptionally(ExecutionEndpoints::failed);
        } catch (ReeveException e) {
            return CompletableFuture.completedFuture(failed(e));
        }
    }

    private static Documents.StartOutcome failed(Throwable thrown) {
        Throwable cause =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (cause instanceof ReeveException known && !HiddenFailures.hides(known)) {
            return new Documents.StartOutcome(null, ErrorDocument.of(known).error());
        }
        ErrorCode code = HiddenFailures.code(cause);
        String message = HiddenFailures.message(code, HiddenFailures.log("one of several starts", cause));
        return new Documents.StartOutcome(null, ErrorDocument.of(code, message).error());
    }

    private Answer list(Call call) {
        int limit = Door.number(call, "limit", 100, 1, PAGE_MAX);
        ExecutionQuery query = query(call);
        ExecutionQuery from = call.query("cursor")
                .map(Cursor::parse)
                .map(it -> it.after(query))
                .orElse(query);
        Optional<String> code = call.query("code");
        if (code.isPresent()) {
            FailureSearch.Found found = new FailureSearch(door, call, code.get()).page(from, limit);
            return door.show(call, page(found.executions(), found.last()));
        }
        List<ExecutionSummary> found = door.open(call).list(from.limit(limit + 1));
        boolean more = found.size() > limit;
        List<ExecutionSummary> page = more ? found.subList(0, limit) : found;
        return door.show(call, page(page, more ? page.getLast() : null));
    }

    private static PageDocument page(List<ExecutionSummary> executions, @Nullable ExecutionSummary last) {
        return new PageDocument(
                ExecutionListDocument.of(executions, false).executions(),
                last == null ? null : Cursor.of(last).text());
    }

    private static ExecutionQuery query(Call call) {
        ExecutionQuery query = ExecutionQuery.all();
        if (call.query("workflow").isPresent()) {
            query = query.workflow(call.query("workflow").get());
        }
        ExecutionStatus[] statuses = call.queries("status").stream()
                .map(text -> JsonFields.constant("status", text, ExecutionStatus.class))
                .distinct()
                .toArray(ExecutionStatus[]::new);
        query = query.status(statuses);
        for (String label : call.queries("label")) {
            int equals = label.indexOf('=');
            if (equals < 1) {
                throw HttpException.badRequest("'label': expected NAME=VALUE, such as label=customer=42");
            }
            query = query.label(label.substring(0, equals), label.substring(equals + 1));
        }
        if (call.query("startedFrom").isPresent()) {
            query = query.startedFrom(
                    JsonFields.instant("startedFrom", call.query("startedFrom").get()));
        }
        if (call.query("startedBefore").isPresent()) {
            query = query.startedBefore(JsonFields.instant(
                    "startedBefore", call.query("startedBefore").get()));
        }
        return query;
    }

    /** The number of the event after which the execution is to be shown; 0 for the present. */
    private static int asOf(Call call) {
        return Door.number(call, "asOf", 0, 1, HistoryPart.NUMBER_MAX);
    }

    private Answer describe(Call call) {
        return shown(
                call,
                present -> ExecutionDocument.of(present.describe()),
                past -> ExecutionDocument.of(past.describe(), past.seq()));
    }

    private Answer explain(Call call) {
        return shown(
                call,
                present -> ExplanationDocument.of(present.explain()),
                past -> ExplanationDocument.of(past.explain(), past.seq()));
    }

    private Answer history(Call call) {
        HistoryPart part = HistoryPart.of(call);
        return shown(
                call,
                present -> HistoryDocument.of(present.id(), part.cut(present.history())),
                past -> HistoryDocument.of(past.id(), part.cut(past.history())));
    }

    /** The execution as it is, or as it was after the event that the call names. */
    private Answer shown(Call call, Function<Execution, Document> present, Function<PastExecution, Document> past) {
        int asOf = asOf(call);
        Execution execution = door.execution(call);
        return door.show(call, asOf == 0 ? present.apply(execution) : past.apply(execution.asOf(asOf)));
    }

    private Answer byKey(Call call) {
        String key = call.parameter("key");
        Execution execution = door.open(call)
                .find(key)
                .orElseThrow(() -> ReeveException.of(ErrorCode.NOT_FOUND, "no execution was started with this key"));
        return door.show(call, ExecutionDocument.of(execution.describe()));
    }

    private Answer forecast(Call call) {
        String step = call.query("step").orElseThrow(() -> HttpException.badRequest("'step' is missing"));
        Cause cause = JsonFields.constant("cause", call.query("cause").orElse("TRANSIENT"), Cause.class);
        Failure failure = new Failure(
                cause,
                call.query("code").orElse("FORECAST"),
                call.query("message").orElse("what if"),
                null,
                call.query("retryAfter")
                        .map(text -> JsonFields.duration("retryAfter", text))
                        .orElse(null),
                call.query("possiblyDone").filter("true"::equals).isPresent());
        return door.show(call, ForecastDocument.of(door.execution(call).whatIf(step, failure)), Door.id(call));
    }

    /** Waits for the end. An execution that goes on is no error. */
    private Answer result(Call call) {
        Duration patience = call.query("wait")
                .map(text -> JsonFields.duration("wait", text))
                .orElse(WAIT);
        if (patience.isNegative() || patience.compareTo(Door.WAIT_MAX) > 0) {
            throw HttpException.badRequest("'wait': expected at most " + Door.WAIT_MAX);
        }
        Execution execution = door.execution(call);
        return new Answer.Later(
                door.show(call, execution.result().thenApply(ResultDocument::of)),
                patience,
                () -> Answer.json(202, ResultDocument.goesOn(execution.id(), execution.status())));
    }

    private Answer signal(Call call) {
        Execution execution = door.execution(call);
        Json data = call.type().isEmpty() ? Json.NULL : Door.sent(call, call.json());
        Optional<String> id = call.request().header("idempotency-key").or(() -> call.query("id"));
        if (id.isPresent()) {
            execution.signalOnce(call.parameter("name"), data, id.get());
        } else {
            execution.signal(call.parameter("name"), data);
        }
        return Answer.nothing();
    }

    /** Where the next page of a list begins. Clients treat the text as opaque. */
    private record Cursor(ExecutionQuery.Position position) {

        static Cursor of(ExecutionSummary last) {
            return new Cursor(new ExecutionQuery.Position(last.startedAt(), last.id()));
        }

        static Cursor parse(String text) {
            String[] parts = PageDocument.parts(text);
            if (parts.length != 2) {
                throw HttpException.badRequest("'cursor': send the member 'next' of the previous page");
            }
            return new Cursor(new ExecutionQuery.Position(
                    JsonFields.instant("cursor", parts[0]), JsonFields.parsed("cursor", parts[1], ExecutionId::parse)));
        }

        String text() {
            return PageDocument.cursor(position.startedAt(), position.id());
        }

        ExecutionQuery after(ExecutionQuery query) {
            return new ExecutionQuery(
                    query.workflow(),
                    query.statuses(),
                    query.labels(),
                    query.startedFrom(),
                    query.startedBefore(),
                    position,
                    query.limit());
        }
    }
}
