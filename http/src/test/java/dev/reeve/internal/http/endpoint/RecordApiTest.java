package dev.reeve.internal.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ErrorCode;
import dev.reeve.internal.access.AccessRecord;
import dev.reeve.internal.access.Operation;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.access.Subject;
import dev.reeve.internal.http.Admission;
import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.Authentication;
import dev.reeve.internal.http.HttpHandler;
import dev.reeve.internal.http.HttpRequest;
import dev.reeve.internal.http.RequestBody;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@DisplayName("The search in the record by HTTP (D22)")
final class RecordApiTest extends CardsContract {

    private static final String UNKNOWN_ID = "01890abc-0000-7000-8000-00000000000f";
    private static final String LONG =
            "workflow: waiting\nsteps:\n  go: { await: { signal: go } }\n  end: { await: { signal: end }, after: [go] }\n";
    private static final Principal VERA = Principal.everywhere("vera", Role.VIEWER);

    RecordApiTest() {
        super(new SqliteApiStore());
    }

    private JsonNode search(String query) {
        return api.get("GET /v1/record", "/v1/record" + query);
    }

    private List<String> operations(String query) {
        return search(query).get("calls").findValuesAsString("operation");
    }

    /** A start of order-1, its signal and its cancellation, and a start of another workflow. */
    private String play() {
        api.deploy(LONG);
        api.deploy(PAY);
        String id = api.json(
                        201,
                        "POST /v1/executions",
                        "/v1/executions",
                        "{\"workflow\": \"waiting\", \"key\": \"order-1\"}")
                .get("id")
                .asString();
        api.start("pay", "{}");
        api.json(204, "POST /v1/executions/{id}/signals/{name}", "/v1/executions/" + id + "/signals/go", "1");
        cancel(id, 200);
        api.result(id);
        return id;
    }

    private void cancel(String id, int status) {
        api.json(
                status,
                "POST /v1/executions/{id}/cancel",
                "/v1/executions/" + id + "/cancel",
                "{\"reason\": \"a mistake\"}");
    }

    @Test
    @DisplayName("finds calls by who, operation, execution, key, workflow, time and outcome, the newest first")
    void filters() {
        String id = play();
        cancel(id, 409);

        assertThat(operations(""))
                .containsExactly(
                        "CANCEL",
                        "CANCEL",
                        "SIGNAL",
                        "START_EXECUTION",
                        "START_EXECUTION",
                        "DEPLOY_DEFINITIONS",
                        "DEPLOY_DEFINITIONS");
        JsonNode first = search("?operation=CANCEL&refused=false").get("calls").get(1);
        assertThat(first.get("who").asString()).isEqualTo("ada");
        assertThat(first.get("origin").asString()).isEqualTo("127.0.0.9");
        assertThat(first.get("execution").asString()).isEqualTo(id);
        assertThat(first.get("workflow").asString()).isEqualTo("waiting");
        assertThat(first.get("reason").asString()).isEqualTo("a mistake");
        assertThat(first.get("outcome").asString()).isEqualTo("DONE");
        for (String spelling : List.of(id, id.toUpperCase(Locale.ROOT))) {
            assertThat(operations("?about=" + spelling))
                    .as("a start is found by the execution that it has made")
                    .containsExactly("CANCEL", "CANCEL", "SIGNAL", "START_EXECUTION");
        }
        assertThat(operations("?about=order-1")).containsExactly("START_EXECUTION");
        assertThat(operations("?workflow=waiting&operation=CANCEL")).hasSize(2);
        assertThat(operations("?workflow=pay")).containsExactly("START_EXECUTION", "DEPLOY_DEFINITIONS");
        assertThat(search("?refused=true").get("calls").findValuesAsString("outcome"))
                .containsExactly("REFUSED");
        assertThat(operations("?who=ada")).hasSize(7);
        assertThat(operations("?who=bob")).isEmpty();
        assertThat(operations("?from=2026-11-25T12:00:06Z")).containsExactly("CANCEL");
        assertThat(operations("?before=2026-11-25T12:00:02Z")).hasSize(2);
        assertThat(operations("?from=2026-11-25T12:00:04Z&before=2026-11-25T12:00:05Z"))
                .containsExactly("SIGNAL");
    }

