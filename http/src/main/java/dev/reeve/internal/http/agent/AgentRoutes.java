package dev.reeve.internal.http.agent;

import dev.reeve.ErrorCode;
import dev.reeve.internal.access.Operation;
import dev.reeve.internal.agent.endpoint.AgentEndpoints;
import dev.reeve.internal.agent.endpoint.Caller;
import dev.reeve.internal.agent.protocol.Protocol;
import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.Call;
import dev.reeve.internal.http.Endpoint;
import dev.reeve.internal.http.HttpException;
import dev.reeve.spi.transport.BusyNodeException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Maps addresses to {@link AgentEndpoints}. All of them need the permission to work as an agent. */
public final class AgentRoutes {

    /** The node answers each poll in time. This is for a node that does not. */
    private static final Duration PATIENCE = Protocol.WAIT_MAX.plusSeconds(5);

    /** A report waits for its commit. A store that takes longer is away, and the agent asks again. */
    static final Duration REPORT_PATIENCE = Duration.ofSeconds(20);

    static final String JSON = "application/json";

    private final AgentEndpoints agents;

    private AgentRoutes(AgentEndpoints agents) {
        this.agents = agents;
    }

    public static List<Endpoint> of(AgentEndpoints agents) {
        AgentRoutes routes = new AgentRoutes(agents);
        return List.of(
                post("/v1/agents", routes::register),
                post("/v1/agents/{session}/exchange", routes::exchange).bodyMax(Protocol.DOCUMENT_BYTES_MAX),
                new Endpoint("DELETE", "/v1/agents/{session}", Operation.WORK_AS_AGENT, 0, routes::leave).waiting(),
                post("/v1/attempts/claim", routes::claim),
                post("/v1/attempts/{token}/heartbeat", routes::heartbeat),
                post("/v1/attempts/{token}/complete", routes::complete),
                post("/v1/attempts/{token}/fail", routes::fail),
                post("/v1/attempts/{token}/leave-open", routes::leaveOpen),
                post("/v1/attempts/{token}/completion-token", routes::completionToken));
    }

    private static Endpoint post(String path, Endpoint.Action action) {
        return Endpoint.post(path, Operation.WORK_AS_AGENT, action).waiting();
    }

    private static Caller caller(Call call) {
        return new Caller(call.caller().name(), call.namespace());
    }

    private static String body(Call call) {
        call.requireType(JSON);
        return call.request().body().text(call.bodyMax());
    }

    private Answer register(Call call) {
        return later(agents.register(caller(call), body(call)), REPORT_PATIENCE);
    }

    private Answer exchange(Call call) {
        return later(agents.exchange(caller(call), call.parameter("session"), body(call)), PATIENCE);
    }

    private Answer leave(Call call) {
        return later(
                agents.leave(caller(call), call.parameter("session")),
                nothing -> new Answer.Value(204, Map.of(), "", ""),
                REPORT_PATIENCE);
    }

    private Answer claim(Call call) {
        String key = call.request().header("Idempotency-Key").orElse(null);
        return later(agents.claim(caller(call), body(call), key), PATIENCE);
    }

    private Answer heartbeat(Call call) {
        // curl without data sends no type
        String document = call.request().header("content-type").isPresent()
                ? body(call)
                : call.request().body().text(call.bodyMax());
        return later(agents.heartbeat(caller(call), call.parameter("token"), document), REPORT_PATIENCE);
    }

    private Answer complete(Call call) {
        return later(agents.complete(caller(call), call.parameter("token"), body(call)), REPORT_PATIENCE);
    }

    private Answer leaveOpen(Call call) {
        return later(agents.leaveOpen(caller(call), call.parameter("token")), REPORT_PATIENCE);
    }

    private Answer completionToken(Call call) {
        return later(agents.completionToken(caller(call), call.parameter("token"), body(call)), REPORT_PATIENCE);
    }

    private Answer fail(Call call) {
        return later(agents.fail(caller(call), call.parameter("token"), body(call)), REPORT_PATIENCE);
    }

    static Answer later(CompletionStage<String> document, Duration patience) {
        return later(document, text -> new Answer.Value(200, Map.of(), JSON, text), patience);
    }

    /** Keeps the stage itself, so that it is cancelled when the client leaves. */
    private static Answer later(
            CompletionStage<String> work, Function<String, Answer.Ready> written, Duration patience) {
        CompletableFuture<Answer.Ready> answer = new CompletableFuture<>();
        CompletableFuture<String> source = work.toCompletableFuture();
        var unused = source.whenComplete((value, error) -> {
            if (error == null) {
                answer.complete(written.apply(value));
            } else {
                answer.completeExceptionally(translated(error));
            }
        });
        var unusedToo = answer.whenComplete((ready, error) -> {
            if (answer.isCancelled()) {
                source.cancel(false);
            }
        });
        return new Answer.Later(answer, patience, () -> {
            throw HttpException.of(503, ErrorCode.STORE_UNAVAILABLE, "the server is busy or closing: ask again")
                    .with("Retry-After", "1");
        });
    }

    private static Throwable translated(Throwable error) {
        Throwable cause =
                error instanceof CompletionException wrapper && wrapper.getCause() != null ? wrapper.getCause() : error;
        if (cause instanceof BusyNodeException busy) {
            long seconds = Math.max(1, busy.retryAfter().toSeconds());
            return HttpException.of(503, ErrorCode.OVERLOADED, String.valueOf(busy.getMessage()))
                    .with("Retry-After", Long.toString(seconds));
        }
        return cause;
    }
}
