package dev.reeve.example.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.Reeve;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

@DisplayName("The shop on Spring Boot, on a port of the loopback interface and a real PostgreSQL")
final class ShopTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @SuppressWarnings("NullAway.Init")
    private static EmbeddedPostgres postgres;

    @SuppressWarnings("NullAway.Init")
    private static ConfigurableApplicationContext shop;

    @BeforeAll
    static void start() throws IOException {
        postgres = EmbeddedPostgres.builder().setPGStartupWait(PATIENCE).start();
        shop = open();
    }

    private static ConfigurableApplicationContext open() {
        return new SpringApplicationBuilder(Shop.class)
                .run(
                        "--server.port=0",
                        "--server.address=127.0.0.1",
                        "--spring.main.banner-mode=off",
                        "--logging.level.root=warn",
                        "--spring.datasource.url=" + postgres.getJdbcUrl("postgres", "postgres"),
                        "--spring.datasource.username=postgres");
    }

    @AfterAll
    static void stop() throws IOException {
        shop.close();
        postgres.close();
    }

    private static HttpResponse<String> send(String path, String body) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:%s%s"
                        .formatted(shop.getEnvironment().getRequiredProperty("local.server.port"), path)))
                .timeout(PATIENCE);
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(body));
        }
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request.build(), BodyHandlers.ofString());
        }
    }

    private static HttpResponse<String> order(String id, int quantity, int cents)
            throws IOException, InterruptedException {
        return send("/orders", """
                {"id": "%s", "sku": "tea", "quantity": %d, "cents": %d}""".formatted(id, quantity, cents));
    }

    private static ExecutionStatus end(String order) {
        return shop.getBean(Reeve.class)
                .find(order)
                .orElseThrow()
                .awaitEnd(PATIENCE)
                .status();
    }

    private static int count(String query) {
        Integer found = shop.getBean(JdbcTemplate.class).queryForObject(query, Integer.class);
        return found == null ? 0 : found;
    }

    @Test
    @DisplayName("Orders are done wholly, undone wholly, or never existed; a restart forgets nothing")
    void orders() throws Exception {
        assertThat(order("o-1", 2, 500).statusCode()).isEqualTo(202);
        assertThat(end("o-1")).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(send("/orders/o-1", "").body()).contains("COMPLETED");
        assertThat(count("select free from stock")).isEqualTo(8);

        assertThat(order("o-2", 3, 200_000).statusCode()).as("a declined card").isEqualTo(202);
        assertThat(end("o-2")).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(count("select free from stock")).isEqualTo(8);

        assertThat(order("o-3", 0, 500).statusCode()).as("rolled back").isEqualTo(400);
        assertThat(send("/orders/o-3", "").statusCode()).isEqualTo(404);
        assertThat(order("o-1", 1, 500).statusCode()).as("a repeated request").isEqualTo(409);
        assertThat(count("select count(*) from orders")).isEqualTo(2);
        assertThat(shop.getBean(Bank.class).takings()).isEqualTo(500);

        assertThat(send("/actuator/health/readiness", "").body()).contains("\"reeve\":{\"status\":\"UP\"}");

        shop.close();
        shop = open();
        assertThat(send("/orders/o-2", "").body()).contains("COMPENSATED");
        assertThat(order("o-4", 1, 700).statusCode()).isEqualTo(202);
        assertThat(end("o-4")).isEqualTo(ExecutionStatus.COMPLETED);
    }
}
