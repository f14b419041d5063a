package dev.reeve.internal.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.Endpoint;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The largest bodies")
final class BodyLimitsTest extends CardsContract {

    private static final int MIB = 1 << 20;
    private static final Map<String, String> JSON = Map.of("content-type", "application/json");

    /** They take several starts or definitions. */
    private static final Set<String> OF_MANY = Set.of("/v1/executions/batch", "/v1/deployments");

    private static final String EXCHANGE = "/v1/agents/{session}/exchange";

    /** A link or its token is within the body, beside the data of a signal. */
    private static final int TOKEN_BYTES_MAX = 8 << 10;

    BodyLimitsTest() {
        super(new SqliteApiStore());
    }

    private int status(String target, int bytes) {
        return ((Answer.Value) api.send("POST", target, JSON, " ".repeat(bytes)).join()).status();
    }

    @Test
    @DisplayName("are a bit more than 1 MiB, 4 MiB for many starts or definitions, and more for agents alone")
    void ofEachEndpoint() {
        for (Endpoint endpoint : api.handler.router().endpoints()) {
            if (OF_MANY.contains(endpoint.path())) {
                assertThat(endpoint.bodyMax()).as(endpoint.path()).isEqualTo(4 * MIB);
            } else if (endpoint.path().equals(EXCHANGE)) {
                assertThat(endpoint.bodyMax()).as(endpoint.path()).isEqualTo(16 * MIB);
            } else {
                assertThat(endpoint.bodyMax())
                        .as(endpoint.path())
                        .isLessThanOrEqualTo(MIB + (1 << 16) + TOKEN_BYTES_MAX);
            }
        }
    }

    @Test
    @DisplayName("are read, and larger ones are refused")
    void asSent() {
        for (String target : OF_MANY) {
            assertThat(status(target, 4 * MIB)).as(target).isEqualTo(400);
            assertThat(status(target, 4 * MIB + 1)).as(target).isEqualTo(413);
        }
        assertThat(status("/v1/executions", MIB + (1 << 16))).isEqualTo(400);
        assertThat(status("/v1/executions", MIB + (1 << 16) + 1)).isEqualTo(413);
    }
}
