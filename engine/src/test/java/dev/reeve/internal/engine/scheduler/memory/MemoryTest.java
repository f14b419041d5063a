package dev.reeve.internal.engine.scheduler.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.SharingOptions;
import dev.reeve.internal.engine.runtime.HeldBytes;
import dev.reeve.internal.engine.scheduler.admission.Shares;
import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.internal.engine.scheduler.message.Ended;
import dev.reeve.spi.store.MemoryStore;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class MemoryTest {

    @Test
    @DisplayName("H3: callers that gave up waiting are forgotten at once")
    void whoeverGaveUpIsForgotten() {
        Memory memory = new Memory(
                HeldBytes.unbounded(),
                new Shares(SharingOptions.defaults(), HeldBytes.unbounded(), 1_000),
                new Definitions(new MemoryStore(() -> Instant.EPOCH)).inUse());
        ExecutionId one = new ExecutionId(new UUID(1, 1));
        ExecutionId other = new ExecutionId(new UUID(1, 2));
        CompletableFuture<Ended> patient = new CompletableFuture<>();
        CompletableFuture<Ended> impatient = new CompletableFuture<>();
        memory.awaitEnd(one, impatient);
        memory.awaitEnd(other, impatient);
        memory.awaitEnd(other, patient);

        memory.forgetGone();
        assertThat(memory.awaitedElsewhere()).containsExactlyInAnyOrder(one, other);
        impatient.cancel(false);
        memory.forgetGone();

        assertThat(memory.awaitedElsewhere()).containsExactly(other);
        assertThat(memory.takeWaiting(other)).containsExactly(patient);
    }
}
