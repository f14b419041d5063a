package dev.reeve.internal.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import dev.reeve.internal.http.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The file openapi.yaml, which each answer of a test has to obey. */
final class Description {

    private static final String NAME = "urn:api";

    private final JsonNode document;
    private final SchemaRegistry schemas;

    Description() {
        try (InputStream in = Description.class.getResourceAsStream("/dev/reeve/internal/http/openapi.yaml")) {
            document = new YAMLMapper().readTree(in);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        String text = document.toString();
        schemas = SchemaRegistry.withDialect(Dialects.getOpenApi31(), builder -> builder.schemas(Map.of(NAME, text)));
    }

    /** All operations, such as {@code GET /v1/executions}. */
    Set<String> operations() {
        Set<String> all = new TreeSet<>();
        document.get("paths")
                .propertyStream()
                .forEach(path -> path.getValue().propertyNames().forEach(method -> {
                    if (!method.equals("parameters")) {
                        all.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey());
                    }
                }));
        return all;
    }

    /** The ids of the operations, each of which has to be there once. */
    Map<String, String> ids() {
        Map<String, String> ids = new TreeMap<>();
        for (String operation : operations()) {
            String id = operation(operation).get("operationId").asString();
            assertThat(ids.put(id, operation)).as(id).isNull();
        }
        return ids;
    }

    private JsonNode operation(String operation) {
        String[] words = operation.split(" ", 2);
        return document.get("paths").get(words[1]).get(words[0].toLowerCase(Locale.ROOT));
    }

    boolean isOpen(String operation) {
        JsonNode security = operation(operation).get("security");
        return security != null && security.isEmpty();
    }

    /**
     * Checks an answer.
     *
     * @param operation such as {@code GET /v1/executions/{id}}
     */
    void check(String operation, Answer.Value answer) {
        JsonNode responses = operation(operation).get("responses");
        JsonNode response = responses.get(String.valueOf(answer.status()));
        if (response == null) {
            assertThat(answer.status())
                    .as("%s is not described: %s", operation, answer.body())
                    .isGreaterThanOrEqualTo(400);
            assertThat(answer.contentType()).isEqualTo("application/problem+json");
            check(operation, answer, "#/components/schemas/ProblemDetail");
            return;
        }
        JsonNode headers = response.get("headers");
        if (headers != null) {
            headers.propertyNames()
                    .forEach(name -> assertThat(answer.headers()).as(operation).containsKey(name));
        }
        JsonNode content = response.get("content");
        if (content == null) {
            assertThat(answer.body()).as(operation).isEmpty();
            return;
        }
        String type = answer.contentType().replaceFirst(";.*", "");
        assertThat(content.propertyNames()).as(operation).contains(type);
        @Nullable JsonNode reference = content.get(type).get("schema").get("$ref");
        if (reference != null) {
            check(operation, answer, reference.asString());
        }
    }

    private void check(String operation, Answer.Value answer, String schema) {
        assertThat(problems(schema, answer.body()))
                .as("%s answered %s", operation, answer.body())
                .isEmpty();
    }

    private List<?> problems(String schema, String json) {
        return schemas.getSchema(SchemaLocation.of(NAME + schema)).validate(json, InputFormat.JSON);
    }

    /** Checks the body of a request that the API has accepted; empty for none. */
    void checkAccepted(String operation, String body) {
        JsonNode request = operation(operation).path("requestBody");
        if (body.isEmpty()) {
            assertThat(request.path("required").asBoolean(false))
                    .as("%s needs no body", operation)
                    .isFalse();
            return;
        }
        assertThat(request.has("content")).as("%s has a body", operation).isTrue();
        String schema = request.at("/content/application~1json/schema/$ref").asString("");
        if (!schema.isEmpty()) {
            assertThat(problems(schema, body))
                    .as("%s accepted %s", operation, body)
                    .isEmpty();
        }
    }

    /** The schemas of all documents, by name. */
    JsonNode documents() {
        return document.get("components").get("schemas");
    }
}
