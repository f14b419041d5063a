package dev.reeve.example.orders.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The demo with the console")
@Timeout(180)
final class ConsoleDemoTest {

    private static final Pattern STAYS = Pattern.compile("The console stays at (\\S+): press Enter");

    @TempDir
    private Path directory;

    private final DemoRun demo = new DemoRun();
    private final HttpClient client = HttpClient.newHttpClient();

    private String err() {
        return demo.err();
    }

    private String body(URI address) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(30)).build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    @Test
    @DisplayName("The console shows the orders, and stays after their end until the user ends it")
    void stays() throws Exception {
        try (PipedOutputStream keyboard = new PipedOutputStream();
                PipedInputStream in = new PipedInputStream(keyboard)) {
            String file = DemoRun.orders(directory, 10).toString();
            CompletableFuture<Integer> code = CompletableFuture.supplyAsync(
                    () -> demo.run(in, "--console", "0", "--rate", "0", "--orders", file));
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> STAYS.matcher(err()).find() || code.isDone());
            Matcher stays = STAYS.matcher(err());
            assertThat(stays.find()).as(err()).isTrue();
            URI console = URI.create(stays.group(1));

            assertThat(err()).contains("the console is at http://127.0.0.1:", "Services the pause and the outage");
            assertThat(body(console)).contains("<script");
            assertThat(body(console.resolve("/v1/executions?limit=1"))).contains("order_fulfilment");
            assertThat(code).isNotDone();

            keyboard.write('\n');
            keyboard.flush();
            assertThat(code.get(60, TimeUnit.SECONDS)).isZero();
        }
    }
}
