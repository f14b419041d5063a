package dev.reeve.cli.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.reeve.NodeOptions;
import dev.reeve.cli.Cli;
import dev.reeve.internal.server.ListenOptions;
import dev.reeve.internal.server.ServerSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import picocli.CommandLine;

@DisplayName("The files for systemd, Docker and Kubernetes")
final class DeployingTest {

    private static final Path DEPLOY = Path.of("..", "docs", "deploy");
    private static final String SECRET = "0123456789abcdef0123456789abcdef";

    /** Closing a server: the requests, the connections, and then the attempts of the engine. */
    private static final Duration STOPPING = ListenOptions.loopback(0)
            .drain()
            .plusSeconds(2)
            .plus(NodeOptions.defaults().drain());

    @TempDir
    private @Nullable Path directory;

    private Path directory() {
        return Objects.requireNonNull(directory);
    }

    private static String read(String name) throws IOException {
        return Files.readString(DEPLOY.resolve(name));
    }

    /** Whether the program accepts these variables, without a warning about an unknown one. */
    private static ServerSettings accepted(Map<String, String> environment) {
        ServerSettings settings = ServerSettings.of(Map.of(), environment, Map.of());
        assertThat(settings.warnings()).isEmpty();
        return settings;
    }

    /** Whether there is such a command with such options. */
    private static void parses(List<String> arguments) {
        CommandLine.ParseResult result = new CommandLine(new Cli()).parseArgs(arguments.toArray(String[]::new));
        assertThat(result.subcommand().commandSpec().name()).isEqualTo("server");
    }

    // systemd

