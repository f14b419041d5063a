package dev.reeve.internal.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.Json;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.access.Permission;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.Endpoint;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Sensitive fields in answers (ADR 60), on every store. */
public abstract class SensitiveFieldsContract {

    private static final Principal ADMIN = Principal.everywhere("ada", Role.ADMIN);

    /** Part of each sensitive value, and of nothing else. */
    private static final String CANARY = "CANARY";

    private static final String CARD = "4000-CANARY-1234";

    private static final String PAY = """
            workflow: pay
            input:
              schema:
                properties:
                  card: { $ref: '#/$defs/card' }
                  cvv: { writeOnly: true }
                  end: { type: string }
                  amount: { type: number }
                $defs: { card: { type: string, sensitive: true, pattern: '^4000-' } }
            steps:
              charge:
                action: card.charge
                input: { text: "${ 'card ' & input.card }", cvv: "${ input.cvv }", whole: "${ input }" }
                output: { schema: { properties: { token: { sensitive: true } } } }
              each:
                forEach: [1, 2]
                action: card.each
                output: { schema: { sensitive: true } }
              go:
                await: { signal: go, schema: { properties: { password: { type: string, sensitive: true } } } }
              sub: { after: [go, charge], workflow: sub, input: { no: "${ input.card }", of: "${ steps.charge.output.token }" } }
              last:
                after: [sub]
                action: card.last
                input: { card: "${ input.card }", end: "${ input.end }", secret: "${ steps.go.output.password }" }
                onExhausted: escalate
            output: { cvv: "${ input.cvv }", charge: "${ steps.charge.output }", sub: "${ steps.sub.output }" }
            """;

    private static final String SUB = """
            workflow: sub
            steps:
              echo: { action: card.echo, input: { message: "${ 'no. ' & input.no & '/' & input.of }" } }
            """;

    private final ApiStore store;

    private ApiClient api;

    protected SensitiveFieldsContract(ApiStore store) {
        this.store = store;
    }

    @BeforeEach
    void open(@TempDir Path directory) {
        api = new ApiClient(store, directory, ADMIN);
        api.agent("cards")
                .action(
                        "card.charge",
                        Json.class,
                        (input, step) -> Map.of("token", "tok-CANARY-77", "cvv", 7, "seen", input))
                .action("card.each", Json.class, (input, step) -> List.of("each-CANARY-" + input.text()))
                .action("card.echo", Json.class, (input, step) -> input)
                .action("card.last", Json.class, (input, step) -> {
                    if (input.text().contains("\"end\":\"ok\"")) {
                        return Map.of("done", true);
                    }
                    if (input.text().contains("\"end\":\"code\"")) {
                        throw StepFailure.businessError("pw-CANARY", "the password as a code");
                    }
                    throw StepFailure.businessError("DECLINED", "no money on " + CARD, input);
                })
                .start();
        api.deploy(SUB);
        api.deploy(PAY);
    }

    @AfterEach
    void close() {
        api.close();
    }

    private String pay(String end) {
        String id =
                api.start("pay", "{\"card\": \"%s\", \"cvv\": 7, \"end\": \"%s\", \"amount\": 7}".formatted(CARD, end));
        signal(id);
        return id;
    }

    private void signal(String id) {
        api.json(
                204,
                "POST /v1/executions/{id}/signals/{name}",
                "/v1/executions/" + id + "/signals/go",
                "{\"password\": \"pw-CANARY\", \"by\": \"bob\"}");
    }

    private JsonNode show(String id) {
        return api.get("GET /v1/executions/{id}", "/v1/executions/" + id);
    }

    private String childOf(String id) {
        for (JsonNode step : show(id).get("steps")) {
            if (step.get("step").asString().equals("sub")) {
                return step.get("child").asString();
            }
        }
        throw new AssertionError("no child of " + id);
    }

