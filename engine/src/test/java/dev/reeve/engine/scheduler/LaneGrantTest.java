package dev.reeve.engine.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.agent.transport.Registration;
import dev.reeve.core.Command;
import dev.reeve.core.ExecutionId;
import dev.reeve.core.Plan;
import dev.reeve.engine.dispatch.AgentHealth;
import dev.reeve.engine.dispatch.AgentStatus;
import dev.reeve.engine.dispatch.InProcessTransport;
import dev.reeve.engine.store.Batch;
import dev.reeve.engine.store.CommitOutcome;
import dev.reeve.engine.store.LaneStore;
import dev.reeve.engine.store.ServicePause;
import dev.reeve.engine.store.StoreException;
import dev.reeve.engine.store.StoreException.Kind;
import dev.reeve.model.Workflow;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class LaneGrantTest {

    private static final Workflow FLOW =
            Workflow.parse("workflow: test\nsteps: { only: { action: test.only, completeBy: 1m } }");

    private static final Workflow ONE_AT_A_TIME = Workflow.parse(
            "workflow: test\nsteps: { only: { action: test.only, completeBy: 1m, limit: { concurrency: 1 } } }");
    private static final Workflow TWO_AT_A_TIME = Workflow.parse(
            "workflow: test\nversion: 2\nsteps: { only: { action: test.only, completeBy: 1m, limit: { concurrency: 2 } } }");

    private final LaneFixture fixture =
            new LaneFixture(store -> store, Forgetful::new, deadlines -> {}, LaneOptions.DEFAULT);
    private boolean forgets;

    @Test
    @DisplayName(
            "R3: a slot that a lane could not use before its action was paused is not used afterwards, and the step waits")
    void aSlotIsNotUsedOnceItsActionIsPaused() {
        fixture.deploy(FLOW);
        fixture.settle();
        CompletableFuture<Started> started = fixture.offer(FLOW);
        fixture.settle();
        ExecutionId id = started.join().id();
        new InProcessTransport(fixture.dispatcher).register(new Registration("agent", Set.of("test.only"), 1));

        fixture.dispatcher.pause(new ServicePause("test.only", "alice", "they asked us to", fixture.now));
        fixture.settle();

        assertThat(begun(id)).isFalse();
        assertThat(fixture.dispatcher.services().getFirst().queued()).isOne();
        assertThat(fixture.dispatcher.agents()).extracting(AgentStatus::health).containsExactly(AgentHealth.REGISTERED);
        fixture.dispatcher.resume("test.only");
        fixture.settle();
        assertThat(begun(id)).isTrue();
    }

    @Test
    @DisplayName(
            "S9 S8 F15: a step that is moved does not stand in its own way, also if only reloading tells that it is")
    void aStepIsMovedByACommitInDoubt() {
        fixture.deploy(ONE_AT_A_TIME);
        fixture.deploy(TWO_AT_A_TIME);
        new InProcessTransport(fixture.dispatcher).register(new Registration("agent", Set.of("test.only"), 5));
        fixture.settle();
        CompletableFuture<Started> first = fixture.offer(ONE_AT_A_TIME);
        fixture.settle();
        CompletableFuture<Started> second = fixture.offer(ONE_AT_A_TIME);
        fixture.settle();
        assertThat(begun(first.join().id())).isTrue();
        ExecutionId waiting = second.join().id();
        assertThat(begun(waiting)).isFalse();

        forgets = true;
        fixture.lanes.ask(waiting, new Command.Move(Plan.of(TWO_AT_A_TIME), "alice", "two at a time"));
        fixture.settle();

        assertThat(begun(waiting)).isTrue();
        assertThat(fixture.dispatcher.services().getFirst().queued()).isZero();
    }

    private boolean begun(ExecutionId id) {
        return fixture.store.history(id).stream().anyMatch(row -> row.events().contains("StepStarted"));
    }

    /** Loses the answer to a commit. */
    private final class Forgetful extends ForwardingLaneStore {
        Forgetful(LaneStore lane) {
            super(lane);
        }

        @Override
        public CompletionStage<CommitOutcome> commit(Batch batch) {
            CompletionStage<CommitOutcome> outcome = super.commit(batch);
            boolean forgotten = forgets;
            forgets = false;
            return forgotten
                    ? outcome.thenApply(
                            stored -> new CommitOutcome.InDoubt(new StoreException(Kind.UNAVAILABLE, "made up", null)))
                    : outcome;
        }
    }
}
