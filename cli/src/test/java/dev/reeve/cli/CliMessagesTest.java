package dev.reeve.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.NodeOptions;
import dev.reeve.NotificationOptions;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.internal.engine.client.KeptMessages;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.Receipt;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** S10: messages that could not be delivered, on a real file. */
final class CliMessagesTest {

    @TempDir
    private Path directory;

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Terminal terminal = new Terminal();
    private volatile Receipt answer = new Receipt.Refused("it wants no more");
    private final KeptMessages shop = new KeptMessages(message -> answer);

    private Reeve engine() {
        return Reeve.open(
                directory.resolve("shop.db"),
                NodeOptions.defaults()
                        .withNotification(NotificationOptions.defaults().withChannel(shop)));
    }

    private int reeve(String... args) {
        return terminal.run(directory.resolve("shop.db"), args);
    }

    private void start(Reeve reeve, String key) {
        reeve.start("order", Map.of(), Start.key(key).replyTo(URI.create("test://shop/orders")));
    }

    @Test
    @DisplayName("undeliverable messages are listed with their errors, and sent again for one execution or all")
    void listedAndSentAgain() {
        String first;
        try (Reeve reeve = engine()) {
            reeve.deploy(DefinitionReader.parse("""
                    workflow: order
                    version: 1
                    steps:
                      nap: { wait: 30d }
                    """));
            start(reeve, "one");
            start(reeve, "two");
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> reeve.messages().undeliverable(10).size() == 2);
            first = reeve.find("one").orElseThrow().id().toString();
            assertThat(reeve("message", "redeliver", "one")).isEqualTo(1);
            assertThat(terminal.err()).contains("shop.db");
        }

        assertThat(reeve("message", "list")).isZero();
        assertThat(terminal.lines()).hasSize(2);
        assertThat(terminal.out()).contains(first, "received", "test://shop/orders", "it wants no more");
        assertThat(terminal.err()).contains("2 given up");
        assertThat(reeve("message", "list", "--json", "--limit", "1")).isZero();
        assertThat(terminal.lines()).hasSize(1);

        assertThat(reeve("message", "redeliver", "one")).isZero();
        assertThat(terminal.out()).contains("messages are sent again");
        assertThat(reeve("message", "redeliver", "one")).isEqualTo(1);
        assertThat(terminal.err()).contains("no message about execution " + first);
        answer = Receipt.DELIVERED;
        try (Reeve reeve = engine()) {
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> shop.all().stream().anyMatch(message -> first.equals(message.subject())));
            assertThat(reeve.messages().undeliverable(10)).hasSize(1);
        }
        assertThat(reeve("message", "redeliver", "--all")).isZero();
        assertThat(reeve("message", "list")).isZero();
        assertThat(terminal.err()).contains("nothing was given up");
    }
}