    /** An execution whose last step needs a person. */
    private String escalated() {
        String id = pay("bad");
        await().atMost(Duration.ofSeconds(60))
                .until(() -> api.reeve.inbox().groups().stream()
                        .anyMatch(group -> group.example().toString().equals(id)));
        return id;
    }

    private static boolean seesSensitive(Role role) {
        return role.allows(Permission.SEE_SENSITIVE);
    }

    @Test
    @DisplayName("only administrators and viewers with that right see them")
    void rights() {
        assertThat(Arrays.stream(Role.values()).filter(SensitiveFieldsContract::seesSensitive))
                .containsExactly(Role.VIEWER_WITH_SENSITIVE, Role.ADMIN)
                .allMatch(role -> role.allows(Permission.SEE_PAYLOADS));
    }

    @Test
    @DisplayName("in a group, what its input selects is masked under its new name, however short; all else is shown")
    void groups() {
        api.deploy("""
                workflow: grouped
                input: { schema: { properties: { pin: { sensitive: true } } } }
                steps:
                  inner:
                    input: { code: "${ input.pin }", size: "${ input.size }" }
                    steps:
                      first: { value: { size: "${ input.size }" } }
                    output: { code: "${ input.code }", size: "${ steps.first.output.size }" }
                """);
        String id = api.start("grouped", "{\"pin\": 17, \"size\": 42}");
        assertThat(api.result(id).get("status").asString()).isEqualTo("COMPLETED");
        api.caller = Principal.everywhere(
                "vera",
                Arrays.stream(Role.values())
                        .filter(role -> role.allows(Permission.SEE_PAYLOADS) && !seesSensitive(role))
                        .findFirst()
                        .orElseThrow());

        JsonNode step = show(id).get("steps").get(0);
        String masked = "{\"code\":\"(masked)\",\"size\":42}";
        assertThat(step.get("output").toString()).isEqualTo(masked);
        JsonNode group = show(step.get("child").asString());
        assertThat(group.get("workflow").asString()).isEqualTo("grouped.inner");
        assertThat(group.get("input").toString()).isEqualTo(masked);
        assertThat(group.get("steps").get(0).get("output").toString()).isEqualTo("{\"size\":42}");
    }

    @Test
    @DisplayName("no answer of any endpoint has one for a role that may not see it; others see all of them")
    void noAnswerHasOne() {
        String ended = pay("ok");
        assertThat(api.result(ended).get("status").asString()).isEqualTo("COMPLETED");
        String open = escalated();
        String child = childOf(open);
        api.json(
                201,
                "POST /v1/executions",
                "/v1/executions",
                "{\"workflow\": \"pay\", \"key\": \"x\", \"input\": {\"card\": \"%s\"}}".formatted(CARD));
        api.json(
                200,
                "PUT /v1/schedules/{name}",
                "/v1/schedules/nightly",
                "{\"workflow\": \"pay\", \"cron\": \"0 3 * * *\", \"input\": {\"card\": \"%s\"}}".formatted(CARD));
        String bulk = api.json(
                        201,
                        "POST /v1/bulk-operations",
                        "/v1/bulk-operations",
                        "{\"verb\": \"RESOLVE\", \"workflow\": \"pay\", \"step\": \"none\", \"reason\": \"r\", "
                                + "\"payload\": {\"token\": \"bulk-CANARY\"}}")
                .get("operation")
                .get("operation")
                .asString();
        Set<String> withCanary = new TreeSet<>();
        for (Role role : Role.values()) {
            api.caller = Principal.everywhere("vera", role);
            for (Endpoint endpoint : api.handler.router().endpoints()) {
                if (endpoint.operation() == null || endpoint.path().equals("/v1/changes")) {
                    continue; // open to all, or a stream that carries ids
                }
                for (String id : List.of(ended, open, child, bulk)) {
                    boolean isResult = endpoint.path().endsWith("/result");
                    String query = endpoint.path().endsWith("/forecast")
                            ? "?step=last"
                            : !isResult ? "" : id.equals(ended) ? "?wait=30s" : "?wait=0s";
                    check(role, endpoint, id, query, withCanary);
                }
            }
        }
        assertThat(withCanary)
                .contains(
                        "GET /v1/executions/{id}",
                        "GET /v1/executions/{id}/history",
                        "GET /v1/executions/{id}/explanation",
                        "GET /v1/executions/{id}/result",
                        "GET /v1/executions/{id}/summary",
                        "GET /v1/executions",
                        "GET /v1/keys/{key}",
                        "GET /v1/inbox",
                        "GET /v1/schedules",
                        "GET /v1/bulk-operations",
                        "GET /v1/bulk-operations/{id}");
    }

