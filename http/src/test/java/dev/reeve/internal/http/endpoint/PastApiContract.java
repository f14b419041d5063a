package dev.reeve.internal.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.ReeveException;
import dev.reeve.StepPath;
import dev.reeve.internal.access.Access;
import dev.reeve.internal.access.Operation;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The past of executions by HTTP, on every store. */
public abstract class PastApiContract extends CardsContract {

    private static final List<String> PARTS = List.of("", "/explanation", "/history");

    private final ApiStore store;

    protected PastApiContract(ApiStore store) {
        super(store);
        this.store = store;
    }

    /** An execution that was paused, resumed and signalled, and has ended. */
    private String ended() {
        api.deploy(WAITING);
        String id = api.start("waiting", "{\"n\": 1}");
        api.json(200, "POST /v1/executions/{id}/pause", "/v1/executions/" + id + "/pause", "{\"reason\": \"r\"}");
        api.json(200, "POST /v1/executions/{id}/resume", "/v1/executions/" + id + "/resume", "{\"reason\": \"r\"}");
        api.json(204, "POST /v1/executions/{id}/signals/{name}", "/v1/executions/" + id + "/signals/go", "{\"by\": 1}");
        assertThat(api.result(id).get("status").asString()).isEqualTo("COMPLETED");
        return id;
    }

    private JsonNode show(String id, String part, String query) {
        return api.get("GET /v1/executions/{id}" + part, "/v1/executions/" + id + part + query);
    }

    private static int last(JsonNode history) {
        JsonNode entries = history.get("entries");
        return entries.get(entries.size() - 1).get("seq").asInt();
    }

    @Test
    @DisplayName("an execution, its history and its explanation are shown as they were after any of its events")
    void showsEachPast() {
        String id = ended();
        JsonNode history = show(id, "/history", "");
        int last = last(history);

        Map<String, Integer> firsts = new TreeMap<>();
        for (int seq = 1; seq <= last; seq++) {
            JsonNode past = show(id, "", "?asOf=" + seq);
            assertThat(past.get("asOf").asInt()).isEqualTo(seq);
            JsonNode explanation = show(id, "/explanation", "?asOf=" + seq);
            assertThat(explanation.get("asOf").asInt()).isEqualTo(seq);
            assertThat(explanation.get("status")).isEqualTo(past.get("status"));
            assertThat(explanation.has("owner")).isFalse();
            assertThat(last(show(id, "/history", "?asOf=" + seq))).isEqualTo(seq);
            assertThat(past.has("endedAt"))
                    .isEqualTo(past.get("status").asString().equals("COMPLETED"));
            firsts.putIfAbsent(past.get("status").asString(), seq);
        }
        assertThat(firsts.keySet()).containsExactlyInAnyOrder("RUNNING", "PAUSED", "COMPLETED");
        assertThat(firsts.get("PAUSED")).isBetween(2, last - 1);
        assertThat(show(id, "", "?asOf=" + firsts.get("PAUSED"))
                        .get("steps")
                        .get(0)
                        .has("output"))
                .isFalse();
        assertThat(show(id, "/history", "?asOf=" + last)).isEqualTo(history);

        Map<?, ?> present = ApiClient.MAPPER.convertValue(show(id, "", ""), Map.class);
        Map<?, ?> newest = ApiClient.MAPPER.convertValue(show(id, "", "?asOf=" + last), Map.class);
        assertThat(newest.remove("asOf")).isEqualTo(last);
        assertThat(newest).isEqualTo(present);
        assertThat(show(id, "", "").has("asOf")).isFalse();
    }

    @Test
    @DisplayName("a part of a past history has its bounds, and those of the past")
    void partsOfThePast() {
        String id = ended();

        assertThat(show(id, "/history", "?asOf=3&after=1").findValuesAsString("seq"))
                .containsOnly("2", "3");
        assertThat(show(id, "/history", "?asOf=3&before=3&limit=1").findValuesAsString("seq"))
                .containsOnly("2");
        assertThat(show(id, "/history", "?asOf=3&after=3").get("entries").isEmpty())
                .isTrue();
    }

    @Test
    @DisplayName("the past ends at the last event and begins with the first one: other numbers are refused")
    void bounds() {
        String id = ended();
        int last = last(show(id, "/history", ""));
        String unknown = "01890000-0000-7000-8000-000000000000";
        for (String part : PARTS) {
            String operation = "GET /v1/executions/{id}" + part;
            String target = "/v1/executions/" + id + part + "?asOf=";
            JsonNode problem = api.json(404, operation, target + (last + 1), "");
            assertThat(problem.get("code").asString()).isEqualTo("NOT_FOUND");
            assertThat(problem.get("detail").asString()).contains("its last one has the number " + last);
            for (String wrong :
                    List.of("0", "-1", "1.5", "x", "", "99999999999", "%31%30%30%30%30%30%30%30%30%30", "1%20")) {
                assertThat(api.json(400, operation, target + wrong, "")
                                .get("detail")
                                .asString())
                        .as(wrong)
                        .contains("'asOf'");
            }
            api.json(400, operation, target + "1&asOf=1", "");
            api.json(404, operation, "/v1/executions/" + unknown + part + "?asOf=1", "");
        }
    }

