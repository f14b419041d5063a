package dev.reeve.spring;

import static dev.reeve.spring.WebTest.get;
import static dev.reeve.spring.WebTest.json;
import static dev.reeve.spring.WebTest.post;
import static dev.reeve.spring.WebTest.request;
import static dev.reeve.spring.WebTest.send;
import static dev.reeve.spring.WebTest.withLogin;
import static dev.reeve.spring.WebTest.withoutLogin;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Reeve;
import dev.reeve.StepStatus;
import dev.reeve.workflow.Workflow;
import java.net.http.HttpResponse;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;

/** Each address in an answer must lead somewhere, wherever the API is. */
@DisplayName("Addresses in the answers of the HTTP API inside an application")
final class MountTest {

    private static final String ASKS = """
            workflow: ask
            version: 1
            steps:
              ask: { await: approved }
            """;

    @ParameterizedTest(name = "{0}{1}")
    @CsvSource({"'', /reeve", "'', /reeve/work_flows", "/shop, /reeve"})
    @DisplayName("have the path of the application and that of the API")
    void lead(String context, String path) throws Exception {
        String mount = context + path;
        try (var application = withLogin(
                "reeve.http.path=" + path,
                "server.servlet.context-path=" + context,
                "reeve.http.agent-secret=0123456789abcdef0123456789abcdef")) {
            HttpResponse<String> unknown = get(application, mount + "/v1/executions/none", "ann");
            String type = json(unknown).path("type").asString("");
            assertThat(type).isEqualTo(mount + "/v1/errors/INVALID_INPUT");
            assertThat(get(application, type, "").body()).contains("INVALID_INPUT");
            assertThat(json(get(application, mount + "/v1/executions", ""))
                            .path("type")
                            .asString(""))
                    .isEqualTo(mount + "/v1/errors/UNAUTHENTICATED");

            HttpResponse<String> started = post(
                    application,
                    mount + "/v1/executions",
                    "ann",
                    "{\"workflow\":\"greet\",\"input\":{\"name\":\"A\"}}");
            String execution = started.headers().firstValue("Location").orElse("");
            assertThat(execution)
                    .isEqualTo(
                            mount + "/v1/executions/" + json(started).path("id").asString(""));
            assertThat(get(application, execution, "ann").statusCode()).isEqualTo(200);

            HttpResponse<String> bulk = post(
                    application,
                    mount + "/v1/bulk-operations",
                    "ann",
                    "{\"verb\":\"CANCEL\",\"workflow\":\"none\",\"reason\":\"test\"}");
            String operation = bulk.headers().firstValue("Location").orElse("");
            assertThat(operation).as(bulk.body()).startsWith(mount + "/v1/bulk-operations/");
            assertThat(get(application, operation, "ann").statusCode()).isEqualTo(200);

            JsonNode made = link(application, mount);
            assertThat(made.path("link").asString(""))
                    .isEqualTo(mount + "/console/link#" + made.path("token").asString(""));
            assertThat(get(application, mount + "/v1/openapi.yaml", "").body())
                    .contains("\nservers:\n  - url: \"" + mount + "\"\n");
            HttpResponse<String> page = get(application, mount + "/console/link", "");
            assertThat(page.statusCode()).isEqualTo(200);
        }
    }

    private static JsonNode link(ConfigurableApplicationContext application, String mount) throws Exception {
        Reeve reeve = application.getBean(Reeve.class);
        reeve.deploy(Workflow.parse(ASKS));
        var asked = reeve.start("ask", Map.of());
        Awaitility.await()
                .until(() -> asked.describe().steps().stream().anyMatch(step -> step.status() == StepStatus.WAITING));
        HttpResponse<String> made =
                post(application, mount + "/v1/executions/" + asked.id() + "/signals/approved/links", "ann", "{}");
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        return json(made);
    }

    @Test
    @DisplayName("have the path that a proxy has taken off, if the application believes its headers")
    void behindAProxy() throws Exception {
        try (var application = withLogin("reeve.http.path=/reeve", "server.forward-headers-strategy=framework")) {
            HttpResponse<String> unknown = send(
                    request(application, "/reeve/v1/executions/none", "ann").header("X-Forwarded-Prefix", "/outside"));
            assertThat(json(unknown).path("type").asString("")).isEqualTo("/outside/reeve/v1/errors/INVALID_INPUT");
        }
        try (var application = withLogin("reeve.http.path=/reeve")) {
            HttpResponse<String> unknown = send(
                    request(application, "/reeve/v1/executions/none", "ann").header("X-Forwarded-Prefix", "/outside"));
            assertThat(json(unknown).path("type").asString("")).isEqualTo("/reeve/v1/errors/INVALID_INPUT");
        }
    }

    @Test
    @DisplayName("are in the problems of controllers, too, if the API and so the pages of errors are there")
    void controllers() throws Exception {
        try (var application = withLogin("reeve.http.path=/reeve", "server.servlet.context-path=/shop")) {
            for (String code : new String[] {"CONFLICT", "STORE_UNAVAILABLE"}) {
                JsonNode problem = json(get(application, "/shop/fail/" + code, ""));
                String type = problem.path("type").asString("");
                assertThat(type).isEqualTo("/shop/reeve/v1/errors/" + code);
                assertThat(get(application, type, "").body()).contains(code);
                assertThat(problem.path("title").asString(""))
                        .isEqualTo(code.equals("CONFLICT") ? "Conflict" : "Database does not answer");
            }
        }
        try (var application = withoutLogin()) {
            assertThat(json(get(application, "/fail/CONFLICT", "")).path("type").asString("about:blank"))
                    .as("no page")
                    .isEqualTo("about:blank");
        }
    }
}
