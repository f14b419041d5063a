package dev.reeve.example.orders.harness;

import dev.reeve.ConnectOptions;
import dev.reeve.Credentials;
import dev.reeve.ErrorCode;
import dev.reeve.Json;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.example.orders.Order;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs the orders with a server and four services in processes of their own, which talk by HTTP. This process is the
 * shop: it starts the orders, and files them. Kills the server and the services in turn. For one thread, single use.
 */
final class ServicesRun {

    private static final String SERVER = "the server";
    private static final String LISTENS = "Reeve listens on ";

    /** In the order in which they are killed, after the server. */
    private static final List<String> SERVICES = List.of("inventory", "payments", "shipping", "notifications");

    private static final String IN_JAVASCRIPT = "notifications";

    /** For a call of the shop, through the restart of a server on a busy machine. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Settings settings;
    private final List<Order> orders;
    private final Optional<NodeProgram> node;
    private final Watcher watcher;
    private final Deque<Integer> kills;
    private final int killsWanted;
    private final List<Part> parts = new ArrayList<>();

    private int endedAtKill = -1;
    private long killedNanos;

    /**
     * @param kills number of kills
     * @param node for the service in JavaScript; without it, that service is in Java, too
     */
    ServicesRun(Settings settings, List<Order> orders, int kills, Optional<NodeProgram> node, Watcher watcher) {
        this.settings = settings;
        this.orders = orders;
        this.node = node;
        this.watcher = watcher;
        this.killsWanted = kills;
        this.kills = CrashRun.points(settings.seed(), orders.size(), kills);
    }

