package dev.reeve.example.boot;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** The shop in a process of its own, one of several on one database. Its output is in a file. */
final class Replica implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Pattern STARTED = Pattern.compile("Tomcat started on port (\\d+)");

    private final Process process;
    private final Path log;
    private final URI address;
    private int underWay;
    private boolean retired;

    private Replica(Process process, Path log, URI address) {
        this.process = process;
        this.log = log;
        this.address = address;
    }

    /** Starts a replica and waits until it is ready. */
    static Replica start(String name, String database) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx192m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Shop.class.getName()));
        command.addAll(List.of(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--spring.main.banner-mode=off",
                "--spring.datasource.url=" + database,
                "--spring.datasource.username=postgres"));
        Path log = Files.createDirectories(Path.of("target", "replicas")).resolve(name + ".log");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        CompletableFuture<Integer> port = new CompletableFuture<>();
        Thread.ofVirtual().name("output of " + name).start(() -> follow(process, log, port));
        try {
            int found = port.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            Replica replica = new Replica(process, log, URI.create("http://127.0.0.1:" + found));
            replica.awaitReadiness();
            return replica;
        } catch (ExecutionException | TimeoutException | InterruptedException | ConditionTimeoutException e) {
            process.destroyForcibly();
            throw new IllegalStateException(name + " did not start; its output is in " + log, e);
        }
    }

    private static void follow(Process process, Path log, CompletableFuture<Integer> port) {
        try (BufferedReader lines = process.inputReader();
                Writer out = Files.newBufferedWriter(log)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                out.write(line + "\n");
                out.flush();
                Matcher started = STARTED.matcher(line);
                if (started.find()) {
                    port.complete(Integer.valueOf(started.group(1)));
                }
            }
            port.completeExceptionally(new IOException("the process ended"));
        } catch (IOException e) {
            port.completeExceptionally(e);
        }
    }

    private void awaitReadiness() {
        try (HttpClient client = HttpClient.newHttpClient()) {
            Awaitility.await().atMost(PATIENCE).until(() -> isReady(client));
        }
    }

    private boolean isReady(HttpClient client) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address.resolve("/actuator/health/readiness"))
                .timeout(PATIENCE)
                .build();
        try {
            HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
            return answer.statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    URI address() {
        return address;
    }

    /** Returns whether a request may be sent here; if so, {@link #end} follows. */
    synchronized boolean begin() {
        if (retired) {
            return false;
        }
        underWay++;
        return true;
    }

    synchronized void end() {
        underWay--;
        notifyAll();
    }

    /** Takes no more requests, and waits until those under way are answered, as a load balancer does. */
    synchronized void retire() throws InterruptedException {
        retired = true;
        while (underWay > 0) {
            wait();
        }
    }

    /** Stops the process as a platform does, with SIGTERM, and waits until it has ended. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException("did not stop within %s; its output is in %s".formatted(PATIENCE, log));
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the lines of the output that report an error. */
    List<String> errors() {
        try (var lines = Files.lines(log)) {
            return lines.filter(line -> line.contains(" ERROR ")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
