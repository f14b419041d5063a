package dev.reeve.internal.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Json;
import dev.reeve.internal.access.Access;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.drawing.DrawingOptions;
import dev.reeve.internal.http.Answer;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@DisplayName("The drawings of definitions")
final class DrawingApiTest {

    private static final String DRAWING = "GET /v1/definitions/{workflow}/{version}/drawing";
    private static final String PICTURE = "GET /v1/definitions/{workflow}/{version}/drawing.svg";
    private static final String BUY = """
            workflow: buy
            steps:
              reserve: { action: stock.reserve, compensate: stock.release }
              charge: { action: card.charge, after: [reserve] }
            """;

    @TempDir
    private @Nullable Path directory;

    private ApiClient open(Principal caller) {
        return new ApiClient(new SqliteApiStore(), Objects.requireNonNull(directory), caller, Access.byRoles());
    }

    @Test
    @DisplayName("are JSON and SVG, the same for the same version, and 304 for a client that has them")
    void areDrawn() {
        try (ApiClient api = open(Principal.everywhere("ada", Role.ADMIN))) {
            api.deploy(BUY);

            Answer.Value drawn = api.call(DRAWING, "/v1/definitions/buy/1/drawing", Map.of(), "");
            JsonNode drawing = ApiClient.json(200, drawn);
            assertThat(drawing.get("nodes").findValuesAsString("id")).containsExactly("!start", "reserve", "charge");
            assertThat(drawing.get("edges").size()).isEqualTo(2);
            assertThat(api.call(DRAWING, "/v1/definitions/buy/0/drawing", Map.of(), "")
                            .headers()
                            .get("ETag"))
                    .isEqualTo(drawn.headers().get("ETag"));

            Answer.Value picture = api.call(PICTURE, "/v1/definitions/buy/1/drawing.svg", Map.of(), "");
            assertThat(picture.contentType()).isEqualTo("image/svg+xml");
            assertThat(picture.body()).startsWith("<svg ").contains("data-node=\"charge\"");
            assertThat(picture.headers().get("Content-Security-Policy"))
                    .startsWith("default-src 'none'; style-src 'sha256-")
                    .doesNotContain("unsafe");
            String tag = Objects.requireNonNull(picture.headers().get("ETag"));
            assertThat(tag).isNotEqualTo(drawn.headers().get("ETag"));
            assertThat(api.call(PICTURE, "/v1/definitions/buy/1/drawing.svg", Map.of("if-none-match", tag), "")
                            .status())
                    .isEqualTo(304);
            Answer.Value full =
                    api.call(DRAWING, "/v1/definitions/buy/1/drawing?compensations=true&folded=false", Map.of(), "");
            assertThat(ApiClient.json(200, full).get("nodes").findValuesAsString("id"))
                    .contains("reserve!undo");
            assertThat(full.headers().get("ETag")).isNotEqualTo(drawn.headers().get("ETag"));
        }
    }

    @Test
    @DisplayName(
            "are refused as their definitions are: unknown versions, wrong options, callers without the permission")
    void areRefused() {
        try (ApiClient api = open(Principal.everywhere("ada", Role.ADMIN))) {
            api.deploy(BUY);
            api.json(404, DRAWING, "/v1/definitions/buy/2/drawing", "");
            api.json(404, PICTURE, "/v1/definitions/none/0/drawing.svg", "");
            api.json(400, DRAWING, "/v1/definitions/buy/1/drawing?folded=yes", "");
        }
        try (ApiClient api = open(Principal.everywhere("robot", Role.AGENT))) {
            api.json(403, "GET /v1/definitions/{workflow}/{version}", "/v1/definitions/buy/1", "");
            api.json(403, DRAWING, "/v1/definitions/buy/1/drawing", "");
            api.json(403, PICTURE, "/v1/definitions/buy/1/drawing.svg", "");
        }
    }

    @Test
    @DisplayName("are kept up to a number of characters, the last used ones")
    void areKept() {
        Json definition = new Json("{\"workflow\":\"w\",\"version\":1,\"steps\":{\"a\":{\"action\":\"x.y\"}}}");
        DrawingOptions options = DrawingOptions.defaults();
        int length = new DrawingTexts().text("x", definition, options, false).length();
        DrawingTexts texts = new DrawingTexts(2 * length);

        String first = texts.text("one", definition, options, false);
        texts.text("two", definition, options, false);
        assertThat(texts.text("one", definition, options, false)).isSameAs(first);
        texts.text("three", definition, options, false);

        assertThat(texts.characters()).isEqualTo(2L * length);
        assertThat(texts.text("one", definition, options, false)).isSameAs(first);
        assertThat(new DrawingTexts(length - 1).text("one", definition, options, false))
                .isEqualTo(first);
    }
}
