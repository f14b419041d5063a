package dev.reeve.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("The conformance kit")
@Timeout(240)
final class ConformanceTest {

    private static final Path CLIENT =
            Path.of("../clients/javascript").toAbsolutePath().normalize();

    @Test
    @Tag("proof")
    @DisplayName("The agent of the SDK conforms")
    void java() throws Exception {
        assertThat(ConformanceKit.run(new JavaAgent(), System.out)).isEmpty();
    }

    @Test
    @Tag("proof")
    @DisplayName("The agent in JavaScript conforms, where node is installed")
    void javaScript() throws Exception {
        requireNode();
        AgentProcess agent = new AgentProcess(
                List.of("node", CLIENT.resolve("conformance/agent.js").toString()));
        try {
            assertThat(ConformanceKit.run(agent, System.out)).isEmpty();
        } finally {
            agent.close();
            assertThat(agent.ends()).as("the process ends by itself").isTrue();
        }
    }

    @Test
    @DisplayName("The tests of the agent in JavaScript pass, where node is installed")
    void javaScriptTests() throws Exception {
        requireNode();
        Process tests = new ProcessBuilder("node", "--test", "test/")
                .directory(CLIENT.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(tests.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(tests.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(tests.exitValue()).as(output).isZero();
        assertThat(output).contains("# fail 0").doesNotContain("# tests 0");
    }

    private static void requireNode() throws InterruptedException {
        boolean found = hasNode();
        if (!found) {
            System.out.println("SKIPPED: node 18 or later is not installed, so the agent in JavaScript is not tested");
        }
        Assumptions.assumeTrue(found, "node 18 or later is not installed");
    }

    private static boolean hasNode() throws InterruptedException {
        try {
            Process node = new ProcessBuilder(
                            "node", "-e", "process.exit(Number(process.versions.node.split('.')[0]) >= 18 ? 0 : 1)")
                    .start();
            return node.waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Breaks most rules about the form of documents. */
    private static final class BadAgent implements AgentUnderTest {

        private final HttpClient client = HttpClient.newHttpClient();
        private @Nullable Thread thread;

        @Override
        public void start(URI server, String apiKey) {
            thread = Thread.ofVirtual().start(() -> talk(server));
        }

        private void talk(URI server) {
            try {
                String answer = post(server + "/v1/agents", "{\"agent\":\"bad\",\"actions\":[\"x\"],\"slots\":0}");
                String session = answer.replaceAll(".*\"session\":\"([^\"]*)\".*", "$1");
                while (!Thread.interrupted()) {
                    answer = post(
                            server + "/v1/agents/" + session + "/exchange",
                            "{\"waitMillis\":60000,\"reports\":[{\"token\":\"mine\"}]}");
                }
            } catch (IOException e) {
                // the kit has ended
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private String post(String address, String body) throws IOException, InterruptedException {
            return client.send(
                            HttpRequest.newBuilder(URI.create(address))
                                    .POST(HttpRequest.BodyPublishers.ofString(body))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        }

        @Override
        public void close() {
            if (thread != null) {
                thread.interrupt();
            }
        }
    }

    @Test
    @DisplayName("The kit names what an agent does wrong that follows no rule")
    void namesWhatIsWrong() throws Exception {
        BadAgent agent = new BadAgent();
        try (PlayedServer server = new PlayedServer(0)) {
            agent.start(server.address(), "another key");
            server.await(
                    "two exchanges",
                    Duration.ofSeconds(20),
                    () -> server.exchanges().stream().skip(1).findFirst());
            assertThat(String.join("\n", server.complaints()))
                    .contains("expected the header Authorization")
                    .contains("expected Content-Type: application/json")
                    .contains("protocol: expected the number 1, found none")
                    .contains("slots: expected a whole number from 1, found 0")
                    .contains("waitMillis: the server asked for at most 15000")
                    .contains("report: the token was not given to this agent")
                    .contains("report: expected either output or failure");
            assertThatThrownBy(() -> Scenarios.all().getFirst().play().against(server, agent))
                    .isInstanceOf(BrokenRuleException.class)
                    .hasMessageContaining("expected at least the actions");
        } finally {
            agent.close();
        }
    }
}
