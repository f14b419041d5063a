package dev.reeve.spring;

import static dev.reeve.spring.WebTest.get;
import static dev.reeve.spring.WebTest.json;
import static dev.reeve.spring.WebTest.post;
import static dev.reeve.spring.WebTest.send;
import static dev.reeve.spring.WebTest.withLogin;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.Reeve;
import dev.reeve.internal.http.local.DoorFile;
import dev.reeve.workflow.Workflow;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("The record of who did what through the HTTP API of an application, and through its local door (D22)")
@ExtendWith(OutputCaptureExtension.class)
final class RecordTest {

    private static final String WAITS = """
            workflow: loan
            version: 1
            steps:
              decision: { await: approved }
            """;

    @TempDir
    private Path directory;

    private ConfigurableApplicationContext application() {
        return withLogin("reeve.http.path=/reeve", "reeve.record.directory=" + directory);
    }

    private List<JsonNode> lines() throws IOException {
        return Files.readAllLines(directory.resolve("record.jsonl")).stream()
                .map(JsonMapper.shared()::readTree)
                .toList();
    }

    private static String waiting(Reeve reeve) {
        reeve.deploy(Workflow.parse(WAITS));
        return reeve.start("loan", Map.of()).id().toString();
    }

    @Test
    @DisplayName("Acts and refused tries are in a file with who, when, from where and why, and in the log")
    void isKept(CapturedOutput output) throws Exception {
        String id;
        try (var application = application()) {
            id = waiting(application.getBean(Reeve.class));
            String cancel = "/reeve/v1/executions/" + id + "/cancel";
            assertThat(post(application, cancel, "joe", "{\"reason\":\"I may not\"}")
                            .statusCode())
                    .isEqualTo(403);
            assertThat(post(application, cancel, "", "{\"reason\":\"I am nobody\"}")
                            .statusCode())
                    .isEqualTo(401);
            assertThat(post(application, cancel, "ann", "{\"reason\":\"not needed\"}")
                            .statusCode())
                    .isBetween(200, 299);
            assertThat(get(application, "/reeve/v1/executions/" + id, "ann").statusCode())
                    .isEqualTo(200);
        }
        assertThat(output.getOut()).contains("who='ann'", "reason='not needed'");
        assertThat(lines()).as("reads are not recorded").hasSize(3).allSatisfy(line -> {
            assertThat(line.path("at").asString("")).startsWith("20");
            assertThat(line.path("origin").asString("")).isEqualTo("127.0.0.1");
            assertThat(line.path("operation").asString("")).isEqualTo("CANCEL");
            assertThat(line.path("execution").asString("")).isEqualTo(id);
        });
        assertThat(lines().stream().map(line -> line.path("who").asString("")))
                .containsExactly("joe", "(unknown)", "ann");
        assertThat(lines().stream().map(line -> line.path("outcome").asString("")))
                .containsExactly("DENIED", "UNAUTHENTICATED", "DONE");
        assertThat(lines().getLast().path("reason").asString("")).isEqualTo("not needed");

        try (var application = application()) {
            assertThat(post(application, "/reeve/v1/executions", "joe", "{}").statusCode())
                    .isEqualTo(403);
        }
        assertThat(lines()).as("goes on after a restart").hasSize(4);
    }

    @Test
    @DisplayName("An administrator searches it, the newest calls first; without a directory there is nothing to search")
    void isSearched() throws Exception {
        try (var application = application()) {
            String id = waiting(application.getBean(Reeve.class));
            assertThat(post(application, "/reeve/v1/executions/" + id + "/cancel", "ann", "{\"reason\":\"why\"}")
                            .statusCode())
                    .isBetween(200, 299);
            assertThat(get(application, "/reeve/v1/record", "ann").statusCode()).isEqualTo(403);

            var found = get(application, "/reeve/v1/record?about=" + id, "max");
            assertThat(found.statusCode()).as(found.body()).isEqualTo(200);
            assertThat(found.body()).contains("\"who\":\"ann\"", "\"reason\":\"why\"");
        }
        try (var application = withLogin("reeve.http.path=/reeve")) {
            var found = get(application, "/reeve/v1/record", "max");
            assertThat(found.statusCode()).isEqualTo(404);
            assertThat(json(found).path("code").asString("")).isEqualTo("NOT_FOUND");
        }
    }

    @Test
    @DisplayName("Commands that come through the local door of a file are in it, too")
    void hasTheDoor() throws Exception {
        Path file = directory.resolve("app.db");
        try (var application = withLogin("reeve.sqlite.file=" + file, "reeve.record.directory=" + directory)) {
            String id = waiting(application.getBean(Reeve.class));
            DoorFile door = DoorFile.read(directory.resolve("app.db.door")).orElseThrow();
            HttpRequest.Builder cancel = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:%d/v1/executions/%s/cancel".formatted(door.port(), id)))
                    .header("Authorization", "Bearer " + door.key().credential("alice"))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString("{\"reason\":\"a mistake\"}"));
            assertThat(send(cancel).statusCode()).isBetween(200, 299);
        }
        assertThat(lines()).singleElement().satisfies(line -> {
            assertThat(line.path("who").asString("")).startsWith("alice (");
            assertThat(line.path("reason").asString("")).isEqualTo("a mistake");
        });
    }

    @Test
    @DisplayName("An application whose record cannot be written does not start")
    void cannotBeWritten() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> withLogin("reeve.http.path=/reeve", "reeve.record.directory=" + file)
                        .close())
                .hasStackTraceContaining("Set reeve.record.directory");
        assertThatThrownBy(() -> withLogin(
                                "reeve.http.path=/reeve", "reeve.record.directory=" + directory, "reeve.record.files=1")
                        .close())
                .hasStackTraceContaining("Write a number from 2 to 10,000");
    }
}
