package dev.reeve.internal.engine.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.engine.dispatch.InProcessTransport;
import dev.reeve.internal.engine.scheduler.message.Ended;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.internal.engine.scheduler.message.Started;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.transport.Registration;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * L7: a mistake in deciding about one execution must not hold up the others. The mistake is made so near to the end of
 * time that the next look at an attempt with heartbeats cannot be computed, which is found out in the middle of
 * deciding.
 */
final class LaneMistakeTest {

    private static final Definition GOOD = workflow("{ action: test.only, completeBy: 1m }");
    private static final Definition BAD = workflow("{ action: test.only, completeBy: 3000d, heartbeat: 1000d }");

    private final LaneFixture fixture = new LaneFixture();

    @BeforeEach
    void approachTheEndOfTime() {
        fixture.clock.set(Instant.MAX.minus(Duration.ofDays(500)));
        fixture.settle();
    }

    @Test
    @DisplayName("L7: a start whose decision fails is not stored, and the others beside it are")
    void startsThatCannotBeDecidedLeaveNothing() {
        agentComes();
        CompletableFuture<Started> before = fixture.offer(GOOD);
        StartRequest bad = fixture.request(BAD);
        CompletableFuture<Started> refused = fixture.lanes.start(bad).toCompletableFuture();
        CompletableFuture<Started> after = fixture.offer(GOOD);

        fixture.settle();

        assertThat(before).isCompleted();
        assertThat(after).isCompleted();
        LaneFixture.assertTold(refused, ErrorCode.INTERNAL, "nothing of it is stored");
        assertThat(fixture.store.find(bad.id())).isEmpty();
    }

    @Test
    @DisplayName("L7: an execution whose decisions fail is left alone, and its callers get an error")
    void executionsThatCannotBeDecidedAreLeftAlone() {
        CompletableFuture<Started> started = fixture.offer(BAD);
        fixture.settle();
        ExecutionId bad = started.join().id();
        CompletableFuture<Ended> end = fixture.lanes.awaitEnd(bad).toCompletableFuture();
        fixture.settle();

        List<ExecutionId> told = new ArrayList<>();
        fixture.lane().onShunned((execution, why) -> told.add(execution));
        agentComes();
        CompletableFuture<Started> good = fixture.offer(GOOD);
        fixture.settle();

        assertThat(told).containsExactly(bad);

        assertThat(good).isCompleted();
        assertThat(fixture.lane().stats().quarantined()).isEqualTo(1);
        LaneFixture.assertTold(end, ErrorCode.STORE_UNUSABLE, "left alone");
        CompletableFuture<Void> cancelled =
                fixture.lanes.ask(bad, new Command.Cancel("alice", "why not")).toCompletableFuture();
        fixture.settle();
        LaneFixture.assertTold(cancelled, ErrorCode.REFUSED, "left alone");
    }

    private void agentComes() {
        new InProcessTransport(fixture.dispatcher)
                .register(new Registration("agent", Set.of("test.only"), 10))
                .toCompletableFuture()
                .join();
    }

    private static Definition workflow(String step) {
        return DefinitionReader.parse("""
                workflow: one
                version: 1
                steps:
                  only: %s
                """.formatted(step));
    }
}
