package dev.reeve.internal.engine.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AgentHealth;
import dev.reeve.AgentStatus;
import dev.reeve.ExecutionId;
import dev.reeve.ServicePause;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.engine.dispatch.InProcessTransport;
import dev.reeve.internal.engine.scheduler.message.Started;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.transport.Registration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class LaneGrantTest {

    private static final Definition FLOW =
            DefinitionReader.parse("workflow: test\nsteps: { only: { action: test.only, completeBy: 1m } }");

    private final LaneFixture fixture = new LaneFixture();

    @Test
    @DisplayName("R3: a slot that was granted before a pause is not used afterwards, and the step waits")
    void aSlotIsNotUsedOnceItsActionIsPaused() {
        ExecutionId id = started();
        new InProcessTransport(fixture.dispatcher).register(new Registration("agent", Set.of("test.only"), 1));

        fixture.dispatcher.pause(new ServicePause("test.only", "alice", "they asked us to", fixture.clock.now()));
        fixture.settle();

        assertThat(begun(id)).isFalse();
        assertThat(queued()).isOne();
        assertThat(fixture.dispatcher.agents()).extracting(AgentStatus::health).containsExactly(AgentHealth.REGISTERED);
        fixture.dispatcher.resume("test.only");
        fixture.settle();
        assertThat(begun(id)).isTrue();
    }

    @Test
    @DisplayName("L7: a withdrawn step stops waiting for a slot")
    void whatIsWithdrawnLeavesTheQueue() {
        ExecutionId id = started();
        assertThat(queued()).isOne();

        fixture.lanes.ask(id, new Command.Cancel("alice", "not any more"));
        fixture.settle();

        assertThat(queued()).isZero();
    }

    private ExecutionId started() {
        fixture.deploy(FLOW);
        fixture.settle();
        CompletableFuture<Started> started = fixture.offer(FLOW);
        fixture.settle();
        return started.join().id();
    }

    private int queued() {
        return fixture.dispatcher.services().getFirst().queued();
    }

    private boolean begun(ExecutionId id) {
        return fixture.store.history(id).stream().anyMatch(row -> row.events().contains("StepStarted"));
    }
}
