package dev.reeve.internal.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Figures that are counted or computed for people: of steps, of the last hour, and the next times of schedules. */
final class FiguresApiTest extends CardsContract {

    private static final String SECRET = """
            workflow: pay
            version: 2
            input: { schema: { properties: { no: { type: string, sensitive: true } } } }
            steps:
              charge: { action: card.charge, input: "${ input }", retry: { maxAttempts: 1 } }
            """;

    FiguresApiTest() {
        super(new SqliteApiStore());
    }

    private JsonNode statistics(int version, String query) {
        return api.get(
                "GET /v1/definitions/{workflow}/{version}/statistics",
                "/v1/definitions/pay/%d/statistics%s".formatted(version, query));
    }

    @Test
    @DisplayName("O4: the steps of a version: how often they began, ended and failed, and how long they took")
    void ofSteps() {
        api.deploy(PAY);
        assertThat(statistics(1, "").get("executions").asInt()).isZero();
        for (String input : List.of("{}", "{}", "{\"no\": \"bad\"}")) {
            api.result(api.start("pay", input));
        }

        JsonNode all = statistics(0, "");
        assertThat(all.get("version").asInt()).isEqualTo(1);
        assertThat(all.get("executions").asInt()).isEqualTo(3);
        assertThat(all.get("more").asBoolean()).isFalse();
        JsonNode charge = all.get("steps").get(0);
        assertThat(charge.get("step").asString()).isEqualTo("charge");
        assertThat(charge.get("begun").asInt()).isEqualTo(3);
        assertThat(charge.get("completed").asInt()).isEqualTo(2);
        assertThat(charge.get("failed").asInt()).isEqualTo(1);
        assertThat(charge.get("attempts").asInt()).isEqualTo(3);
        assertThat(charge.get("retries").asInt()).isZero();
        assertThat(charge.get("failures").toString()).isEqualTo("[{\"code\":\"DECLINED\",\"count\":1}]");
        assertThat(charge.at("/took/count").asInt()).isEqualTo(2);
        assertThat(charge.at("/ran/count").asInt()).isEqualTo(3);
        assertThat(Duration.parse(charge.at("/took/p95").asString()))
                .isGreaterThanOrEqualTo(Duration.parse(charge.at("/took/p50").asString()));

        JsonNode some = statistics(1, "?limit=2");
        assertThat(some.get("executions").asInt()).isEqualTo(2);
        assertThat(some.get("more").asBoolean()).isTrue();
        api.json(
                400,
                "GET /v1/definitions/{workflow}/{version}/statistics",
                "/v1/definitions/pay/1/statistics?limit=101",
                "");
        api.json(404, "GET /v1/definitions/{workflow}/{version}/statistics", "/v1/definitions/pay/7/statistics", "");
    }

    @Test
    @DisplayName("a code that is a sensitive value is masked for those who may not see it")
    void hidesCodes() {
        api.deploy(SECRET);
        api.result(api.start("pay", "{\"no\": \"DECLINED bad\"}"));
        api.result(api.start("pay", "{\"no\": \"DECLINED\", \"why\": \"bad\"}"));
        assertThat(statistics(2, "").toString()).contains("\"DECLINED\",\"count\":2");

        api.caller = Principal.everywhere("vera", Role.VIEWER_WITH_PAYLOADS);
        assertThat(statistics(2, "").toString())
                .contains("\"DECLINED\",\"count\":1")
                .contains("\"(masked)\",\"count\":1");
    }

    @Test
    @DisplayName("the last hour of a namespace, counted since the server started")
    void ofTheLastHour() {
        api.deploy(PAY);
        api.result(api.start("pay", "{}"));
        int started = 0;
        int attempts = 0;
        for (JsonNode minute :
                api.get("GET /v1/health/last-hour", "/v1/health/last-hour").get("minutes")) {
            started += minute.get("started").asInt();
            attempts += minute.get("attempts").asInt();
        }
        assertThat(started).isEqualTo(1);
        assertThat(attempts).isEqualTo(1);
    }

    @Test
    @DisplayName("I14: the next times of a schedule, also of one that is paused")
    void timesOfSchedules() {
        api.deploy(PAY);
        schedule("nightly", "\"cron\": \"30 2 * * *\", \"zone\": \"Europe/Berlin\"");
        schedule("once", "\"at\": \"2999-01-01T00:00:00Z\"");

        List<Instant> year = times("nightly", "?limit=100");
        assertThat(year).hasSize(100).isSorted().doesNotHaveDuplicates();
        assertThat(times("nightly", "")).isEqualTo(year.subList(0, 10));
        assertThat(times("once", "")).containsExactly(Instant.parse("2999-01-01T00:00:00Z"));
        api.json(200, "POST /v1/schedules/{name}/pause", "/v1/schedules/nightly/pause", "{\"reason\": \"r\"}");
        assertThat(times("nightly", "?limit=3")).isEqualTo(year.subList(0, 3));
        api.json(404, "GET /v1/schedules/{name}/times", "/v1/schedules/none/times", "");
        api.json(400, "GET /v1/schedules/{name}/times", "/v1/schedules/once/times?limit=0", "");
    }

    private void schedule(String name, String when) {
        api.json(
                200,
                "PUT /v1/schedules/{name}",
                "/v1/schedules/" + name,
                "{\"workflow\": \"pay\", %s}".formatted(when));
    }

    private List<Instant> times(String name, String query) {
        List<Instant> times = new ArrayList<>();
        api.get("GET /v1/schedules/{name}/times", "/v1/schedules/" + name + "/times" + query)
                .get("times")
                .forEach(each -> times.add(Instant.parse(each.asString())));
        return times;
    }
}
