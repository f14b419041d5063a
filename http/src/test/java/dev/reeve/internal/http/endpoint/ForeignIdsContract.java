package dev.reeve.internal.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.Endpoint;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Two namespaces: all that exists is in {@code default}, and callers ask for it in {@code billing}. One of them may do
 * everything there and nothing elsewhere, the other one may do everything everywhere and owns what it asks for.
 */
public abstract class ForeignIdsContract extends CardsContract {

    private static final Principal BILL = new Principal("bill", Map.of("billing", Set.of(Role.ADMIN, Role.AGENT)));
    private static final List<Principal> CALLERS = List.of(BILL, ADMIN);
    private static final String NOWHERE = "01890000-0000-7000-8000-000000000000";

    /** Endpoints that know no missing name: they answer for each name, in the namespace of the caller. */
    private static final Set<String> OF_ANY_NAME = Set.of(
            "GET /v1/schedules/{name}/changes",
            "GET /v1/services/{action}/changes",
            "POST /v1/services/{action}/pause",
            "POST /v1/services/{action}/resume",
            "POST /v1/messages/{id}/redeliver");

    /** Something that exists in the other namespace, and beside it something of the same shape that is nowhere. */
    private final Map<String, String> nowhere = new LinkedHashMap<>();

    private String ended = "";
    private String waiting = "";
    private String bulk = "";
    private String session = "";
    private String token = "";

    protected ForeignIdsContract(ApiStore store) {
        super(store);
    }

    @BeforeEach
    void fill() {
        api.deploy(PAY);
        api.deploy(WAITING);
        api.deploy("workflow: shell\nsteps:\n  do: { action: shell.work }\n");
        String order = "{\"workflow\": \"pay\", \"input\": {\"amount\": 1}, \"key\": \"order-1\"}";
        ended = id(api.json(201, "POST /v1/executions", "/v1/executions", order), "id");
        api.result(ended);
        waiting = api.start("waiting", "{}");
        api.start("shell", "{}");
        String hourly = "{\"workflow\": \"pay\", \"every\": \"1h\"}";
        api.json(200, "PUT /v1/schedules/{name}", "/v1/schedules/nightly", hourly);
        String retry = "{\"verb\": \"RETRY\", \"reason\": \"r\", \"workflow\": \"pay\"}";
        bulk = id(
                api.json(201, "POST /v1/bulk-operations", "/v1/bulk-operations", retry)
                        .get("operation"),
                "operation");
        String agent = "{\"agent\": \"shell\", \"actions\": [\"shell.work\"], \"slots\": 1}";
        String claim = "{\"agent\": \"shell\", \"actions\": [\"shell.work\"], \"waitMillis\": 30000}";
        token = id(
                api.json(200, "POST /v1/attempts/claim", "/v1/attempts/claim", claim)
                        .get("work")
                        .get(0),
                "token");
        session = id(api.json(200, "POST /v1/agents", "/v1/agents", agent), "session");
        nowhere.put(ended, NOWHERE);
        nowhere.put(waiting, NOWHERE);
        nowhere.put(bulk, NOWHERE);
        nowhere.put(session, altered(session));
        nowhere.put(token, altered(token));
        nowhere.put("pay", "nopay");
        nowhere.put("nightly", "noschedule");
        nowhere.put("card.charge", "card.nocharge");
        nowhere.put("order-1", "order-0");
    }

    private static String id(JsonNode of, String name) {
        return of.get(name).asString();
    }

    /** Ends in another seal. */
    private static String altered(String sealed) {
        char last = sealed.charAt(sealed.length() - 2);
        return sealed.substring(0, sealed.length() - 2)
                + (last == 'A' ? 'B' : 'A')
                + sealed.charAt(sealed.length() - 1);
    }

    /** The values of the parameter {@code id} of an address. */
    private List<String> ids(String path) {
        return path.startsWith("/v1/bulk-operations/") ? List.of(bulk) : List.of(ended, waiting);
    }

    private String target(Endpoint endpoint, String id) {
        String path = endpoint.path()
                .replace("{id}", id)
                .replace("{session}", session)
                .replace("{token}", token)
                .replace("{workflow}", "pay")
                .replace("{version}", "1")
                .replace("{key}", "order-1")
                .replace("{action}", "card.charge")
                .replace("{step}", "go")
                .replace("{name}", endpoint.path().contains("/signals/") ? "go" : "nightly");
        assertThat(path).as("the parameters of %s", endpoint.path()).doesNotContain("{");
        return body(endpoint).isEmpty() ? path + "?wait=0s&reason=r&step=go&cause=BUSINESS" : path;
    }

    /** A body of the right shape. */
    private static String body(Endpoint endpoint) {
        if (Set.of("GET", "DELETE").contains(endpoint.method())) {
            return "";
        }
        if (endpoint.path().equals("/v1/schedules/{name}")) {
            return "{\"workflow\": \"pay\", \"every\": \"1h\"}";
        }
        return switch (endpoint.path().replaceFirst(".*/", "")) {
            case "move" -> "{\"reason\": \"r\", \"version\": 1}";
            case "rerun" -> "{\"reason\": \"r\", \"from\": \"go\"}";
            case "resolve" -> "{\"reason\": \"r\", \"output\": 1}";
            case "complete" -> "{\"output\": 1}";
            case "fail" -> "{\"failure\": {\"cause\": \"BUSINESS\", \"code\": \"NO\"}}";
            case "completion-token" -> "{\"remainingMillis\": 1000}";
            case "exchange" -> "{\"waitMillis\": 0}";
            case "heartbeat", "leave-open" -> "{}";
            case "links" -> "{\"expiresIn\": \"1h\"}";
            default -> "{\"reason\": \"r\"}";
        };
    }

