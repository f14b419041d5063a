package dev.reeve.cli.connection;

import dev.reeve.ConnectOptions;
import dev.reeve.Credentials;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.internal.http.local.DoorFile;
import dev.reeve.internal.http.local.DoorServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Connects to the application that uses a store file, through its local door. */
final class LocalApplication {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int CHALLENGE_BYTES = 32;
    private static final int PROOF_CHARACTERS = 64;

    private LocalApplication() {}

    /**
     * Connects to the application.
     *
     * @param by the actor whom a person has named; null for none
     * @return empty if no door is open: there is no file, or it is left of a process that has ended
     * @throws ReeveException if the file of the door cannot be trusted, or is damaged
     */
    static Optional<Reeve> connect(Path database, @Nullable String by) {
        return DoorFile.read(DoorFile.beside(database))
                .filter(LocalApplication::isOpen)
                .map(door -> Reeve.connect(ConnectOptions.to(address(door, ""))
                        .withCredentials(Credentials.apiKey(door.key().credential(by)))));
    }

    private static URI address(DoorFile door, String path) {
        return URI.create("http://127.0.0.1:%d%s".formatted(door.port(), path));
    }

    /**
     * Whether the port is that of the door. After a crash another program, of another user, may have the port. It does
     * not know the key, and is not given it.
     */
    private static boolean isOpen(DoorFile door) {
        byte[] random = new byte[CHALLENGE_BYTES];
        new SecureRandom().nextBytes(random);
        String challenge = HexFormat.of().formatHex(random);
        return MessageDigest.isEqual(
                door.key().proof(challenge).getBytes(StandardCharsets.US_ASCII),
                answer(address(door, DoorServer.PROOF + "?challenge=" + challenge)));
    }

    /** The beginning of an answer; empty if there is none in time. */
    private static byte[] answer(URI address) {
        HttpClient client = HttpClient.newBuilder()
                .proxy(HttpClient.Builder.NO_PROXY)
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(PATIENCE)
                .build();
        try {
            return CompletableFuture.supplyAsync(() -> read(client, address), Thread::startVirtualThread)
                    .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new byte[0];
        } catch (ExecutionException | TimeoutException e) {
            return new byte[0];
        } finally {
            client.shutdownNow();
        }
    }

    private static byte[] read(HttpClient client, URI address) {
        try (InputStream in = client.send(
                        HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofInputStream())
                .body()) {
            return in.readNBytes(PROOF_CHARACTERS + 1);
        } catch (IOException e) {
            return new byte[0];
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new byte[0];
        }
    }
}
