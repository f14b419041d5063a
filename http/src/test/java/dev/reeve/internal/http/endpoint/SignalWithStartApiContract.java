package dev.reeve.internal.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.reeve.ExecutionId;
import dev.reeve.internal.access.AccessRecord;
import dev.reeve.internal.access.Operation;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.access.Subject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signals with starts, over HTTP, on every store. */
public abstract class SignalWithStartApiContract {

    private final ApiStore store;

    private ApiClient api;

    protected SignalWithStartApiContract(ApiStore store) {
        this.store = store;
    }

    @BeforeEach
    void open(@TempDir Path directory) {
        api = new ApiClient(store, directory, Principal.everywhere("ada", Role.ADMIN));
    }

    @AfterEach
    void close() {
        api.close();
    }

    @Test
    @DisplayName("sends a signal to the execution of a key, and starts one if there is none")
    void signalsWithStarts() {
        api.deploy(
                "workflow: two\nsteps:\n  go: { await: { signal: go } }\n  end: { await: { signal: end }, after: [go] }\n");
        String operation = "POST /v1/executions/signal";
        String path = "/v1/executions/signal";
        String go =
                "{\"workflow\": \"two\", \"key\": \"k\", \"signal\": {\"name\": \"go\", \"data\": {\"by\": 1.50}, \"id\": \"s1\"}}";

        String id = api.json(201, operation, path, go).get("id").asString();
        assertThat(api.record)
                .extracting(AccessRecord.Entry::operation, AccessRecord.Entry::subject)
                .contains(
                        tuple(Operation.START_EXECUTION, new Subject("two k go", ExecutionId.parse(id), "two", "k")),
                        tuple(Operation.SIGNAL, new Subject(id + " go", ExecutionId.parse(id), "two", null)));
        assertThat(api.json(201, operation, path, go).get("id").asString()).isEqualTo(id);
        assertThat(api.call(
                                operation,
                                path,
                                Map.of("content-type", "application/json", "idempotency-key", "k"),
                                "{\"workflow\": \"two\", \"signal\": {\"name\": \"end\", \"id\": \"s2\"}}")
                        .headers())
                .containsEntry("Location", "/v1/executions/" + id);
        assertThat(api.result(id).get("output").toString()).contains("{\"by\":1.5}");

        assertThat(api.json(201, operation, path, go).get("id").asString()).isEqualTo(id);
        assertThat(api.json(409, operation, path, go.replace("s1", "s3"))
                        .get("code")
                        .asString())
                .isEqualTo("REFUSED");
        String anew = go.replace("s1", "s3").replace("\"key\"", "\"keyPolicy\": \"RETURN_OPEN\", \"key\"");
        assertThat(api.json(201, operation, path, anew).get("id").asString()).isNotEqualTo(id);
        for (String wrong : List.of(
                go.replace("\"name\"", "\"nam\""),
                go.replace("\"id\"", "\"ids\""),
                go.replace("\"key\"", "\"kee\""),
                go.replace("\"key\": \"k\", ", ""),
                go.replace("\"key\"", "\"keyPolicy\": \"REFUSE\", \"key\""),
                "{\"workflow\": \"two\", \"key\": \"k\"}",
                "{\"workflow\": \"two\", \"key\": \"k\", \"signal\": []}")) {
            assertThat(api.json(400, operation, path, wrong).get("code").asString())
                    .as(wrong)
                    .isEqualTo("INVALID_INPUT");
        }
    }

    @Test
    @DisplayName("keeps the trace of the header, ignores a malformed header, and refuses a malformed member")
    void traces() {
        String span = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        String other = span.replace("4b", "5b");
        api.deploy("workflow: one\nsteps:\n  go: { await: { signal: go } }\n");
        String plain = "{\"workflow\": \"one\"}";

        assertThat(started(plain, span)).contains("\"traceparent\":\"" + span + "\"");
        assertThat(started("{\"workflow\": \"one\", \"traceparent\": \"" + other + "\"}", span))
                .contains("\"traceparent\":\"" + other + "\"");
        assertThat(started("{\"workflow\": \"one\", \"traceparent\": \"" + other + "\"}", "x"))
                .contains("\"traceparent\":\"" + other + "\"");
        for (String wrong : List.of("", "00-1-1-01", span + "-01", "x".repeat(3_000))) {
            assertThat(started(plain, wrong)).doesNotContain("traceparent");
        }
        String body = "{\"workflow\": \"one\", \"traceparent\": \"" + span.replace('4', 'G') + "\"}";
        assertThat(api.json(400, "POST /v1/executions", "/v1/executions", body)
                        .get("detail")
                        .asString())
                .startsWith("traceparent: expected 55 characters such as 00-");
    }

    /** The first event of an execution that is started with a header. */
    private String started(String body, String header) {
        String location = String.valueOf(api.call(
                        "POST /v1/executions",
                        "/v1/executions",
                        Map.of("content-type", "application/json", "traceparent", header),
                        body)
                .headers()
                .get("Location"));
        return api.get("GET /v1/executions/{id}/history", location + "/history")
                .get("entries")
                .get(0)
                .get("event")
                .toString();
    }
}
