package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Execution;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Callbacks of futures belong to callers, and may block without delaying the engine. */
final class CallbackTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Test
    @DisplayName("A blocking callback of a future does not delay a lane")
    void dependentsThatBlockHoldUpNothing() throws Exception {
        NodeOptions oneLane = NodeOptions.defaults().withLanes(1).withDrain(Duration.ofMillis(500));
        CountDownLatch goOn = new CountDownLatch(1);
        try (Reeve reeve = EmbeddedReeve.on(new MemoryStore(Instant::now), oneLane)) {
            reeve.deploy(DefinitionReader.parse("""
                    workflow: one
                    version: 1
                    steps:
                      only: { await: { signal: go } }
                    """));
            Execution execution = reeve.start("one", Map.of());
            CompletableFuture<String> ended =
                    execution.result().thenApply(result -> blocked(goOn)).toCompletableFuture();
            execution.actingAs("test").signal("go", "on");

            // The only lane still works.
            Execution other = reeve.start("one", Map.of());
            other.actingAs("test").signal("go", "on");
            other.awaitEnd(PATIENCE);
            assertThat(ended).isNotDone();
            goOn.countDown();
            assertThat(ended.get(20, TimeUnit.SECONDS)).isEqualTo("went on");
        }
    }

    private static String blocked(CountDownLatch goOn) {
        try {
            goOn.await();
            return "went on";
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