    @Test
    @DisplayName("no answer about the past has one either, also before the event that marked it or brought it")
    void noPastHasOne() {
        String ended = pay("ok");
        api.result(ended);
        String open = escalated();
        String child = childOf(ended);
        List<String> parts = List.of("", "/history", "/explanation");
        Set<String> withCanary = new TreeSet<>();
        for (Role role : Role.values()) {
            for (String id : List.of(ended, open, child)) {
                int last = api.reeve
                        .find(ExecutionId.parse(id))
                        .orElseThrow()
                        .history()
                        .getLast()
                        .seq();
                api.caller = Principal.everywhere("vera", role);
                for (Endpoint endpoint : api.handler.router().endpoints()) {
                    boolean isShown =
                            parts.stream().anyMatch(it -> endpoint.path().equals("/v1/executions/{id}" + it));
                    for (int seq = 1; isShown && seq <= last; seq++) {
                        check(role, endpoint, id, "?asOf=" + seq, withCanary);
                    }
                }
            }
        }
        assertThat(withCanary).hasSameSizeAs(parts);
    }

    private void check(Role role, Endpoint endpoint, String id, String query, Set<String> withCanary) {
        String operation = endpoint.method() + " " + endpoint.path();
        if (seesSensitive(role) && !endpoint.method().equals("GET")) {
            return; // nothing is to be changed before the other roles have looked
        }
        String target = endpoint.path()
                .replace("{id}", id)
                .replace("{step}", "last")
                .replace("{workflow}", "pay")
                .replace("{version}", "1")
                .replace("{name}", "nightly")
                .replace("{action}", "card.last")
                .replaceAll("\\{\\w+}", "x");
        boolean isRead = endpoint.method().equals("GET");
        Answer.Ready answer = api.send(
                        endpoint.method(),
                        target + query,
                        isRead ? Map.of() : Map.of("content-type", "application/json"),
                        isRead ? "" : "{\"reason\": 1}")
                .orTimeout(60, TimeUnit.SECONDS)
                .join();
        String body = answer instanceof Answer.Value value ? value.body() : "";
        if (seesSensitive(role)) {
            if (body.contains(CANARY)) {
                withCanary.add(operation);
            }
            return;
        }
        assertThat(body).as("%s %s for %s", operation, id, role).doesNotContain(CANARY);
    }

    @Test
    @DisplayName("a caller that sees payloads sees the rest of them, and the mask in the place of sensitive fields")
    void showsTheRest() {
        String id = pay("ok");
        api.result(id);
        api.caller = Principal.everywhere("paul", Role.OPERATOR);

        JsonNode shown = show(id);
        assertThat(shown.get("input").toString())
                .isEqualTo("{\"card\":\"(masked)\",\"cvv\":\"(masked)\",\"end\":\"ok\",\"amount\":7}");
        JsonNode result = api.result(id).get("output");
        assertThat(result.get("cvv").asString()).isEqualTo("(masked)");
        assertThat(result.get("charge").get("seen").get("text").asString()).isEqualTo("card (masked)");
        assertThat(result.get("charge").get("seen").get("whole").get("amount").asInt())
                .isEqualTo(7);
        assertThat(result.get("sub").get("echo").get("message").asString()).isEqualTo("no. (masked)/(masked)");
        JsonNode history = api.get("GET /v1/executions/{id}/history", "/v1/executions/" + id + "/history");
        assertThat(history.toString())
                .contains("{\"password\":\"(masked)\",\"by\":\"bob\"}")
                .doesNotContain(CANARY);

        // a child without marks of its own: the values of its parent
        assertThat(show(childOf(id)).get("input").toString()).isEqualTo("{\"no\":\"(masked)\",\"of\":\"(masked)\"}");
    }

