package dev.reeve.cli.server;

import dev.reeve.internal.server.ServerSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The settings of a server for programs of this machine only, without keys. */
final class DevelopmentSettings {

    private DevelopmentSettings() {}

    /**
     * @param destinations services of the developer's machine or network, or of the public one
     * @param store the file of the store; empty for that of the directory
     */
    static ServerSettings of(int port, Path directory, List<String> destinations, String store) {
        return ServerSettings.of(
                Map.of(),
                Map.of(),
                Map.of(
                        "listen.port",
                        String.valueOf(port),
                        "directory",
                        directory.toString(),
                        "store.file",
                        store,
                        "authentication",
                        "none",
                        "http.privateDestinations",
                        String.join(" ", destinations)));
    }
}
