package dev.reeve.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.internal.http.endpoint.ChangeFeed;
import dev.reeve.internal.http.hostile.HostileRequests;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The requests that are sent to a server of Reeve's own. Here Tomcat and Spring Security answer some of them before
 * Reeve sees them, so other errors of the sender are good answers, too.
 */
@DisplayName("Hostile requests to the HTTP API inside an application")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("proof")
final class MountedHostileRequestsTest {

    private static final int CONNECTIONS = 200;

    /** Tomcat limits the time between two bytes, and not the time of a whole header. */
    private static final Set<String> UNLIMITED = Set.of("a header of one byte at a time");

    /** Answers of Tomcat to senders who want another version of HTTP, or a part of it that a server need not have. */
    private static final Map<String, String> NOT_SUPPORTED = Map.of(
            "a line of HTTP/0.9", "505",
            "HTTP/9.9", "505",
            "an unknown Transfer-Encoding", "501",
            "CONNECT", "501");

    private ConfigurableApplicationContext application;
    private HostileRequests requests;

    @BeforeAll
    void open() {
        application = WebTest.withLogin(
                "reeve.http.path=/reeve",
                "reeve.http.body-time=2s",
                "server.tomcat.connection-timeout=2s",
                "spring.lifecycle.timeout-per-shutdown-phase=20s");
        requests = requests(application);
    }

    private static HostileRequests requests(ConfigurableApplicationContext application) {
        ChangeFeed feed = application.getBean(ChangeFeed.class);
        String longName = "w".repeat(10_000); // few events fill the buffers of a connection
        ExecutionId id = new ExecutionId(new UUID(1, 2));
        return new HostileRequests(
                Integer.parseInt(application.getEnvironment().getRequiredProperty("local.server.port")),
                "/reeve",
                "Basic " + Base64.getEncoder().encodeToString("max:m".getBytes(StandardCharsets.UTF_8)),
                CONNECTIONS,
                () -> feed.executionChanged(longName, id, 1, ExecutionStatus.RUNNING));
    }

    @AfterAll
    void close() {
        application.close();
    }

    /** The names need no server. */
    static Stream<String> rows() {
        return new HostileRequests(0, "", "", 0, () -> {}).all().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("rows")
    @DisplayName("are the sender's mistake: no stack trace, no mistake of Reeve's, and then a good request is answered")
    void answered(String sent) throws Exception {
        Map<String, HostileRequests.Sender> all = requests.all();
        String answer = Objects.requireNonNull(all.get(sent)).send();

        if (!UNLIMITED.contains(sent)) {
            assertThat(answer).as(sent).isNotEqualTo("open");
        }
        if (answer.startsWith("5")) {
            assertThat(answer).as("%s: %s", sent, requests.text()).isEqualTo(NOT_SUPPORTED.get(sent));
        }
        if (sent.contains("without a key") || sent.equals("no key") || sent.contains("unknown key")) {
            assertThat(answer).as(sent).isNotEqualTo("200");
        }
        assertThat(requests.text()).as(sent).doesNotContain("\tat ", "Exception", "org.apache", "dev.reeve");
        assertThat(WebTest.get(application, "/reeve/v1/self", "max").statusCode())
                .isEqualTo(200);
    }
}
