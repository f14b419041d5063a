package dev.reeve.internal.engine.scheduler;

import static dev.reeve.internal.engine.scheduler.LaneFixture.WORKFLOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.MemoryOptions;
import dev.reeve.StepPath;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.engine.dispatch.queue.ReadyStep;
import dev.reeve.internal.engine.scheduler.message.Message;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.spi.transport.Registration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A node drops its lanes while one of them waits for an answer of the store or while its thread is at work. */
final class LaneDroppedTest {

    private static final long HELD_MAX = 1_000_000;

    /** Each page has one execution, so messages about two executions need two turns. */
    private final NodeFixture nodes = new NodeFixture(WORKFLOW, new MemoryOptions(HELD_MAX, 1_000_000, 1));

    private final NodeFixture.SideNode first = nodes.first;
    private final CompletableFuture<Void> answers = new CompletableFuture<>();
    private Runnable beforeTheEnd = () -> {};
    private ExecutionId one;
    private ExecutionId other;

    @BeforeEach
    void swapOut() {
        one = started();
        other = started();
        first.room.held().add(HELD_MAX); // as if agents held much
        first.lanes.sweep();
        nodes.settle();
        assertThat(first.lane.stats().swappedOut()).isEqualTo(2);
        first.rows.reads = answers;
    }

    private ExecutionId started() {
        StartRequest request = nodes.request(WORKFLOW);
        first.lanes.start(request);
        nodes.settle();
        return request.id();
    }

    /** The lane is dropped while it reads, and goes on with its turn. */
    private void drop(boolean stopped, boolean inDoubt) {
        Lane old = first.lane;
        old.runOnce();
        if (inDoubt) {
            first.rows.losesBatches = true;
        } else {
            first.rows.fence();
        }
        first.lanes.drop(lane -> stopped);
        beforeTheEnd.run();
        answers.complete(null);
        if (!stopped) {
            old.runOnce();
        }
    }

    @ParameterizedTest
    @CsvSource({"true,true", "true,false", "false,true", "false,false"})
    @DisplayName("L1 H2: the slot of a step whose turn would have been the next one is given back")
    void slots(boolean stopped, boolean inDoubt) {
        first.transport.register(new Registration("agent", Set.of("test.only"), 2));
        assertThat(first.dispatcher.outstanding()).isEqualTo(2);

        drop(stopped, inDoubt);

        assertThat(first.dispatcher.outstanding()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"true,true", "true,false", "false,true", "false,false"})
    @DisplayName("H2: a command whose turn would have been the next one goes to the next owner once")
    void commands(boolean stopped, boolean inDoubt) {
        CompletableFuture<Void> cancelled = cancel(one);
        CompletableFuture<Void> next = cancel(other);

        drop(stopped, inDoubt);

        assertThat(first.carried).extracting(Message::execution).containsExactly(one, other);
        assertThat(cancelled).isNotDone();
        assertThat(next).isNotDone();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("L1 H2: a lane that ends late leaves the queue to the lane that has its shards meanwhile")
    void lateEnd(boolean stopped) {
        ReadyStep waiting =
                new ReadyStep(one, StepPath.of("only"), "test.only", 0, false, null, "tenant", WORKFLOW.name());
        CompletableFuture<Void> unused = cancel(other);
        beforeTheEnd = () -> first.dispatcher.enqueue(List.of(waiting));

        drop(stopped, false);
        nodes.settle();

        assertThat(first.dispatcher.services())
                .singleElement()
                .satisfies(service -> assertThat(service.queued())
                        .as("the step that the new lane has queued")
                        .isEqualTo(1));
    }

    private CompletableFuture<Void> cancel(ExecutionId id) {
        return first.lanes
                .ask(id, new Command.Cancel("alice", "no longer wanted"))
                .toCompletableFuture();
    }
}
