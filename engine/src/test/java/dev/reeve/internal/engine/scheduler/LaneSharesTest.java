package dev.reeve.internal.engine.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ErrorCode;
import dev.reeve.LaneOptions;
import dev.reeve.MemoryOptions;
import dev.reeve.ReeveException;
import dev.reeve.SharingOptions;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.engine.runtime.HeldBytes;
import dev.reeve.internal.engine.scheduler.admission.Room;
import dev.reeve.internal.engine.scheduler.message.Started;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S8: one action, workflow or tenant cannot take all of a node's room. */
final class LaneSharesTest {

    private static final int ACTIVE_MAX = 50;
    private static final LaneOptions LANE =
            new LaneOptions(2_000, 20_000, ACTIVE_MAX, 500, Duration.ofSeconds(30), Duration.ofSeconds(15));

    private static Definition workflow(String name, String action) {
        return DefinitionReader.parse("workflow: %s\nsteps: { only: { action: %s } }".formatted(name, action));
    }

    private static LaneFixture fixture(MemoryOptions memory) {
        Room room = Room.of(LANE, memory, SharingOptions.defaults(), new HeldBytes(memory.heldBytesMax()), 1);
        return new LaneFixture(store -> store, lane -> lane, deadlines -> {}, room);
    }

    /** Starts until one is refused, and says why. */
    private static ReeveException fill(LaneFixture fixture, Definition workflow, String input, List<Started> started) {
        fixture.deploy(workflow);
        fixture.settle();
        for (int i = 0; i < 2 * ACTIVE_MAX; i++) {
            CompletableFuture<Started> start = fixture.offer(workflow, input);
            fixture.settle();
            if (start.isCompletedExceptionally()) {
                return (ReeveException) start.handle((nothing, error) -> error).join();
            }
            started.add(start.join());
        }
        throw new AssertionError("nothing was refused");
    }

    @Test
    @DisplayName("S8: a dead service fills its share and is named, and starts of other workflows are accepted")
    void aDeadServiceLeavesRoom() {
        LaneFixture fixture = fixture(MemoryOptions.UNBOUNDED);
        List<Started> started = new ArrayList<>();

        ReeveException refused = fill(fixture, workflow("one", "dead.call"), "{}", started);
        assertThat(refused.code()).isEqualTo(ErrorCode.OVERLOADED);
        assertThat(started).hasSize(ACTIVE_MAX * 4 / 5);
        // another workflow that calls it as well
        assertThat(fill(fixture, workflow("two", "dead.call"), "{}", new ArrayList<>()))
                .hasMessageContaining("action dead.call is waited for by 40 executions");

        List<Started> others = new ArrayList<>();
        fill(fixture, workflow("healthy", "other.call"), "{}", others);
        assertThat(others).hasSizeGreaterThan(4);
    }

    @Test
    @DisplayName("S8: shares are measured in bytes, too, and free room goes to the next start")
    void bytesAreShared() {
        LaneFixture fixture = fixture(new MemoryOptions(1_000_000, 1_000_000, 1_000_000));
        String large = "{\"text\":\"%s\"}".formatted("x".repeat(50_000));
        List<Started> started = new ArrayList<>();

        ReeveException refused = fill(fixture, workflow("large", "dead.call"), large, started);

        assertThat(refused).hasMessageContaining("large").hasMessageContaining("bytes are free");
        assertThat(started).hasSizeBetween(12, 17);
        assertThat(fixture.offer(workflow("small", "other.call"))).isNotCompletedExceptionally();
        fixture.settle();
        fixture.lanes.ask(started.getFirst().id(), new Command.Cancel("alice", "to make room"));
        fixture.lanes.ask(started.getLast().id(), new Command.Cancel("alice", "to make room"));
        fixture.settle();
        CompletableFuture<Started> next = fixture.offer(workflow("large", "dead.call"), large);
        fixture.settle();
        assertThat(next).isCompleted();
    }
}