    @Test
    @DisplayName("goes on from page to page, and each call is on one of them")
    void pages() {
        play();
        JsonNode first = search("?limit=4");
        assertThat(first.get("calls").size()).isEqualTo(4);
        JsonNode second = search("?limit=4&cursor=" + first.get("next").asString());
        assertThat(second.get("calls").size()).isEqualTo(2);
        assertThat(second.has("next")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {UNKNOWN_ID, "01890ABC-0000-7000-8000-00000000000F", "01890abc%2D0000-7000-8000-00000000000f"})
    @DisplayName("finds refused tries by the id in their path, in any spelling, also if there is no such execution")
    void refusedTries(String spelling) {
        api.caller = VERA;
        cancel(spelling, 403);
        api.caller = ADMIN;

        JsonNode found = search("?refused=true&about=" + UNKNOWN_ID).get("calls");
        assertThat(found.findValuesAsString("who")).containsExactly("vera");
        assertThat(found.get(0).get("execution").asString()).isEqualTo(UNKNOWN_ID);
        assertThat(found.get(0).get("outcome").asString()).isEqualTo("DENIED");
        assertThat(search("?about=" + spelling).get("calls").size()).isEqualTo(1);
    }

    @Test
    @DisplayName("is for administrators only, and shows the calls of their namespace (D6, D7)")
    void access() {
        for (Role role : Role.values()) {
            api.caller = new Principal("x", Map.of("billing", Set.of(role)));
            assertThat(status("/v1/record", "billing")).as(role.text()).isEqualTo(role == Role.ADMIN ? 200 : 403);
            assertThat(status("/v1/record", "default")).isEqualTo(403);
            assertThat(status("/v1/record?everywhere=true", "billing"))
                    .as("%s of one namespace", role)
                    .isEqualTo(403);
        }
        api.caller = ADMIN;
        play();
        add(Principal.EVERYWHERE, "metrics");
        add("(unknown)", "unknown");

        api.caller = new Principal("bill", Map.of("billing", Set.of(Role.ADMIN)));
        JsonNode own = search("");
        assertThat(own.get("calls").size()).isPositive();
        assertThat(Set.copyOf(own.get("calls").findValuesAsString("namespace"))).containsExactly("billing");
        assertThat(search("?about=order-1").get("calls").size()).isZero();

        api.caller = ADMIN;
        assertThat(Set.copyOf(search("").get("calls").findValuesAsString("namespace")))
                .containsExactly("default");
        assertThat(Set.copyOf(search("?everywhere=true").get("calls").findValuesAsString("namespace")))
                .contains("billing", "default", "*", "(unknown)");
        assertThat(operations("?everywhere=true&refused=true&who=x"))
                .as("a refused look at all namespaces is recorded")
                .contains("READ_RECORD");
    }

    @Test
    @DisplayName("records refused looks at all namespaces up to the number of refused tries, and not each of them")
    void refusedLooksEverywhere() {
        api.caller = new Principal("bill", Map.of("billing", Set.of(Role.ADMIN)));
        for (int i = 0; i < 30; i++) {
            assertThat(status("/v1/record?everywhere=true", "billing")).isEqualTo(403);
        }

        assertThat(api.record).hasSize(10);
        assertThat(api.record.getFirst())
                .isEqualTo(new AccessRecord.Entry(
                        "bill",
                        "127.0.0.9",
                        Operation.READ_RECORD,
                        Principal.EVERYWHERE,
                        Subject.of("GET /v1/record"),
                        null,
                        ErrorCode.DENIED));
    }

    private void add(String namespace, String who) {
        api.record.add(new AccessRecord.Entry(
                who, "127.0.0.1", Operation.READ_METRICS, namespace, null, null, ErrorCode.DENIED));
    }

    private int status(String target, String namespace) {
        return api.call("GET /v1/record", target, Map.of("reeve-namespace", namespace), "")
                .status();
    }

    @ParameterizedTest
    @CsvSource({
        "operation=cancel,expected one of",
        "refused=yes,true or false",
        "everywhere=1,true or false",
        "from=yesterday,expected an instant",
        "before=,expected an instant",
        "limit=0,from 1 to 1000",
        "limit=1001,from 1 to 1000",
        "who=a&who=b,send it once"
    })
    @DisplayName("says what is wrong with a filter")
    void wrongFilters(String query, String problem) {
        JsonNode answer = api.json(400, "GET /v1/record", "/v1/record?" + query, "");
        assertThat(answer.get("detail").asString()).contains(problem);
    }

    @Test
    @DisplayName("answers HEAD, and refuses other methods")
    void methods() {
        assertThat(((Answer.Value) api.send("HEAD", "/v1/record", Map.of(), "").join()).status())
                .isEqualTo(200);
        Answer.Value refused =
                (Answer.Value) api.send("POST", "/v1/record", Map.of(), "").join();
        assertThat(refused.status()).isEqualTo(405);
        assertThat(refused.headers()).containsEntry("Allow", "GET");
    }

    @Test
    @DisplayName("without a record that can be searched, the answer says where the lines are")
    void noRecord() {
        try (HttpHandler handler = HttpApi.withoutChanges(
                api.reeve, Admission.of(Authentication.none(ADMIN), (who, operation, namespace, workflow) -> {}))) {
            Answer.Value answer = (Answer.Value) handler.answer(new HttpRequest(
                            "GET",
                            "/v1/record",
                            "",
                            Map.of("host", List.of("127.0.0.1")),
                            "127.0.0.1",
                            RequestBody.NONE))
                    .join();
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.body()).contains("dev.reeve.access");
        }
    }
}