    private static List<String> values(String unit, String name) {
        return Pattern.compile("(?m)^" + name + "=(.*)$")
                .matcher(unit)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @Test
    @DisplayName(
            "The unit runs the command that exists, with settings that exist, and waits longer than the server needs")
    void unit() throws IOException {
        String unit = read("systemd/reeve.service");
        List<String> command = List.of(values(unit, "ExecStart").getFirst().split(" "));
        assertThat(command.getFirst()).isEqualTo("/opt/reeve/bin/reeve");
        assertThat(Path.of("src", "dist", "bin", "reeve")).exists();
        parses(command.subList(1, command.size()));

        Map<String, String> environment = new LinkedHashMap<>();
        for (String each : values(unit, "Environment")) {
            environment.put(each.substring(0, each.indexOf('=')), each.substring(each.indexOf('=') + 1));
        }
        for (MatchResult named :
                Pattern.compile("REEVE_[A-Z_]+").matcher(unit).results().toList()) {
            environment.putIfAbsent(named.group(), SECRET);
        }
        environment.put("REEVE_TLS_KEY_STORE", "server.p12"); // its password alone would be a mistake
        accepted(environment);

        assertThat(Duration.ofSeconds(
                        Long.parseLong(values(unit, "TimeoutStopSec").getFirst())))
                .isGreaterThan(STOPPING.plusSeconds(10));
        assertThat(values(unit, "SuccessExitStatus")).containsExactly("143");
        String state = "/var/lib/" + values(unit, "StateDirectory").getFirst();
        Holder holder = new Holder();
        new CommandLine(holder)
                .parseArgs("--config", DEPLOY.resolve("systemd/reeve.yaml").toString());
        assertThat(holder.options.settings(Map.of()).text("directory")).isEqualTo(state);
        assertThat(values(unit, "WorkingDirectory")).containsExactly(state);
    }

    /** A command with the options of settings alone. */
    @CommandLine.Command(name = "holder")
    private static final class Holder {

        @CommandLine.Mixin
        private final SettingsOptions options = new SettingsOptions();
    }

    @Test
    @Tag("proof")
    @DisplayName("systemd, where it is installed, finds no mistake in the unit")
    void verifiedBySystemd() throws Exception {
        boolean installed = Stream.of(System.getenv("PATH").split(":", -1))
                .anyMatch(each -> Files.isExecutable(Path.of(each, "systemd-analyze")));
        assumeThat(installed).as("systemd-analyze").isTrue();
        Path unit = directory().resolve("reeve.service");
        // the program is not installed here
        Files.writeString(unit, read("systemd/reeve.service").replace("/opt/reeve/bin/reeve", "/bin/sh"));
        Path out = directory().resolve("out");
        Process process = new ProcessBuilder("systemd-analyze", "verify", "--man=no", unit.toString())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();

        // it warns about other units of the machine, too
        assertThat(Files.readString(out)).doesNotContain("reeve.service");
        assertThat(process.exitValue()).isZero();
    }

    // Docker

    @Test
    @DisplayName("The image runs the command as another user than root, and Java receives the signal")
    void image() throws IOException {
        String file = read("docker/Dockerfile").replace("\\\n", " ");
        Map<String, String> last = new LinkedHashMap<>();
        for (String line :
                file.lines().filter(line -> line.matches("[A-Z]+ .*")).toList()) {
            last.put(
                    line.substring(0, line.indexOf(' ')),
                    line.substring(line.indexOf(' ') + 1).strip());
        }
        assertThat(last.get("ENTRYPOINT")).as("no shell around it").isEqualTo("[\"/opt/reeve/bin/reeve\"]");
        assertThat(last.get("CMD")).isEqualTo("[\"server\"]");
        parses(List.of("server"));
        assertThat(Files.readString(Path.of("src", "dist", "bin", "reeve"))).contains("\nexec \"$java\"");
        assertThat(last.get("USER")).matches("[1-9][0-9]*:[1-9][0-9]*");
        assertThat(last).containsEntry("STOPSIGNAL", "SIGTERM").doesNotContainKey("HEALTHCHECK");

        Map<String, String> environment = new LinkedHashMap<>();
        Pattern.compile("(REEVE_[A-Z_]+)=(\"[^\"]*\"|\\S+)")
                .matcher(String.valueOf(last.get("ENV")))
                .results()
                .forEach(each -> environment.put(each.group(1), each.group(2)));
        ServerSettings settings = accepted(environment);
        assertThat(settings.text("directory")).isEqualTo(last.get("VOLUME")).isEqualTo(last.get("WORKDIR"));
        assertThat(settings.text("listen.port")).isEqualTo(last.get("EXPOSE"));
        assertThat(Files.readString(Path.of("src", "assembly", "zip.xml")))
                .contains("<baseDirectory>reeve-${project.version}</baseDirectory>", "<format>zip</format>")
                .contains("<outputDirectory>bin</outputDirectory><fileMode>0755</fileMode>", ">lib<");
    }

    // Kubernetes

    private static Map<String, Map<?, ?>> manifests() throws IOException {
        Map<String, Map<?, ?>> byKind = new LinkedHashMap<>();
        for (Object document :
                new Load(LoadSettings.builder().build()).loadAllFromString(read("kubernetes/reeve.yaml"))) {
            Map<?, ?> manifest = (Map<?, ?>) document;
            byKind.put(String.valueOf(manifest.get("kind")), manifest);
        }
        return byKind;
    }

    private static @Nullable Object at(@Nullable Object value, Object... path) {
        Object found = value;
        for (Object each : path) {
            found = found instanceof List<?> list && each instanceof Integer index
                    ? list.get(index)
                    : found instanceof Map<?, ?> map ? map.get(each) : null;
        }
        return found;
    }

    private static List<?> list(@Nullable Object value, Object... path) {
        return at(value, path) instanceof List<?> list ? list : List.of();
    }

    private static long number(@Nullable Object value, Object... path) {
        return ((Number) Objects.requireNonNull(at(value, path))).longValue();
    }

    @Test
    @DisplayName("The variables of the deployment are settings, and its secrets are those that the guide makes")
    void variables() throws IOException {
        Object pod = at(manifests().get("Deployment"), "spec", "template", "spec");
        Object container = at(pod, "containers", 0);
        assertThat(at(container, "args")).isEqualTo(List.of("server"));
        Map<String, String> environment = new LinkedHashMap<>();
        TreeSet<String> secrets = new TreeSet<>();
        for (Object each : list(container, "env")) {
            Object key = at(each, "valueFrom", "secretKeyRef", "key");
            if (key != null) {
                assertThat(at(each, "valueFrom", "secretKeyRef", "name")).isEqualTo("reeve");
                secrets.add(key.toString());
            }
            environment.put(String.valueOf(at(each, "name")), key == null ? String.valueOf(at(each, "value")) : SECRET);
        }
        ServerSettings settings = accepted(environment);
        assertThat(settings.oidc()).isPresent();
        assertThat(settings.listening().tls()).isNotNull();
        assertThat(number(container, "ports", 0, "containerPort"))
                .isEqualTo(settings.listening().port());
        assertThat(list(container, "volumeMounts").stream().map(each -> String.valueOf(at(each, "mountPath"))))
                .contains("/var/lib/reeve", "/tmp")
                .anyMatch(settings.text("tls.keyStore")::startsWith);

        String guide = Files.readString(Path.of("..", "docs", "guide", "deploying.md"));
        assertThat(Pattern.compile("--from-literal=([a-z-]+)=")
                        .matcher(guide)
                        .results()
                        .map(each -> each.group(1)))
                .containsExactlyInAnyOrderElementsOf(secrets);
        assertThat(guide)
                .contains(
                        "--from-file=" + Path.of(settings.text("tls.keyStore")).getFileName());
        assertThat(at(pod, "enableServiceLinks")).isEqualTo(false);
    }

    @Test
    @DisplayName("The probes ask addresses that answer without a key, for a host that the server knows")
    void probes() throws IOException {
        Object container = at(manifests().get("Deployment"), "spec", "template", "spec", "containers", 0);
        List<String> asked = new ArrayList<>();
        try (LiveServer live =
                LiveServer.open(DevelopmentSettings.of(0, directory().resolve("data"), List.of(), ""))) {
            for (String kind : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
                Object get = at(container, kind, "httpGet");
                assertThat(at(get, "port")).isEqualTo(at(container, "ports", 0, "name"));
                assertThat(at(get, "scheme")).isEqualTo("HTTPS");
                Object header = at(get, "httpHeaders", 0);
                assertThat(at(header, "name")).isEqualTo("Host");
                String path = String.valueOf(at(get, "path"));
                int port = live.server().address().getPort();
                assertThat(status(port, path, String.valueOf(at(header, "value"))))
                        .isEqualTo("200");
                assertThat(status(port, path, "10.1.2.3:8443"))
                        .as("without the header")
                        .isEqualTo("421");
                asked.add(path);
            }
        }
        assertThat(asked).containsExactly("/health/live", "/health/live", "/health/ready");
    }

    private static String status(int port, String path, String host) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream()
                    .write("GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
                            .formatted(path, host)
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return answer.split(" ", 3)[1];
        }
    }

