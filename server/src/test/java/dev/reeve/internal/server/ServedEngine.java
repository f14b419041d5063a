package dev.reeve.internal.server;

import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.internal.http.endpoint.ChangeFeed;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An engine on a file, with its server. */
final class ServedEngine implements AutoCloseable {

    private final Reeve reeve;
    private final ReeveServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    private ServedEngine(Reeve reeve, ReeveServer server) {
        this.reeve = reeve;
        this.server = server;
    }

    /**
     * @param directory the place of the engine's file
     * @param data the directory of the server, such as that of its keys
     * @param more settings, beside those of the directory and the port
     */
    static ServedEngine open(Path directory, Path data, Map<String, String> environment, Map<String, String> more) {
        Map<String, String> flags = new HashMap<>(Map.of("listen.port", "0", "directory", data.toString()));
        flags.putAll(more);
        ServerSettings settings = ServerSettings.of(Map.of(), environment, flags);
        ChangeFeed feed = new ChangeFeed("test");
        Reeve reeve =
                Reeve.open(directory.resolve("reeve.db"), NodeOptions.defaults().withObserver(feed));
        try {
            return new ServedEngine(reeve, ReeveServer.start(reeve, feed, settings, List.of()));
        } catch (RuntimeException e) {
            reeve.close();
            throw e;
        }
    }

    Reeve reeve() {
        return reeve;
    }

    ReeveServer server() {
        return server;
    }

    URI address() {
        return server.address();
    }

    /** Sends JSON if the body begins with a brace, and YAML otherwise. */
    HttpResponse<String> send(String key, String method, String path, String body) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create(address() + path))
                        .timeout(Duration.ofMinutes(1))
                        .header("Content-Type", body.startsWith("{") ? "application/json" : "application/yaml")
                        .header("Authorization", "Bearer " + key)
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        client.close();
        server.close();
        reeve.close();
    }
}