    @Test
    @DisplayName("messages of failures are masked in lists, in the inbox and in explanations, also without payloads")
    void masksMessages() {
        String id = escalated();
        for (Role role : List.of(Role.VIEWER, Role.DEPLOYER, Role.VIEWER_WITH_PAYLOADS)) {
            api.caller = Principal.everywhere("vera", role);

            assertThat(api.get("GET /v1/inbox", "/v1/inbox")
                            .get("groups")
                            .get(0)
                            .get("exampleMessage")
                            .asString())
                    .isEqualTo("no money on (masked)");
            assertThat(api.get("GET /v1/executions", "/v1/executions?workflow=pay")
                            .get("executions")
                            .get(0)
                            .get("error")
                            .asString())
                    .contains("no money on (masked)");
            assertThat(api.get("GET /v1/executions/{id}/explanation", "/v1/executions/" + id + "/explanation")
                            .get("steps")
                            .get(0)
                            .get("failure")
                            .get("message")
                            .asString())
                    .isEqualTo("no money on (masked)");
        }
    }

    @Test
    @DisplayName("a list masks the messages of all executions after the first hundred, rather than reading them")
    void longLists() {
        int all = SensitiveMask.EXECUTIONS_MAX + 1;
        api.deploy("""
                workflow: refuse
                input: { schema: { properties: { card: { type: string, sensitive: true } } } }
                steps:
                  no: { fail: { code: NO, message: "no money on ${ input.card }" } }
                """);
        String start = "{\"workflow\": \"refuse\", \"input\": {\"card\": \"%s\"}}".formatted(CARD);
        api.json(
                200,
                "POST /v1/executions/batch",
                "/v1/executions/batch",
                "{\"starts\": [%s]}".formatted(String.join(",", Collections.nCopies(all, start))));
        ExecutionQuery query = ExecutionQuery.all().workflow("refuse").limit(all);
        await().atMost(Duration.ofMinutes(2))
                .until(() -> api.reeve.list(query).stream()
                                .filter(each -> each.endedAt() != null && each.error() != null)
                                .count()
                        == all);
        api.caller = Principal.everywhere("vera", Role.VIEWER);

        List<String> errors = api.get("GET /v1/executions", "/v1/executions?workflow=refuse&limit=500")
                .findValuesAsString("error");
        assertThat(errors).hasSize(all);
        assertThat(errors.subList(0, SensitiveMask.EXECUTIONS_MAX))
                .allMatch(error -> error.contains("no money on (masked)"));
        assertThat(errors.getLast()).isEqualTo("(masked)");

        String search = "/v1/executions?workflow=refuse&code=NO&limit=500";
        JsonNode first = api.get("GET /v1/executions", search);
        assertThat(first.get("executions").size()).isEqualTo(SensitiveMask.EXECUTIONS_MAX);
        assertThat(api.get(
                                "GET /v1/executions",
                                search + "&cursor=" + first.get("next").asString())
                        .get("executions")
                        .size())
                .as("a search says where it stopped, rather than leaving out the others")
                .isEqualTo(1);
    }

