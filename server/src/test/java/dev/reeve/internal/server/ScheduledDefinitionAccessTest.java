package dev.reeve.internal.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A definition with a schedule needs the rights to deploy and to schedule")
@Timeout(120)
final class ScheduledDefinitionAccessTest {

    private static final String SCHEDULED =
            "workflow: own\nversion: %d\nschedule: { every: 1d }\nsteps: { print: { action: report.print } }\n";

    private static final String PLAIN = "workflow: own\nversion: %d\nsteps: { print: { action: report.print } }\n";

    @TempDir
    private Path directory;

    private String deployer;
    private String both;
    private ServedEngine served;

    @BeforeEach
    void open() {
        Path data = directory.resolve("data");
        try (ApiKeys all = ApiKeys.in(data, Clock.systemUTC())) {
            deployer = all.create("dora", Map.of(Principal.EVERYWHERE, Set.of(Role.DEPLOYER)), null);
            both = all.create("bob", Map.of(Principal.EVERYWHERE, Set.of(Role.OPERATOR, Role.DEPLOYER)), null);
        }
        served = ServedEngine.open(directory, data, Map.of(), Map.of());
    }

    @AfterEach
    void close() {
        served.close();
    }

    private void refused(HttpResponse<String> answer, String what) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(403);
        assertThat(answer.body()).contains("DENIED", what);
    }

    private static void accepted(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
    }

    private HttpResponse<String> deploy(String key, String text) throws Exception {
        return served.send(key, "POST", "/v1/definitions", text);
    }

    @Test
    @DisplayName("A deployer alone brings, removes and restores no schedule")
    void rights() throws Exception {
        refused(deploy(deployer, SCHEDULED.formatted(1)), "may not start execution");
        assertThat(served.reeve().definitions()).isEmpty();
        accepted(deploy(deployer, PLAIN.formatted(1)));
        accepted(deploy(both, SCHEDULED.formatted(2)));

        refused(deploy(deployer, PLAIN.formatted(3)), "may not delete schedule");
        refused(served.send(deployer, "DELETE", "/v1/definitions/own/1?reason=r", ""), "may not");
        assertThat(served.reeve().definitions()).hasSize(2);
        accepted(deploy(both, PLAIN.formatted(3)));

        assertThat(served.reeve().schedules().list()).isEmpty();
        assertThat(served.reeve().schedules().changes("own").getFirst().actor()).isEqualTo("bob");
    }
}