    @Test
    @DisplayName("a re-run and what happened later are not in the past")
    void knowsNothingOfLater() {
        api.deploy(PAY);
        String id = api.start("pay", "{\"card\": \"bad\"}");
        api.result(id);
        api.json(
                200,
                "POST /v1/executions/{id}/rerun",
                "/v1/executions/" + id + "/rerun",
                "{\"from\": \"charge\", \"reason\": \"new card\", \"input\": {\"card\": \"good\"}}");
        int last = last(show(id, "/history", ""));

        assertThat(show(id, "", "").has("rerunAs")).isTrue();
        assertThat(show(id, "", "?asOf=" + last).has("rerunAs")).isFalse();
        JsonNode first = show(id, "", "?asOf=1");
        assertThat(first.get("status").asString()).isEqualTo("RUNNING");
        assertThat(first.has("error")).isFalse();
        assertThat(first.toString()).doesNotContain("DECLINED");
        assertThat(show(id, "", "?asOf=" + last).get("error").asString()).isEqualTo("DECLINED: no money");
    }

    /** A caller who may do everything but one thing. */
    private record Without(Operation operation) implements Access {
        @Override
        public void check(Principal who, Operation wanted, String namespace, @Nullable String workflow) {
            if (wanted == operation) {
                throw ReeveException.of(ErrorCode.DENIED, "not this");
            }
        }
    }

    @Test
    @DisplayName("the past needs the right to see the history, and the right to see what is shown")
    void needsTheHistory(@TempDir Path other) throws IOException {
        for (Operation refused : List.of(Operation.HISTORY, Operation.SHOW, Operation.EXPLAIN)) {
            Path directory = Files.createDirectory(other.resolve(refused.name()));
            try (ApiClient some = new ApiClient(store, directory, ADMIN, new Without(refused))) {
                some.deploy(WAITING);
                String id = some.start("waiting", "{}");
                for (String part : PARTS) {
                    boolean isRefused = refused != Operation.EXPLAIN || part.equals("/explanation");
                    some.json(
                            isRefused ? 403 : 200,
                            "GET /v1/executions/{id}" + part,
                            "/v1/executions/" + id + part + "?asOf=1",
                            "");
                }
            }
        }
        String id = ended();
        api.caller = new Principal("nobody", Map.of());
        for (String part : PARTS) {
            api.json(403, "GET /v1/executions/{id}" + part, "/v1/executions/" + id + part + "?asOf=1", "");
        }
        api.caller = Principal.everywhere("vera", Role.VIEWER);
        assertThat(show(id, "", "?asOf=2").get("input").asString()).isEqualTo("(masked)");
        api.caller = new Principal("else", Map.of("elsewhere", Set.of(Role.ADMIN)));
        api.json(404, "GET /v1/executions/{id}", "/v1/executions/" + id + "?asOf=1", "");
    }

    @Test
    @DisplayName("the past of an execution of another version has the steps of that version")
    void pastOfAnotherVersion() {
        api.deploy(WAITING);
        api.deploy(WAITING + "  last: { value: 1, after: [more] }\nversion: 2\n");
        String id = ApiClient.json(
                        201,
                        api.call(
                                "POST /v1/executions",
                                "/v1/executions",
                                Map.of("content-type", "application/json"),
                                "{\"workflow\": \"waiting\", \"version\": 1}"))
                .get("id")
                .asString();
        api.json(
                200,
                "POST /v1/executions/{id}/move",
                "/v1/executions/" + id + "/move",
                "{\"version\": 2, \"reason\": \"r\"}");

        assertThat(show(id, "", "").get("version").asInt()).isEqualTo(2);
        assertThat(show(id, "", "?asOf=1").get("version").asInt()).isEqualTo(1);
        assertThat(show(id, "", "?asOf=1").get("steps").findValuesAsString("step"))
                .doesNotContain("last");
        Execution execution = api.reeve.find(ExecutionId.parse(id)).orElseThrow();
        execution.signal("go", Map.of());
        await().until(() -> execution.status() == ExecutionStatus.COMPLETED);
        assertThat(execution.describe().steps()).extracting(step -> step.step()).contains(StepPath.of("last"));
        assertThat(show(id, "", "?asOf=1").get("version").asInt()).isEqualTo(1);
    }
}