    @Test
    @DisplayName("an execution that was moved is masked by the marks of each version that it has had")
    void movedExecutions() {
        String waiting = "workflow: moving\nversion: %d\n%ssteps:\n  go: { await: { signal: go } }\n";
        api.deploy(waiting.formatted(1, "input: { schema: { properties: { pin: { sensitive: true } } } }\n"));
        api.deploy(waiting.formatted(2, ""));
        String id = api.start("moving", "{\"pin\": \"p-CANARY\"}");
        String first = api.json(
                        201,
                        "POST /v1/executions",
                        "/v1/executions",
                        "{\"workflow\": \"moving\", \"version\": 1, \"input\": {\"pin\": \"p-CANARY\"}}")
                .get("id")
                .asString();
        api.json(
                200,
                "POST /v1/executions/{id}/move",
                "/v1/executions/" + first + "/move",
                "{\"version\": 2, \"reason\": \"r\"}");
        api.caller = Principal.everywhere("paul", Role.VIEWER_WITH_PAYLOADS);

        assertThat(show(first).get("version").asInt()).isEqualTo(2);
        assertThat(show(first).get("input").toString()).isEqualTo("{\"pin\":\"(masked)\"}");
        assertThat(show(id).get("input").get("pin").asString())
                .as("the version that it began with marks nothing")
                .isEqualTo("p-CANARY");
    }

    @Test
    @DisplayName("a schema that is violated names the place and the keyword, and nothing of the value")
    void violations() {
        String start = "{\"workflow\": \"pay\", \"input\": {\"card\": \"x-CANARY\"}}";
        assertThat(api.json(400, "POST /v1/executions", "/v1/executions", start)
                        .get("detail")
                        .asString())
                .contains("input.card: does not satisfy 'pattern'")
                .doesNotContain(CANARY);
        assertThat(api.json(200, "POST /v1/executions/batch", "/v1/executions/batch", "{\"starts\": [" + start + "]}")
                        .toString())
                .contains("does not satisfy 'pattern'")
                .doesNotContain(CANARY);
        String id = api.start("pay", "{\"card\": \"%s\"}".formatted(CARD));
        assertThat(api.call(
                                "POST /v1/executions/{id}/signals/{name}",
                                "/v1/executions/" + id + "/signals/go",
                                Map.of("content-type", "application/json"),
                                "{\"password\": {\"CANARY\": 1}}")
                        .body())
                .contains("data.password: does not satisfy 'type'")
                .doesNotContain(CANARY);
        assertThat(api.json(
                                400,
                                "POST /v1/executions/signal",
                                "/v1/executions/signal",
                                "{\"workflow\": \"pay\", \"key\": \"k\", \"input\": {\"card\": \"%s\"}, \"signal\": {\"name\": \"go\", \"data\": {\"password\": {\"CANARY\": 1}}}}"
                                        .formatted(CARD))
                        .get("detail")
                        .asString())
                .contains("data.password: does not satisfy 'type'")
                .doesNotContain(CANARY);
        assertThat(api.call(
                                "POST /v1/definitions",
                                "/v1/definitions",
                                Map.of("content-type", "application/yaml"),
                                "workflow: odd\ninput: { schema: { sensitive: 'yes' } }\nsteps:\n  a: { await: b }\n")
                        .body())
                .contains("input.schema.sensitive", "expected true or false");
    }