    @Test
    @DisplayName("The pods stop in order, run without rights, and service and budget select them")
    void pods() throws IOException {
        Map<String, Map<?, ?>> manifests = manifests();
        assertThat(manifests.keySet()).containsExactly("Deployment", "Service", "PodDisruptionBudget");
        Object deployment = manifests.get("Deployment");
        Object pod = at(deployment, "spec", "template", "spec");
        Object container = at(pod, "containers", 0);
        Object labels = at(deployment, "spec", "template", "metadata", "labels");

        long before = number(container, "lifecycle", "preStop", "sleep", "seconds");
        assertThat(Duration.ofSeconds(number(pod, "terminationGracePeriodSeconds")))
                .isGreaterThan(STOPPING.plusSeconds(before + 10));
        assertThat(number(deployment, "spec", "replicas")).isEqualTo(3);
        assertThat(at(deployment, "spec", "selector", "matchLabels")).isEqualTo(labels);
        assertThat(at(manifests.get("Service"), "spec", "selector")).isEqualTo(labels);
        assertThat(at(manifests.get("Service"), "spec", "ports", 0, "targetPort"))
                .isEqualTo(at(container, "ports", 0, "name"));
        assertThat(at(manifests.get("PodDisruptionBudget"), "spec", "selector", "matchLabels"))
                .isEqualTo(labels);
        assertThat(at(pod, "securityContext", "runAsNonRoot")).isEqualTo(true);
        assertThat(read("docker/Dockerfile"))
                .contains("USER %d:".formatted(number(pod, "securityContext", "runAsUser")));
        assertThat(at(container, "securityContext"))
                .isEqualTo(Map.of(
                        "allowPrivilegeEscalation",
                        false,
                        "readOnlyRootFilesystem",
                        true,
                        "capabilities",
                        Map.of("drop", List.of("ALL"))));
        TreeSet<String> volumes = new TreeSet<>();
        list(pod, "volumes").forEach(each -> volumes.add(String.valueOf(at(each, "name"))));
        assertThat(list(container, "volumeMounts").stream().map(each -> String.valueOf(at(each, "name"))))
                .containsExactlyInAnyOrderElementsOf(volumes);
    }
}
