package dev.reeve.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.Reeve;
import dev.reeve.agent.Agent;
import dev.reeve.workflow.Workflow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("docs/guide/http-action.md")
@Timeout(120)
final class GuideTest {

    private static final Path GUIDE = Path.of("../docs/guide/http-action.md");

    private static final Pattern IN_SOURCE = Pattern.compile("\"(HTTP_[A-Z_]+[A-Z])\"");
    private static final Pattern ON_PAGE = Pattern.compile("`(HTTP_[A-Z_]+[A-Z])`");

    /** Where secrets are kept. */
    interface Vault {
        String read(String name);
    }

    @TempDir
    private Path directory;

    static Agent start(Reeve reeve, Vault vault) {
        // example: http
        HttpActionOptions options = HttpActionOptions.allowing("https://api.example.org")
                .withPrivateDestinations("http://stock.internal:8080")
                .withSecret("bank", () -> vault.read("bank"), "https://api.example.org");
        HttpAction http = HttpAction.of(options);
        Agent agent =
                reeve.agent("http").action(HttpAction.NAME, Json.class, http).start();
        // end
        return agent;
    }

    private static List<String> definitions(String origin) throws IOException {
        return Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(GUIDE))
                .results()
                .map(block -> block.group(1).replace("https://api.example.org", origin))
                .toList();
    }

    @Test
    @DisplayName("has each code of the action, and no other")
    void codes() throws IOException {
        String sources;
        try (Stream<Path> files = Files.list(Path.of("src/main/java/dev/reeve/agent/http"))) {
            StringBuilder all = new StringBuilder();
            for (Path file : files.toList()) {
                all.append(Files.readString(file));
            }
            sources = all.toString();
        }
        assertThat(codes(ON_PAGE, Files.readString(GUIDE)))
                .isEqualTo(codes(IN_SOURCE, sources))
                .hasSizeGreaterThan(7);
    }

    private static Set<String> codes(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    @DisplayName("has definitions that are valid, and whose probe finds out what was done")
    void definitionsWork() throws Exception {
        AtomicInteger puts = new AtomicInteger();
        try (LoopbackService service = LoopbackService.start((request, out) -> {
                    boolean lost = request.method().equals("PUT") && puts.incrementAndGet() == 1;
                    LoopbackService.write(
                            out,
                            (lost ? "500 Lost" : "200 OK") + "\r\nContent-Type: application/json",
                            "{\"payment\": \"p-1\"}");
                });
                Reeve reeve = Reeve.open(directory.resolve("shop.db"));
                HttpAction http = HttpAction.of(HttpActionOptions.allowing(service.origin())
                        .withSecret("bank", () -> "0123456789", service.origin()));
                Agent agent = reeve.agent("http")
                        .action(HttpAction.NAME, Json.class, http)
                        .start()) {
            assertThat(agent.name()).isEqualTo("http");
            definitions(service.origin()).forEach(text -> reeve.deploy(Workflow.parse(text)));

            Execution paid = reeve.start("pay", Map.of("order", "o-1", "amount", 10));
            assertThat(paid.await(String.class, Duration.ofSeconds(30))).isEqualTo("p-1");
            Execution once = reeve.start("pay_once", Map.of("order", "o/2"));
            assertThat(once.awaitEnd(Duration.ofSeconds(30)).status()).isEqualTo(ExecutionStatus.COMPLETED);

            assertThat(puts).as("the probe says that it was done").hasValue(1);
            assertThat(service.requests().stream().map(request -> request.method() + " " + request.target()))
                    .containsExactly("POST /v1/payments?order=o-1", "PUT /v1/payments/o%2F2", "GET /v1/payments/o%2F2");
            assertThat(service.requests().get(1).header("idempotency-key"))
                    .isEqualTo(service.requests().get(2).header("idempotency-key"));
        }
    }

    @Test
    @Tag("proof")
    @DisplayName("shows Java that is compiled, and does what it says")
    void java() throws IOException {
        String shown = block("<!-- http -->\n```java\n(.*?)```", Files.readString(GUIDE));
        String compiled = block(
                "// example: http\n(.*?)// end",
                Files.readString(Path.of("src/test/java/dev/reeve/agent/http/GuideTest.java")));
        assertThat(shown).isEqualTo(compiled);
        try (Reeve reeve = Reeve.open(directory.resolve("java.db"));
                Agent agent = start(reeve, name -> "the value of " + name)) {
            assertThat(agent.name()).isEqualTo("http");
        }
    }

    private static String block(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern, Pattern.DOTALL).matcher(text);
        assertThat(matcher.find()).isTrue();
        return matcher.group(1).replaceAll("\\s+", "");
    }
}
