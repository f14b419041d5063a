package dev.reeve.internal.http.local;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.reeve.ErrorCode;
import dev.reeve.Occupancy;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.ReeveReader;
import dev.reeve.internal.access.Access;
import dev.reeve.internal.access.AccessRecord;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.http.Admission;
import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.Authentication;
import dev.reeve.internal.http.HttpHandler;
import dev.reeve.internal.http.endpoint.HttpApi;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A door on the server of the JDK. Closing it does not close the engine. Thread-safe. */
public final class DoorServer implements AutoCloseable {

    /** Where a door proves that it is the one of the file. */
    public static final String PROOF = "/door";

    /** Maximum number of requests at a time. People send few. */
    static final int REQUESTS_MAX = 64;

    private static final Logger LOG = LoggerFactory.getLogger(DoorServer.class);

    private static final int BACKLOG = 64;
    private static final int DRAIN_SECONDS = 2;
    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final Pattern CHALLENGE = Pattern.compile("challenge=([0-9a-f]{64})");

    private final Path file;
    private final DoorFile content;
    private final HttpServer server;
    private final ExecutorService threads;
    private final HttpHandler api;
    private final Semaphore free = new Semaphore(REQUESTS_MAX);
    private final AtomicBoolean closed = new AtomicBoolean();

    private DoorServer(Path file, DoorFile content, HttpServer server, HttpHandler api) {
        this.file = file;
        this.content = content;
        this.server = server;
        this.api = api;
        this.threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("reeve-door-", 0).factory());
    }

    /**
     * Opens a door.
     *
     * @param database the file that the engine has open
     * @param record keeps what callers do
     * @throws ReeveException {@link ErrorCode#REFUSED} if no engine has this file open, or its file system has no
     *     owners and permissions; {@link ErrorCode#STORE_UNAVAILABLE} if the file beside it cannot be written
     */
    public static DoorServer open(Reeve reeve, Path database, AccessRecord record) {
        check(database);
        Path file = DoorFile.beside(database);
        try {
            HttpServer server =
                    HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), 0), BACKLOG);
            try {
                return open(reeve, file, server, record);
            } catch (IOException | RuntimeException e) {
                server.stop(0);
                throw e;
            }
        } catch (IOException e) {
            throw ReeveException.of(
                    ErrorCode.STORE_UNAVAILABLE,
                    "no door can be opened for commands on %s: %s".formatted(database, e),
                    e);
        }
    }

    /** As {@link #open}, for a program that also works without a door: the log says why there is none. */
    public static Optional<DoorServer> openIfPossible(Reeve reeve, Path database, AccessRecord record) {
        try {
            return Optional.of(open(reeve, database, record));
        } catch (ReeveException e) {
            LOG.warn("commands on {} are refused while this process runs: {}", database, e.getMessage());
            return Optional.empty();
        }
    }

    private static DoorServer open(Reeve reeve, Path file, HttpServer server, AccessRecord record) throws IOException {
        DoorKey key = DoorKey.random();
        DoorFile content = new DoorFile(server.getAddress().getPort(), key);
        content.write(file);
        try {
            String user = Files.getOwner(file).getName();
            Admission admission =
                    Admission.of(authentication(key, user), Access.byRoles()).recordedIn(record);
            DoorServer door = new DoorServer(file, content, server, HttpApi.withoutChanges(reeve, admission));
            door.start();
            return door;
        } catch (IOException | RuntimeException e) {
            content.remove(file);
            throw e;
        }
    }

    private static void check(Path database) {
        try (ReeveReader reader = ReeveReader.open(database)) {
            if (!(reader.occupancy() instanceof Occupancy.Taken)) {
                throw refused("no engine has %s open: open the engine first, and name its file".formatted(database));
            }
        }
        try {
            if (!Files.getFileStore(database).supportsFileAttributeView(PosixFileAttributeView.class)) {
                throw refused("the file system of %s has no owners and permissions that keep others from a door"
                        .formatted(database));
            }
        } catch (IOException e) {
            throw ReeveException.of(
                    ErrorCode.STORE_UNAVAILABLE, "%s cannot be looked at: %s".formatted(database, e), e);
        }
    }

    private static ReeveException refused(String message) {
        return ReeveException.of(ErrorCode.REFUSED, message);
    }

    /**
     * A caller with the key has read a file that only this user can read, so it is this user, who can write to the
     * database as well. A name that the caller gives is recorded beside that.
     */
    private static Authentication authentication(DoorKey key, String user) {
        return request -> {
            String header = request.header("authorization").orElse("");
            String sent = header.regionMatches(true, 0, "Bearer ", 0, 7)
                    ? header.substring(7).strip()
                    : "";
            String name = key.name(sent)
                    .filter(by -> !by.equals(user))
                    .map(by -> "%s (%s)".formatted(by, user))
                    .orElse(user);
            return Principal.everywhere(name, Role.ADMIN);
        };
    }

    /** The server's thread is a daemon as the one that starts it, so a forgotten door keeps no process alive. */
    private void start() {
        DoorHandler handler = new DoorHandler(api);
        server.createContext("/", exchange -> bounded(exchange, handler));
        server.createContext(PROOF, exchange -> bounded(exchange, this::prove));
        server.setExecutor(threads);
        CompletableFuture.runAsync(
                        server::start,
                        task -> Thread.ofPlatform().daemon().name("reeve-door").start(task))
                .join();
    }

    private void bounded(HttpExchange exchange, com.sun.net.httpserver.HttpHandler handler) throws IOException {
        if (!free.tryAcquire()) {
            answer(exchange, 503, "too many requests at a time");
            return;
        }
        try {
            handler.handle(exchange);
        } finally {
            free.release();
        }
    }

    private void prove(HttpExchange exchange) throws IOException {
        String query = exchange.getRequestURI().getRawQuery();
        Matcher challenge = CHALLENGE.matcher(query == null ? "" : query);
        boolean asked = exchange.getRequestMethod().equals("GET")
                && exchange.getRequestURI().getRawPath().equals(PROOF);
        if (asked && challenge.matches()) {
            answer(exchange, 200, content.key().proof(challenge.group(1)));
        } else {
            answer(exchange, 404, "expected GET " + PROOF + "?challenge=, and 64 hexadecimal digits");
        }
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        DoorHandler.send(new Answer.Value(status, Map.of(), "text/plain", text), exchange);
        exchange.close();
    }

    /** The file that leads here. */
    public Path file() {
        return file;
    }

    /** Removes the file, answers the long polls, waits for other requests for two seconds, and stops. Idempotent. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try {
            content.remove(file);
        } catch (IOException e) {
            LOG.warn("{} cannot be removed, and leads nowhere: {}", file, e.toString());
        }
        api.close();
        try {
            boolean done = free.tryAcquire(REQUESTS_MAX, DRAIN_SECONDS, TimeUnit.SECONDS);
            LOG.debug("the door closes, all requests answered: {}", done);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        server.stop(0);
        threads.shutdownNow();
    }
}
