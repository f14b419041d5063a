package dev.reeve.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.internal.access.Access;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.http.Admission;
import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.Authentication;
import dev.reeve.internal.http.Endpoint;
import dev.reeve.internal.http.HttpHandler;
import dev.reeve.internal.http.HttpRequest;
import dev.reeve.internal.http.RequestBody;
import dev.reeve.internal.http.Router;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The files of the console")
final class ConsoleTest {

    private static final int FIRST_PAGE_MAX = 100_000;

    private final HttpHandler handler = handler();
    private final ConsoleFiles files = ConsoleFiles.ofThisJar();

    private static HttpHandler handler() {
        List<Endpoint> endpoints = new ArrayList<>(Console.endpoints());
        endpoints.add(Console.root());
        Authentication none = Authentication.none(Principal.everywhere("nobody", Role.VIEWER));
        return new HttpHandler(new Router(endpoints), Admission.of(none, Access.byRoles()));
    }

    private Answer.Ready get(String path, Map<String, String> headers) {
        Map<String, List<String>> all = new TreeMap<>(Map.of("host", List.of("127.0.0.1:8080")));
        headers.forEach((name, value) -> all.put(name, List.of(value)));
        return handler.answer(new HttpRequest("GET", path, "", all, "127.0.0.1", RequestBody.NONE))
                .join();
    }

    private static String text(Answer.Ready answer) throws IOException {
        Answer.Streamed streamed = (Answer.Streamed) answer;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        streamed.body().writeTo(out);
        byte[] bytes = streamed.headers().containsKey("Content-Encoding")
                ? new GZIPInputStream(new ByteArrayInputStream(out.toByteArray())).readAllBytes()
                : out.toByteArray();
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Test
    @DisplayName("The page names its files, which are there, typed, and kept by browsers")
    void servesThePage() throws IOException {
        Answer.Streamed page = (Answer.Streamed) get("/console", Map.of());
        assertThat(page.contentType()).isEqualTo("text/html; charset=utf-8");
        assertThat(page.headers()).containsEntry("Cache-Control", "no-cache");
        assertThat(page.headers().get("Content-Security-Policy"))
                .contains("default-src 'none'", "script-src 'self';", "style-src 'self';")
                .doesNotContain("unsafe", "data:", "*");
        List<String> names = named(text(page));
        assertThat(names).hasSizeGreaterThan(3);
        for (String name : names) {
            Answer.Streamed file = (Answer.Streamed) get("/" + name, Map.of("accept-encoding", "gzip, br"));
            assertThat(file.headers())
                    .containsEntry("Content-Encoding", "gzip")
                    .containsEntry("Cache-Control", "public, max-age=31536000, immutable");
            assertThat(text(file)).isEqualTo(text(get("/" + name, Map.of())));
        }
    }

    private static String address(String name) {
        return switch (name) {
            case "index.html" -> "/console";
            case "link.html" -> "/console/link";
            default -> "/console/" + name;
        };
    }

    @Test
    @DisplayName("The page behind a link has the same policy, names its files from where it is, and takes less")
    void servesThePageOfLinks() throws IOException {
        Answer.Streamed page = (Answer.Streamed) get("/console/link", Map.of());
        assertThat(page.headers())
                .containsEntry("Cache-Control", "no-cache")
                .containsEntry(
                        "Content-Security-Policy",
                        ((Answer.Streamed) get("/console", Map.of())).headers().get("Content-Security-Policy"));
        List<String> names = named(text(page));
        assertThat(names).hasSizeGreaterThan(2).noneMatch(name -> name.contains("/"));
        int size = 0;
        for (String name : names) {
            size += files.find(name).orElseThrow().zippedSize();
        }
        System.out.println("the page behind a link: " + size + " bytes");
        assertThat(size).isLessThan(FIRST_PAGE_MAX / 2);
    }

    private static List<String> named(String page) {
        List<String> names = new ArrayList<>();
        Matcher found = Pattern.compile("(?:href|src)=\"([^\"]+)\"").matcher(page);
        while (found.find()) {
            names.add(found.group(1));
        }
        return names;
    }

    @Test
    @DisplayName("The first page takes at most 100 kB, compressed; each further screen less than 20")
    void isSmall() throws IOException {
        List<String> first = named(text(get("/console", Map.of())));
        int size = 0;
        for (String name : first) {
            size += files.find(name.substring("console/".length()))
                    .orElseThrow()
                    .zippedSize();
        }
        System.out.println("the first page of the console: " + size + " bytes");
        assertThat(size).isLessThan(FIRST_PAGE_MAX);
        for (String name : files.names()) {
            assertThat(files.find(name).orElseThrow().zippedSize()).as(name).isLessThan(20_000);
        }
    }

    @Test
    @DisplayName("A browser that has a file gets 304; files outside of the list are not found")
    void knowsItsFiles() {
        Answer.Streamed page = (Answer.Streamed) get("/console", Map.of());
        Answer.Value same = (Answer.Value)
                get("/console", Map.of("if-none-match", page.headers().get("ETag")));
        assertThat(same.status()).isEqualTo(304);
        for (String name : List.of(
                "x.js",
                "index.html",
                "link.html",
                "files.txt",
                "%2e%2e%2fConsole.class",
                "..%2f..%2fopenapi.yaml",
                "main")) {
            assertThat(((Answer.Value) get("/console/" + name, Map.of())).status())
                    .as(name)
                    .isEqualTo(404);
        }
        Answer.Value root = (Answer.Value) get("/", Map.of());
        assertThat(root.status()).isEqualTo(302);
        assertThat(root.headers()).containsEntry("Location", "/console");
        Answer.Value slash = (Answer.Value) get("/console/", Map.of());
        assertThat(slash.status()).isEqualTo(302);
        assertThat(slash.headers()).containsEntry("Location", "../console");
    }

    @Test
    @DisplayName("No file names another host, and none makes markup or code of text")
    void isClosed() throws IOException {
        for (String name : files.names()) {
            String text = text(get(address(name), Map.of()));
            assertThat(text.replaceAll("https?://www\\.w3\\.org/", ""))
                    .as(name)
                    .doesNotContain("http://", "https://", "eval(", "new Function", "<script>");
        }
    }
}