    /** @throws ReeveException if a process ends by itself, or nothing happens any more */
    void run() throws InterruptedException {
        // A parent that is killed takes its children along: see ParentProcess.
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(this::close));
        try {
            URI server = startServer();
            Path shopKey = key("demo", "operator,deployer,viewer-with-payloads,agent");
            Path serviceKey = key("services", "agent");
            SERVICES.forEach(service -> start(service(service, server, serviceKey)));
            Reeve client = Reeve.connect(ConnectOptions.to(server)
                    .withCredentials(Credentials.apiKey(read(shopKey)))
                    .withTimeout(PATIENCE));
            try (DemoShop shop = DemoShop.remote(settings, client, watcher::note)) {
                new Run(shop, orders, settings, new Killer()).run();
            }
            tellOfKillsLeft();
        } finally {
            close();
        }
    }

    /** First the services, which bring their reports to the server. */
    private void close() {
        List.copyOf(parts).reversed().forEach(Part::close);
    }

    private void tellOfKillsLeft() {
        if (!kills.isEmpty()) {
            watcher.note("only %d of %d kills: the orders had ended before"
                    .formatted(killsWanted - kills.size(), killsWanted));
        }
    }

    private void start(Part part) {
        parts.add(part);
        part.start();
    }

    private URI startServer() throws InterruptedException {
        Part server = server(freePort());
        parts.add(server);
        String line = server.startUntil(text -> text.startsWith(LISTENS));
        URI address = URI.create(line.substring(LISTENS.length()).strip());
        watcher.note("the server listens on %s, with its store in %s"
                .formatted(address, settings.data().store().getFileName()));
        return address;
    }

    /** The server has the same one after a kill, so that its callers find it. */
    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Part server(int port) {
        List<String> arguments = List.of(
                "server",
                "--set",
                "listen.port=" + port,
                "--set",
                "directory=" + serverDirectory(),
                "--set",
                "store.file=" + settings.data().store());
        return Part.java(SERVER, ServerProcess.class, arguments, log("server"));
    }

    private Path serverDirectory() {
        return settings.data().path().resolve("server");
    }

    private Path log(String name) {
        return settings.data().path().resolve(name + ".log");
    }

    private Part service(String service, URI server, Path key) {
        if (service.equals(IN_JAVASCRIPT) && node.isPresent()) {
            watcher.note("%s is in JavaScript, the other services are in Java".formatted(service));
            List<String> command = List.of(
                    node.get().node(),
                    node.get().script().toString(),
                    settings.data().ledger(service).toString(),
                    plannedFaults(service, "notification.send").toString());
            Map<String, String> environment = Map.of("REEVE_SERVER", server.toString(), "REEVE_API_KEY", read(key));
            return new Part("the service " + service, command, environment, log(service));
        }
        List<String> arguments = List.of(
                settings.data().path().toString(),
                service,
                Long.toString(settings.seed()),
                server.toString(),
                key.toString());
        return Part.java("the service " + service, ServiceProcess.class, arguments, log(service));
    }

    /** The part of the plan of faults that the service in JavaScript needs, as a file. */
    private Path plannedFaults(String service, String action) {
        FaultPlan plan = new FaultPlan(settings.seed());
        Map<String, Object> faults = new LinkedHashMap<>();
        for (Order order : orders) {
            switch (plan.fault(action, order.orderId())) {
                case Fault.Unavailable(int attempts) -> faults.put(order.orderId(), Map.of("unavailable", attempts));
                case Fault.AnswerLost(int attempts) -> faults.put(order.orderId(), Map.of("answerLost", attempts));
                case Fault.None() -> {
                    // most orders have none
                }
                case Fault other ->
                    throw new IllegalStateException("the service in JavaScript does not know the fault " + other);
            }
        }
        try {
            return Files.writeString(
                    settings.data().path().resolve(service + ".faults.json"),
                    Json.of(faults).text());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The file with a key for the server, which only its owner can read. Made with {@code reeve key create}; the
     * running server knows the key at once.
     */
    private Path key(String name, String roles) throws InterruptedException {
        Path file = serverDirectory().resolve(name + ".key");
        if (Files.exists(file)) {
            return file;
        }
        Path draft = serverDirectory().resolve(name + ".key.new");
        String directory = "directory=" + serverDirectory();
        try {
            // An interrupted run may have made the key without its file.
            reeve(List.of("key", "remove", name, "--set", directory), log("keys"));
            Files.deleteIfExists(draft);
            Files.createFile(draft, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            if (reeve(List.of("key", "create", name, "--role", roles, "--set", directory), draft) != 0) {
                throw ReeveException.of(
                        ErrorCode.INTERNAL, "the key %s cannot be made; see %s".formatted(name, log("keys")));
            }
            return Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a command of Reeve to its end. Returns its exit code. */
    private int reeve(List<String> arguments, Path output) throws IOException, InterruptedException {
        return new ProcessBuilder(Part.javaCommand(ServerProcess.class, arguments))
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(log("keys").toFile()))
                .start()
                .waitFor();
    }

    private static String read(Path key) {
        try {
            return Files.readString(key).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Passes on the progress, and kills one process after the other on the way. */
    private final class Killer implements Watcher {

        @Override
        public void progress(Progress progress) {
            watcher.progress(progress);
            parts.forEach(Part::check);
            if (endedAtKill >= 0 && progress.ended() > endedAtKill && killedNanos != 0) {
                watcher.note("  … and started again: the next order ended %.1f s after the kill"
                        .formatted((System.nanoTime() - killedNanos) / 1e9));
                killedNanos = 0;
            }
            if (!kills.isEmpty()
                    && progress.ended() >= kills.getFirst()
                    && progress.ended() > endedAtKill
                    && !progress.isOver()) {
                kill(progress);
            }
        }

        @Override
        public void note(String text) {
            watcher.note(text);
        }

        private void kill(Progress progress) {
            kills.removeFirst();
            int number = killsWanted - kills.size();
            Part part = parts.get((number - 1) % parts.size());
            try {
                part.kill();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw ReeveException.of(ErrorCode.INTERNAL, "interrupted", e);
            }
            watcher.note("kill %d of %d: SIGKILL for %s, with %,d orders ended, %,d in flight and %,d still to come"
                    .formatted(
                            number,
                            killsWanted,
                            part.name(),
                            progress.ended(),
                            progress.inFlight(),
                            progress.total() - progress.accepted()));
            endedAtKill = progress.ended();
            killedNanos = System.nanoTime();
            part.start();
        }
    }
}