    private Answer.Ready send(String method, String target, String body) throws Exception {
        Map<String, String> headers = new TreeMap<>(Map.of("reeve-namespace", "billing"));
        if (!body.isEmpty()) {
            headers.put("content-type", "application/json");
        }
        return api.send(method, target, headers, body).get(60, TimeUnit.SECONDS);
    }

    /** Names in the place of what exists what is nowhere. */
    private String instead(String text) {
        String changed = text;
        for (Map.Entry<String, String> each : nowhere.entrySet()) {
            changed = changed.replace(each.getKey(), each.getValue());
        }
        return changed;
    }

    private static String withoutTimes(String text) {
        return text.replaceAll("\"at\":\"[^\"]+\"", "");
    }

    /** Sends a request twice: about what exists in the other namespace, and about what is nowhere. */
    private Answer.Value compared(String method, String target, String body) throws Exception {
        Answer.Value foreign = (Answer.Value) send(method, target, body);
        Answer.Value unknown = (Answer.Value) send(method, instead(target), instead(body));
        assertThat(foreign.status())
                .as("%s %s %s", method, target, foreign.body())
                .isEqualTo(unknown.status());
        assertThat(withoutTimes(instead(foreign.body())))
                .as("%s %s", method, target)
                .isEqualTo(withoutTimes(unknown.body()));
        return foreign;
    }

    @Test
    @DisplayName("are answered in each address as those that are nowhere, and nothing happens to what they name")
    void inAddresses() throws Exception {
        Set<String> ofAnyName = new HashSet<>();
        for (Principal caller : CALLERS) {
            api.caller = caller;
            for (Endpoint endpoint : api.handler.router().endpoints()) {
                if (!endpoint.path().contains("{") || endpoint.operation() == null) {
                    continue; // nothing to name, or what a token alone opens
                }
                String name = endpoint.method() + " " + endpoint.path();
                for (String id : ids(endpoint.path())) {
                    Answer.Value answer = compared(endpoint.method(), target(endpoint, id), body(endpoint));
                    assertThat(answer.status())
                            .as("%s as %s: %s", name, caller.name(), answer.body())
                            .isEqualTo(OF_ANY_NAME.contains(name) ? 200 : 404);
                    if (answer.status() == 200) {
                        ofAnyName.add(name);
                    }
                }
            }
        }
        assertThat(ofAnyName).isEqualTo(OF_ANY_NAME);
        api.caller = ADMIN;
        unchanged();
    }

    /** Looks at all of it in its own namespace. */
    private void unchanged() {
        assertThat(status(ended)).isEqualTo("COMPLETED");
        assertThat(status(waiting)).isEqualTo("RUNNING");
        assertThat(api.get("GET /v1/schedules", "/v1/schedules").toString())
                .contains("nightly")
                .doesNotContain("bill");
        assertThat(api.get("GET /v1/schedules/{name}/changes", "/v1/schedules/nightly/changes")
                        .get("changes")
                        .size())
                .isZero();
        assertThat(api.get("GET /v1/services/{action}/changes", "/v1/services/card.charge/changes")
                        .get("changes")
                        .size())
                .isZero();
        assertThat(api.get("GET /v1/definitions", "/v1/definitions").toString()).contains("\"pay\"");
        api.get("GET /v1/bulk-operations/{id}", "/v1/bulk-operations/" + bulk);
        String exchange = "/v1/agents/" + session + "/exchange";
        api.json(200, "POST /v1/agents/{session}/exchange", exchange, "{\"waitMillis\": 0}");
        api.json(200, "POST /v1/attempts/{token}/complete", "/v1/attempts/" + token + "/complete", "{\"output\": 1}");
    }

    private String status(String id) {
        return id(api.get("GET /v1/executions/{id}/summary", "/v1/executions/" + id + "/summary"), "status");
    }

    @Test
    @DisplayName("are answered in each body as those that are nowhere")
    void inBodies() throws Exception {
        for (Principal caller : CALLERS) {
            api.caller = caller;
            for (String address : List.of("/v1/executions", "/v1/executions/signal")) {
                String signal =
                        address.endsWith("signal") ? ", \"key\": \"order-1\", \"signal\": {\"name\": \"go\"}" : "";
                Answer.Value answer = compared("POST", address, "{\"workflow\": \"pay\"" + signal + "}");
                assertThat(answer.status()).as("%s: %s", address, answer.body()).isEqualTo(404);
            }
            String batch = "{\"starts\": [{\"workflow\": \"pay\"}]}";
            assertThat(compared("POST", "/v1/executions/batch", batch).body()).contains("WORKFLOW_UNKNOWN");
            String retry = "{\"verb\": \"RETRY\", \"workflow\": \"pay\"}";
            assertThat(compared("POST", "/v1/bulk-operations/count", retry).body())
                    .contains(":0");
            String schedule = "{\"workflow\": \"pay\", \"every\": \"1h\"}";
            assertThat(compared("PUT", "/v1/schedules/another", schedule).status())
                    .isEqualTo(404);
        }
    }

    @Test
    @DisplayName("are in no list")
    void inLists() throws Exception {
        api.caller = BILL;
        for (Endpoint endpoint : api.handler.router().endpoints()) {
            if (!endpoint.method().equals("GET") || endpoint.path().contains("{") || endpoint.operation() == null) {
                continue;
            }
            Answer.Ready answer = send("GET", endpoint.path(), "");
            if (answer instanceof Answer.Events events) {
                events.events().close();
            } else {
                assertThat(((Answer.Value) answer).body())
                        .as(endpoint.path())
                        .doesNotContain(ended, waiting, bulk, "\"pay\"", "nightly", "card.charge", "order-1");
            }
        }
    }
}
