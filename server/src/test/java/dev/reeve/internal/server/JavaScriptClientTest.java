package dev.reeve.internal.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Json;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The client in JavaScript, where node is installed")
@Timeout(180)
@Tag("proof")
final class JavaScriptClientTest {

    private static final Path CLIENT =
            Path.of("../clients/javascript-client").toAbsolutePath().normalize();

    @TempDir
    private Path directory;

    @BeforeAll
    static void requireNode() throws InterruptedException {
        boolean found = hasNode();
        if (!found) {
            System.out.println("SKIPPED: node 18 or later is not installed, so the client in JavaScript is not tested");
        }
        Assumptions.assumeTrue(found, "node 18 or later is not installed");
    }

    private static boolean hasNode() throws InterruptedException {
        try {
            return new ProcessBuilder(
                                    "node",
                                    "-e",
                                    "process.exit(Number(process.versions.node.split('.')[0]) >= 18 ? 0 : 1)")
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static void run(Map<String, String> environment, String tests) throws Exception {
        ProcessBuilder builder = new ProcessBuilder("node", "--test", tests)
                .directory(CLIENT.toFile())
                .redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        assertThat(output).contains("# fail 0").doesNotContain("# tests 0");
    }

    @Test
    @DisplayName("Its own tests pass")
    void ownTests() throws Exception {
        run(Map.of(), "test/");
    }

    @Test
    @DisplayName("It does what it says on a server with an engine, a file and keys")
    void realServer() throws Exception {
        ApiKeys keys = ApiKeys.in(directory, Clock.systemUTC());
        String application = keys.create(
                "shop", Map.of(Principal.EVERYWHERE, Set.of(Role.STARTER, Role.OPERATOR, Role.DEPLOYER)), null);
        String viewer = keys.create("vera", Map.of(Principal.EVERYWHERE, Set.of(Role.VIEWER)), null);
        try (ServedEngine served = ServedEngine.open(directory, directory, Map.of(), Map.of())) {
            served.reeve()
                    .agent("cards")
                    .action("card.charge", Json.class, (input, step) -> {
                        if (input.text().contains("bad")) {
                            throw StepFailure.businessError("DECLINED", "no money");
                        }
                        return Map.of("receipt", 7);
                    })
                    .start();
            Map<String, String> environment = Map.of(
                    "REEVE_SERVER", served.address().toString(),
                    "REEVE_API_KEY", application,
                    "REEVE_VIEWER_KEY", viewer);

            run(environment, "live/live.test.js");
        }
    }
}
