package dev.reeve.benchmark.peers.restate;

import dev.reeve.benchmark.peers.driver.Comparison;
import dev.reeve.benchmark.peers.driver.Payloads;
import dev.reeve.benchmark.peers.driver.Peer;
import dev.restate.common.function.ThrowingBiFunction;
import dev.restate.sdk.Context;
import dev.restate.sdk.HandlerRunner;
import dev.restate.sdk.endpoint.Endpoint;
import dev.restate.sdk.endpoint.definition.HandlerDefinition;
import dev.restate.sdk.endpoint.definition.HandlerType;
import dev.restate.sdk.endpoint.definition.ServiceDefinition;
import dev.restate.sdk.endpoint.definition.ServiceType;
import dev.restate.sdk.http.vertx.RestateHttpServer;
import dev.restate.serde.Serde;
import dev.restate.serde.SerdeFactory;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Restate: a server of its own (one node, fsync on), which calls the workflows in this process by HTTP/2. A workflow is
 * keyed by its id; each step is a {@code ctx.run} whose result is journalled before the next begins. The caller waits
 * for the result over the ingress.
 */
public final class RestatePeer implements Peer {

    private static final String HOST = "127.0.0.1";
    private static final int INGRESS = 8080;
    private static final int ADMIN = 9070;
    private static final int WORKER = 9080;
    private static final Serde<String> TEXT = Serde.using(
            text -> text.getBytes(StandardCharsets.UTF_8), bytes -> new String(bytes, StandardCharsets.UTF_8));

    private final Vertx vertx = Vertx.vertx();
    private final HttpClient admin = vertx.createHttpClient();
    private final HttpClient ingress = vertx.createHttpClient(
            new HttpClientOptions()
                    .setDefaultHost(HOST)
                    .setDefaultPort(INGRESS)
                    .setProtocolVersion(HttpVersion.HTTP_2)
                    .setHttp2ClearTextUpgrade(false),
            new PoolOptions().setHttp2MaxSize(4));
    private Consumer<UUID> completed;

    @Override
    public void open(Consumer<UUID> completed) throws Exception {
        this.completed = completed;
        RestateHttpServer.fromEndpoint(
                        Endpoint.builder().bind(chain3()),
                        new HttpServerOptions()
                                .setHost(HOST)
                                .setPort(WORKER)
                                .setInitialSettings(new Http2Settings().setMaxConcurrentStreams(Integer.MAX_VALUE)))
                .listen();
        String deployment = "{\"uri\":\"http://" + HOST + ":" + WORKER + "\",\"force\":true}";
        long until = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
        while (true) {
            try {
                call(admin, ADMIN, "/deployments", "application/json", deployment).get(20, TimeUnit.SECONDS);
                return;
            } catch (ExecutionException notYet) {
                if (System.nanoTime() > until) {
                    throw notYet;
                }
                TimeUnit.MILLISECONDS.sleep(200);
            }
        }
    }

    private static ServiceDefinition chain3() {
        ThrowingBiFunction<Context, String, String> steps = (context, input) -> {
            UUID id = UUID.fromString(input.substring(7, 43));
            String result = "";
            for (int number = 1; number <= 3; number++) {
                int step = number;
                result = context.run("s" + step, TEXT, () -> Payloads.result(id, step));
            }
            return result;
        };
        HandlerRunner.Options onVirtualThreads =
                HandlerRunner.Options.withExecutor(Executors.newVirtualThreadPerTaskExecutor());
        return ServiceDefinition.of(
                "chain3",
                ServiceType.WORKFLOW,
                List.of(HandlerDefinition.of(
                        "run", HandlerType.WORKFLOW, TEXT, TEXT, HandlerRunner.of(steps, SerdeFactory.NOOP, onVirtualThreads))));
    }

    @Override
    public void start(List<UUID> ids) {
        for (UUID id : ids) {
            call(ingress, INGRESS, "/chain3/" + id + "/run", "application/octet-stream", Payloads.input(id))
                    .whenComplete((result, failure) -> {
                        if (failure == null) {
                            completed.accept(id);
                        } else {
                            failure.printStackTrace();
                            Runtime.getRuntime().halt(1);
                        }
                    });
        }
    }

    private static CompletableFuture<String> call(HttpClient client, int port, String path, String type, String body) {
        CompletableFuture<String> answer = new CompletableFuture<>();
        client.request(HttpMethod.POST, port, HOST, path)
                .compose(request -> request.putHeader("content-type", type).send(Buffer.buffer(body)))
                .compose(response -> response.body().map(text -> {
                    if (response.statusCode() >= 300) {
                        throw new IllegalStateException(response.statusCode() + " " + text);
                    }
                    return text.toString();
                }))
                .onComplete(result -> {
                    if (result.succeeded()) {
                        answer.complete(result.result());
                    } else {
                        answer.completeExceptionally(result.cause());
                    }
                });
        return answer;
    }

    @Override
    public int batch() {
        return 1;
    }

    @Override
    public int clients() {
        return 1;
    }

    @Override
    public int inFlight() {
        return Integer.getInteger("inflight", 256);
    }

    public static void main(String[] arguments) throws Exception {
        Comparison.run(new RestatePeer(), arguments);
    }
}
