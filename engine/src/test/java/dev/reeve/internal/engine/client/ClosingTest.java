package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * An engine is closed by a thread that is interrupted, as by {@code shutdownNow()} of the executor whose task holds it.
 */
final class ClosingTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Longer than any caller waits. */
    private static final NodeOptions PATIENT =
            NodeOptions.defaults().withLanes(2).withDrain(Duration.ofHours(1));

    private final CountDownLatch busy = new CountDownLatch(1);
    private final CountDownLatch never = new CountDownLatch(1);
    private final AtomicBoolean interruptedAfterwards = new AtomicBoolean();
    private final ThreadGroup group = new ThreadGroup("closing");

    @Test
    @DisplayName("An interrupted caller of close does not wait, ends all loops, and stays interrupted")
    void interruptedBefore() throws InterruptedException {
        assertCloses(true);
    }

    @Test
    @DisplayName("The same holds for an interrupt while running attempts are awaited")
    void interruptedWhileWaiting() throws InterruptedException {
        assertCloses(false);
    }

    private void assertCloses(boolean before) throws InterruptedException {
        Thread holder = new Thread(group, () -> hold(before), "holder");
        holder.start();
        busy.await();
        if (!before) {
            await().atMost(PATIENCE).until(() -> holder.getState() == Thread.State.TIMED_WAITING);
            holder.interrupt();
        }
        assertThat(holder.join(PATIENCE)).isTrue();

        assertThat(interruptedAfterwards).isTrue();
        never.countDown();
        await().atMost(PATIENCE).until(() -> loops().isEmpty());
    }

    /** A thread of this group has started the engine, so its loops are in the group, too. */
    private List<String> loops() {
        Thread[] threads = new Thread[100];
        int count = group.enumerate(threads);
        return Arrays.stream(threads, 0, count)
                .map(thread -> Objects.requireNonNull(thread).getName())
                .filter(name -> name.startsWith("reeve-"))
                .toList();
    }

    private void hold(boolean interrupted) {
        try (Reeve reeve = EmbeddedReeve.on(new MemoryStore(Instant::now), PATIENT)) {
            reeve.deploy(DefinitionReader.parse("""
                    workflow: one
                    version: 1
                    steps:
                      only: { action: test.only }
                    """));
            reeve.agent("slow")
                    .action("test.only", Map.class, (input, step) -> {
                        busy.countDown();
                        never.await();
                        return null;
                    })
                    .start();
            reeve.start("one", Map.of());
            busy.await();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        interruptedAfterwards.set(Thread.currentThread().isInterrupted());
    }
}