    @Test
    @DisplayName("the mask is not taken for data: a caller that sees it cannot send it back")
    void masksAreNotData() {
        String masked = "{\"card\": \"(masked)\"}";
        String id = api.start("pay", "{\"card\": \"%s\"}".formatted(CARD));
        api.caller = Principal.everywhere("paul", Role.OPERATOR);
        Map<String, String> requests = new TreeMap<>(Map.of(
                "POST /v1/executions", "{\"workflow\": \"pay\", \"input\": %s}",
                "POST /v1/jobs", "{\"action\": \"card.echo\", \"input\": %s}",
                "POST /v1/executions/signal",
                        "{\"workflow\": \"pay\", \"key\": \"k\", \"signal\": {\"name\": \"go\", \"data\": %s}}",
                "POST /v1/executions/{id}/signals/{name}", "%s",
                "POST /v1/executions/{id}/rerun", "{\"from\": \"charge\", \"reason\": \"r\", \"input\": %s}",
                "POST /v1/executions/{id}/steps/{step}/retry", "{\"reason\": \"r\", \"input\": %s}",
                "POST /v1/executions/{id}/steps/{step}/resolve", "{\"reason\": \"r\", \"output\": %s}",
                "POST /v1/bulk-operations", "{\"verb\": \"RESOLVE\", \"reason\": \"r\", \"payload\": %s}",
                "PUT /v1/schedules/{name}", "{\"workflow\": \"pay\", \"cron\": \"0 3 * * *\", \"input\": %s}"));
        requests.forEach((operation, body) -> {
            String target = operation
                    .replaceFirst(".* ", "")
                    .replace("{id}", id)
                    .replace("{step}", "charge")
                    .replace("{name}", "go");
            assertThat(api.json(400, operation, target, body.formatted(masked))
                            .get("detail")
                            .asString())
                    .as(operation)
                    .contains("a value that you may not see");
        });
        assertThat(api.json(
                                200,
                                "POST /v1/executions/batch",
                                "/v1/executions/batch",
                                "{\"starts\": [{\"workflow\": \"pay\", \"input\": %s}]}".formatted(masked))
                        .toString())
                .contains("a value that you may not see");
    }

    @Test
    @DisplayName("a search by code does not confirm a masked value, and finds what the reader sees")
    void searchByCode() {
        pay("no");
        String id = pay("code");
        await().until(() -> show(id).get("status").asString().equals("ESCALATED"));
        assertThat(found("pw-CANARY")).isEqualTo(1);
        assertThat(found("DECLINED")).isEqualTo(1);

        api.caller = Principal.everywhere("paul", Role.OPERATOR);
        assertThat(found("pw-CANARY")).isZero();
        assertThat(found("DECLINED")).isEqualTo(1);
    }

    @Test
    @DisplayName("a count of a bulk operation does not confirm a masked code, is recorded, and counts what is shown")
    void countByCode() {
        pay("no");
        String id = pay("code");
        await().until(() -> show(id).get("status").asString().equals("ESCALATED"));
        String code = ", \"code\": \"pw-CANARY\"";
        await().until(() -> counted("RETRY", "") == 2);
        assertThat(counted("RETRY", code)).isEqualTo(1);
        String fingerprint = api.reeve.inbox().groups().stream()
                .filter(group -> group.code().equals("pw-CANARY"))
                .findFirst()
                .orElseThrow()
                .fingerprint();

        api.caller = Principal.everywhere("paul", Role.OPERATOR);
        assertThat(counted("RETRY", code)).isZero();
        assertThat(counted("CANCEL", code)).isZero();
        assertThat(counted("RETRY", code + ", \"fingerprint\": \"" + fingerprint + "\""))
                .isZero();
        assertThat(counted("RETRY", ", \"code\": \"DECLINED\"")).isEqualTo(1);
        assertThat(counted("RETRY", "")).isEqualTo(2);
        assertThat(api.record).anySatisfy(entry -> {
            assertThat(entry.who()).isEqualTo("paul");
            assertThat(Objects.requireNonNull(entry.subject()).text()).isEqualTo("count for CANCEL");
        });
        assertThat(api.json(
                                409,
                                "POST /v1/bulk-operations",
                                "/v1/bulk-operations",
                                "{\"verb\": \"RETRY\", \"reason\": \"r\", \"expected\": 5" + code + "}")
                        .get("detail")
                        .asString())
                .contains("5 were expected")
                .doesNotContain("1");
    }

    private int counted(String verb, String conditions) {
        return api.json(
                        200,
                        "POST /v1/bulk-operations/count",
                        "/v1/bulk-operations/count",
                        "{\"verb\": \"" + verb + "\", \"workflow\": \"pay\"" + conditions + "}")
                .get("count")
                .asInt();
    }

    private int found(String code) {
        return api.get("GET /v1/executions", "/v1/executions?workflow=pay&code=" + code)
                .get("executions")
                .size();
    }
}
