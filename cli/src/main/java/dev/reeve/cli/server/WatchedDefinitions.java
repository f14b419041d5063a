package dev.reeve.cli.server;

import dev.reeve.Deployed;
import dev.reeve.DeployedVersion;
import dev.reeve.ErrorCode;
import dev.reeve.Json;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.internal.values.JsonText;
import dev.reeve.workflow.Workflow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Deploys the definitions of a directory, and each one again that changes. For development: a definition that changes
 * and keeps its version is deployed as the next version, so executions under way keep theirs.
 */
final class WatchedDefinitions implements AutoCloseable {

    private static final long PERIOD_MILLIS = 500;

    private final Path directory;
    private final Reeve reeve;
    private final Consumer<String> told;

    /** The content of each file that was deployed, or had a problem. */
    private final Map<Path, String> seen = new HashMap<>();

    private final ScheduledExecutorService looking = Executors.newSingleThreadScheduledExecutor(
            Thread.ofVirtual().name("reeve-watch").factory());

    WatchedDefinitions(Path directory, Reeve reeve, Consumer<String> told) {
        this.directory = directory;
        this.reeve = reeve;
        this.told = told;
    }

    /** Deploys all, and goes on looking. */
    void start() {
        var unused = looking.scheduleWithFixedDelay(this::look, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void look() {
        try {
            runOnce();
        } catch (RuntimeException e) {
            told.accept("watching %s: %s".formatted(directory, e.getMessage()));
        }
    }

    void runOnce() {
        for (Path file : files()) {
            String text = read(file);
            if (!text.equals(seen.put(file, text))) {
                deploy(file, text);
            }
        }
    }

    private List<Path> files() {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().matches(".*\\.(ya?ml|json)"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void deploy(Path file, String text) {
        try {
            Workflow workflow = Workflow.parse(text, file.getFileName().toString());
            Deployed deployed = deployAsNext(workflow);
            if (deployed.created()) {
                told.accept("deployed %s, version %d, from %s"
                        .formatted(deployed.workflow(), deployed.version(), file.getFileName()));
            }
        } catch (ReeveException e) {
            told.accept("%s: %s".formatted(file.getFileName(), e.getMessage()));
        }
    }

    private Deployed deployAsNext(Workflow workflow) {
        try {
            return reeve.deploy(workflow);
        } catch (ReeveException e) {
            if (e.code() != ErrorCode.CONFLICT) {
                throw e;
            }
            int highest = reeve.definitions().stream()
                    .filter(each -> each.workflow().equals(workflow.name()))
                    .mapToInt(DeployedVersion::version)
                    .max()
                    .orElseThrow();
            Optional<Json> newest = reeve.definition(workflow.name(), highest);
            // deploying the newest one again changes nothing
            boolean same = newest.map(it -> JsonText.canonical(it.text()))
                    .equals(Optional.of(JsonText.canonical(
                            withVersion(workflow, highest).toJson().text())));
            return reeve.deploy(withVersion(workflow, same ? highest : highest + 1));
        }
    }

    private static Workflow withVersion(Workflow workflow, int version) {
        Map<String, String> members =
                new LinkedHashMap<>(JsonText.members(workflow.toJson().text(), "the definition"));
        members.put("version", String.valueOf(version));
        StringBuilder json = new StringBuilder("{");
        members.forEach((name, value) -> json.append(json.length() == 1 ? "" : ",")
                .append(Json.of(name).text())
                .append(':')
                .append(value));
        return Workflow.parse(json.append('}').toString(), workflow.name());
    }

    @Override
    public void close() {
        looking.shutdownNow();
    }
}
