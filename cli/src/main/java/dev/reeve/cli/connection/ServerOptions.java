package dev.reeve.cli.connection;

import dev.reeve.ConnectOptions;
import dev.reeve.Credentials;
import dev.reeve.ErrorCode;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that name a server, and the way to connect to it. */
public final class ServerOptions {

    static final String SERVER = "REEVE_SERVER";
    public static final String API_KEY = "REEVE_API_KEY";

    @Option(
            names = "--server",
            paramLabel = "URL",
            split = ",",
            description = "Or a server, such as https://reeve.example.com; several that share a store with commas. "
                    + SERVER + " is taken from the environment if nothing else is named.")
    private List<String> servers = List.of();

    @Option(names = "--profile", paramLabel = "NAME", description = "Or a server of ~/.reeve/profiles.yaml.")
    private @Nullable String profile;

    @Option(
            names = "--key-file",
            paramLabel = "FILE",
            description = "For --server: the file with the API key; " + API_KEY
                    + " is taken from the environment if it is not given, for the server that " + SERVER
                    + " names, or for any if it names none.")
    private @Nullable Path keyFile;

    /** Whether a server is named by an option. */
    boolean isNamed() {
        return !servers.isEmpty() || profile != null;
    }

    /** Whether a server is named by the environment. */
    static boolean isIn(Map<String, String> environment) {
        return !environment.getOrDefault(SERVER, "").isBlank();
    }

    boolean hasKeyFile() {
        return keyFile != null;
    }

    /**
     * The named server.
     *
     * @param environment the variables of the process
     * @throws ReeveException {@link ErrorCode#INVALID_INPUT} if there is no such profile, or two servers are named
     */
    Profile profile(Map<String, String> environment) {
        if (!servers.isEmpty() && profile != null) {
            throw wrong("name one server: --server URL, or --profile NAME");
        }
        if (profile != null) {
            return Profiles.read(Profiles.file()).profile(profile);
        }
        return new Profile(
                servers.isEmpty()
                        ? inEnvironment(environment)
                        : servers.stream().map(String::strip).toList(),
                null,
                null);
    }

    /**
     * Connects to a server. Sends nothing yet.
     *
     * @throws ReeveException {@link ErrorCode#INVALID_INPUT} if an address is none, or the key cannot be read
     */
    Reeve connect(Profile chosen, Map<String, String> environment) {
        URI[] addresses = chosen.servers().stream().map(this::address).toArray(URI[]::new);
        return Reeve.connect(ConnectOptions.to(addresses).withCredentials(credentials(chosen, environment)));
    }

    private Credentials credentials(Profile chosen, Map<String, String> environment) {
        Path file = keyFile == null ? chosen.keyFile() : keyFile;
        if (file != null) {
            return Credentials.apiKey(key(file));
        }
        String key = environment.getOrDefault(API_KEY, "").strip();
        return key.isEmpty() || !isKeyFor(chosen, environment) ? Credentials.none() : Credentials.apiKey(key);
    }

    /** The key of the environment is that of the server of the environment, and goes to no other one. */
    private boolean isKeyFor(Profile chosen, Map<String, String> environment) {
        if (profile != null) {
            return false;
        }
        return !isIn(environment) || chosen.servers().equals(inEnvironment(environment));
    }

    private static List<String> inEnvironment(Map<String, String> environment) {
        return Stream.of(environment.getOrDefault(SERVER, "").split(",", -1))
                .map(String::strip)
                .toList();
    }

    private static String key(Path file) {
        try {
            String key = Files.readString(file, StandardCharsets.UTF_8).strip();
            if (key.isEmpty()) {
                throw wrong("the file of the key, %s, is empty".formatted(file));
            }
            return key;
        } catch (IOException e) {
            throw wrong("the file of the key, %s, cannot be read: %s".formatted(file, e));
        }
    }

    private URI address(String server) {
        try {
            return URI.create(server);
        } catch (IllegalArgumentException e) {
            String source = profile != null ? "the profile " + profile : servers.isEmpty() ? SERVER : "--server";
            throw wrong(source + ": expected an address such as https://reeve.example.com");
        }
    }

    private static ReeveException wrong(String message) {
        return ReeveException.of(ErrorCode.INVALID_INPUT, message);
    }
}
