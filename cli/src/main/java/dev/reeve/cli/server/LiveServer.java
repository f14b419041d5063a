package dev.reeve.cli.server;

import dev.reeve.ErrorCode;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.SchemaDataSource;
import dev.reeve.internal.agent.endpoint.AgentEndpoints;
import dev.reeve.internal.agent.endpoint.Completions;
import dev.reeve.internal.console.Console;
import dev.reeve.internal.engine.client.EmbeddedReeve;
import dev.reeve.internal.http.Endpoint;
import dev.reeve.internal.http.agent.AgentRoutes;
import dev.reeve.internal.http.agent.CompletionRoutes;
import dev.reeve.internal.http.endpoint.ChangeFeed;
import dev.reeve.internal.http.local.DoorServer;
import dev.reeve.internal.server.PrometheusMetrics;
import dev.reeve.internal.server.ReeveServer;
import dev.reeve.internal.server.ServerSettings;
import dev.reeve.micrometer.ReeveSpans;
import dev.reeve.micrometer.ZipkinReceiver;
import dev.reeve.spi.Observer;
import dev.reeve.spi.ObserverPair;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/** An engine and its server in this process, from the settings of a server. */
public final class LiveServer implements AutoCloseable {

    private final Reeve reeve;
    private final ReeveServer server;
    private final PrometheusMetrics metrics;
    private final @Nullable ReeveSpans spans;
    private final @Nullable DoorServer door;

    private LiveServer(
            Reeve reeve,
            ReeveServer server,
            PrometheusMetrics metrics,
            @Nullable ReeveSpans spans,
            @Nullable DoorServer door) {
        this.reeve = reeve;
        this.server = server;
        this.metrics = metrics;
        this.spans = spans;
        this.door = door;
    }

    public static LiveServer open(ServerSettings settings) {
        PrometheusMetrics metrics = new PrometheusMetrics();
        try {
            return open(settings, metrics);
        } catch (RuntimeException e) {
            metrics.close();
            throw e;
        }
    }

    /**
     * An engine on a SQLite file, with a server for programs of this machine only, as that of {@code reeve dev}.
     *
     * @param port 0 for any free one
     * @param directory of the server, for its record
     */
    public static LiveServer forDevelopment(int port, Path directory, Path store) {
        return open(DevelopmentSettings.of(port, directory, List.of(), store.toString()));
    }

    private static LiveServer open(ServerSettings settings, PrometheusMetrics metrics) {
        ChangeFeed feed = new ChangeFeed(UUID.randomUUID().toString().substring(0, 8));
        ReeveSpans spans = settings.spanReceiver()
                .map(address -> new ReeveSpans(new ZipkinReceiver(address)))
                .orElse(null);
        Observer measured = new ObserverPair(feed, metrics.observer());
        NodeOptions options = settings.engine(
                NodeOptions.defaults().withObserver(spans == null ? measured : new ObserverPair(measured, spans)));
        // the engine of this class path, which also has the transport of agents
        EmbeddedReeve reeve = (EmbeddedReeve)
                (settings.text("store.jdbc").isEmpty()
                        ? Reeve.open(file(settings), options)
                        : Reeve.open(database(settings), options));
        try {
            metrics.watch(reeve);
            if (spans != null) {
                spans.watch(reeve);
            }
            byte[] secret = settings.agentSecret();
            Completions completions = new Completions(reeve::transport, secret, InstantSource.system());
            AgentEndpoints agents = new AgentEndpoints(reeve::transport, secret, System::nanoTime, completions);
            List<Endpoint> more = new ArrayList<>(AgentRoutes.of(agents));
            more.addAll(CompletionRoutes.of(completions, reeve, System::nanoTime));
            more.add(metrics.endpoint());
            more.addAll(Console.endpoints());
            more.add(Console.root());
            ReeveServer server = ReeveServer.start(reeve, feed, settings, more, completions::agent);
            DoorServer door = settings.text("store.jdbc").isEmpty()
                    ? DoorServer.openIfPossible(reeve, file(settings), server.record())
                            .orElse(null)
                    : null;
            return new LiveServer(reeve, server, metrics, spans, door);
        } catch (RuntimeException e) {
            close(spans);
            reeve.close();
            throw e;
        }
    }

    private static void close(@Nullable ReeveSpans spans) {
        if (spans != null) {
            spans.close();
        }
    }

    private static Path file(ServerSettings settings) {
        String named = settings.text("store.file");
        Path file = named.isEmpty() ? settings.directory().resolve("reeve.db") : Path.of(named);
        try {
            Path parent = file.toAbsolutePath().getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            return file;
        } catch (IOException e) {
            throw ReeveException.of(
                    ErrorCode.STORE_UNUSABLE, "the directory of %s cannot be made: %s".formatted(file, e), e);
        }
    }

    private static DataSource database(ServerSettings settings) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        try {
            source.setURL(settings.text("store.jdbc"));
        } catch (IllegalArgumentException e) {
            throw ReeveException.of(
                    ErrorCode.INVALID_INPUT,
                    "store.jdbc: expected a URL such as jdbc:postgresql://localhost/orders",
                    e);
        }
        if (!settings.text("store.user").isEmpty()) {
            source.setUser(settings.text("store.user"));
        }
        if (!settings.text("store.password").isEmpty()) {
            source.setPassword(settings.text("store.password"));
        }
        String schema = settings.text("store.schema");
        return schema.isEmpty() ? source : SchemaDataSource.of(source, schema);
    }

    public Reeve reeve() {
        return reeve;
    }

    /** The address of the console. */
    public URI console() {
        return server.address().resolve("/console");
    }

    public ReeveServer server() {
        return server;
    }

    /** Waits until the process receives a signal to end, and then closes the server in order. */
    void serve() {
        CountDownLatch closed = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            close();
                            closed.countDown();
                        },
                        "reeve-shutdown"));
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** First the server, so that the requests under way find an engine. */
    @Override
    public void close() {
        if (door != null) {
            door.close();
        }
        server.close();
        close(spans);
        reeve.close();
        metrics.close();
    }
}
