package dev.reeve.internal.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.EventStream;
import dev.reeve.internal.http.ServerEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A stream of changes ends with the key or token of its caller")
final class StreamExpiryTest {

    private static final Map<String, Set<Role>> ROLES = Map.of("default", Set.of(Role.VIEWER));

    @Test
    @DisplayName("at once if it has expired, later if it expires later, and not at all if it never does")
    void ends(@TempDir Path directory) throws Exception {
        ApiClient api = new ApiClient(new SqliteApiStore(), directory, new Principal("vera", ROLES));
        try {
            api.caller = new Principal("vera", ROLES, Instant.now().minusSeconds(1));
            assertThat(events(api).isEnded()).isTrue();

            api.caller = new Principal("vera", ROLES, Instant.now().plusMillis(300));
            EventStream stream = events(api);
            ServerEvent ready = Objects.requireNonNull(stream.next(Duration.ofSeconds(30)));
            assertThat(ready.name()).isEqualTo("ready");
            assertThat(stream.next(Duration.ofMinutes(1))).isNull();
            assertThat(stream.isEnded()).isTrue();

            api.caller = new Principal("vera", ROLES, Instant.MAX);
            assertThat(events(api).isEnded()).isFalse();
        } finally {
            api.close();
        }
    }

    private static EventStream events(ApiClient api) {
        return ((Answer.Events) api.send("GET", "/v1/changes", Map.of(), "").join()).events();
    }
}
