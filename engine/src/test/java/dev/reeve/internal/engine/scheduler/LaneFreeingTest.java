package dev.reeve.internal.engine.scheduler;

import static dev.reeve.internal.engine.scheduler.LaneFixture.WORKFLOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.ReeveException;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.engine.scheduler.message.Ended;
import dev.reeve.internal.engine.scheduler.message.Letter;
import dev.reeve.internal.engine.scheduler.message.Message;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.internal.engine.scheduler.message.Started;
import dev.reeve.spi.store.InboxKey;
import dev.reeve.spi.store.ReplyRow;
import dev.reeve.spi.store.ShardSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Shards that go from one node to another, and messages about shards of the other node. */
final class LaneFreeingTest {

    private final NodeFixture nodes = new NodeFixture(WORKFLOW);
    private final NodeFixture.SideNode first = nodes.first;
    private final NodeFixture.SideNode second = nodes.second;

    /** A letter that notes what becomes of it. */
    private static final class Noted implements Letter {
        private final Message message;
        private final List<String> fate = new ArrayList<>();

        Noted(Message message) {
            this.message = message;
        }

        @Override
        public InboxKey key() {
            throw new AssertionError("it is not applied");
        }

        @Override
        public ExecutionId execution() {
            return Objects.requireNonNull(message.execution());
        }

        @Override
        public Message open() {
            return message;
        }

        @Override
        public @Nullable ReplyRow reply() {
            return null;
        }

        @Override
        public void applied() {
            fate.add("applied");
        }

        @Override
        public void failed(ReeveException cause) {
            fate.add(cause.code().name());
        }
    }

    private static Command cancel() {
        return new Command.Cancel("alice", "no longer wanted");
    }

    private static ShardSet shardOf(ExecutionId id) {
        return ShardSet.of(List.of(id.shard()));
    }

    @Test
    @DisplayName(
            "H2: a node without shards forwards every message to the owner, and answers when the owner has answered")
    void carriesEverything() {
        StartRequest request = nodes.request(WORKFLOW);
        CompletableFuture<Started> started = second.lanes.start(request).toCompletableFuture();
        CompletableFuture<Void> asked = second.lanes.ask(request.id(), cancel()).toCompletableFuture();
        CompletableFuture<Ended> end = second.lanes.awaitEnd(request.id()).toCompletableFuture();
        second.lanes.wake(request.id(), nodes.clock.now());
        nodes.settle();

        assertThat(second.lanes.owned()).isEqualTo(ShardSet.NONE);
        assertThat(second.lanes.owns(request.id())).isFalse();
        assertThat(second.carried)
                .hasExactlyElementsOfTypes(
                        Message.Begin.class, Message.Ask.class, Message.AwaitEnd.class, Message.Wake.class);
        assertThat(second.held.held()).isPositive();
        ((Message.Begin) second.carried.get(0)).promise().complete(new Started(request.id(), true));
        ((Message.Ask) second.carried.get(1)).answer().decided(null);
        assertThat(started.join().existing()).isTrue();
        assertThat(asked).isCompleted();
        assertThat(end).isNotDone();
        assertThat(second.held.held()).isZero();
    }

    @Test
    @DisplayName("H2: freed shards are free in the store, and the next node goes on with their executions")
    void frees() {
        ExecutionId id = nodes.started();
        ShardSet kept = ShardSet.ofLane(1, 2);

        CompletableFuture<ShardSet> freed =
                first.lanes.free(ShardSet.ofLane(0, 2)).toCompletableFuture();
        nodes.settle();

        assertThat(freed.join()).isEqualTo(ShardSet.ofLane(0, 2));
        assertThat(first.lanes.owned()).isEqualTo(kept);
        assertThat(first.rows.owned()).isEqualTo(kept);
        first.lanes.free(shardOf(id));
        nodes.settle();
        assertThat(first.lane.stats().active()).isZero();
        second.claim(shardOf(id).with(ShardSet.ofLane(0, 2)));
        CompletableFuture<Void> cancelled = second.lanes.ask(id, cancel()).toCompletableFuture();
        nodes.settle();
        assertThat(cancelled).isCompleted();
    }

    @Test
    @DisplayName("H2: a lane that has nothing else to write stores that its shards are free, and nothing twice")
    void storesAlone() {
        int before = first.rows.commits;

        first.lanes.free(ShardSet.ALL);
        nodes.settle();
        CompletableFuture<ShardSet> again = first.lanes.free(ShardSet.ALL).toCompletableFuture();
        nodes.settle();

        assertThat(first.rows.commits).isEqualTo(before + 1);
        assertThat(again.join()).isEqualTo(ShardSet.NONE);
    }

    @Test
    @DisplayName("H2: callers who wait for an end, and messages behind the release, go to the next node")
    void passesOn() {
        ExecutionId id = nodes.started();
        CompletableFuture<Ended> end = first.lanes.awaitEnd(id).toCompletableFuture();
        nodes.settle();

        first.lanes.free(ShardSet.ALL);
        CompletableFuture<Void> asked = first.lanes.ask(id, cancel()).toCompletableFuture();
        CompletableFuture<Started> started =
                first.lanes.start(nodes.request(WORKFLOW)).toCompletableFuture();
        nodes.settle();

        assertThat(first.carried)
                .hasExactlyElementsOfTypes(Message.Ask.class, Message.Begin.class, Message.AwaitEnd.class);
        assertThat(end).isNotDone();
        assertThat(asked).isNotDone();
        assertThat(started).isNotDone();
        second.claim(ShardSet.ALL);
        first.carried.forEach(message -> {
            if (message instanceof Message.AwaitEnd await) {
                second.lanes.awaitEnd(await.id()).thenAccept(await.promise()::complete);
            }
        });
        CompletableFuture<Void> cancelled = second.lanes.ask(id, cancel()).toCompletableFuture();
        nodes.settle();
        assertThat(cancelled).isCompleted();
        assertThat(end.join().status()).isEqualTo(ExecutionStatus.CANCELLED);
    }

    @Test
    @DisplayName("H2 R5: if the answer to the release is lost, the lane finds that the shards are gone")
    void landed() {
        ExecutionId id = nodes.started();
        first.rows.losesAnswers = true;

        CompletableFuture<ShardSet> freed = first.lanes.free(ShardSet.ALL).toCompletableFuture();
        CompletableFuture<Void> asked = first.lanes.ask(id, cancel()).toCompletableFuture();
        nodes.settle();

        assertThat(freed.join()).isEqualTo(ShardSet.ALL);
        assertThat(first.rows.owned()).isEqualTo(ShardSet.NONE);
        assertThat(first.lane.shards()).isEqualTo(ShardSet.NONE);
        assertThat(first.lane.stats().active()).isZero();
        assertThat(asked).isNotDone();
        assertThat(first.carried).hasExactlyElementsOfTypes(Message.Ask.class);
    }

    @Test
    @DisplayName("H2 R5: a release that did not reach the store is decided again, after the lane was loaded")
    void notLanded() {
        ExecutionId id = nodes.started();
        first.rows.losesBatches = true;

        CompletableFuture<ShardSet> freed = first.lanes.free(ShardSet.ALL).toCompletableFuture();
        CompletableFuture<Void> asked = first.lanes.ask(id, cancel()).toCompletableFuture();
        nodes.settle();

        assertThat(freed.join()).isEqualTo(ShardSet.ALL);
        assertThat(first.rows.owned()).isEqualTo(ShardSet.NONE);
        assertThat(first.carried).hasExactlyElementsOfTypes(Message.Ask.class);
        assertThat(asked).isNotDone();
        assertThat(first.over).isEmpty();
    }

    @Test
    @DisplayName("H2: messages that come after a claim wait until the executions are loaded")
    void waitsBehindTheLoad() {
        ExecutionId id = nodes.started();
        first.lanes.free(ShardSet.ALL);
        nodes.settle();

        second.claim(ShardSet.ALL);
        CompletableFuture<Void> asked = second.lanes.ask(id, cancel()).toCompletableFuture();
        nodes.settle();

        assertThat(asked).isCompleted();
        assertThat(second.lanes.owned()).isEqualTo(ShardSet.ALL);
        assertThat(second.carried).isEmpty();
    }

    @Test
    @DisplayName("H2: a shard can be freed before its claim is loaded, and comes back")
    void thereAndBack() {
        ExecutionId id = nodes.started();
        first.lanes.free(ShardSet.ALL);
        first.lanes.free(ShardSet.ALL);
        nodes.settle();
        second.claim(ShardSet.ALL);
        second.lanes.free(shardOf(id));
        nodes.settle();
        assertThat(first.claim(ShardSet.ALL)).isEqualTo(shardOf(id));

        CompletableFuture<Void> asked = first.lanes.ask(id, cancel()).toCompletableFuture();
        nodes.settle();

        assertThat(asked).isCompleted();
    }

    @Test
    @DisplayName("H2: a message from the inbox whose shard has left stays in the inbox")
    void strayLetters() {
        ExecutionId id = nodes.started();
        Noted late = new Noted(new Message.Wake(id, nodes.clock.now()));
        Noted stray = new Noted(new Message.Wake(id, nodes.clock.now()));

        first.lanes.free(ShardSet.ALL);
        first.lanes.deliver(new Message.Forwarded(stray));
        nodes.settle();
        first.lanes.deliver(new Message.Forwarded(late));

        assertThat(stray.fate).containsExactly(ErrorCode.FENCED.name());
        assertThat(late.fate).containsExactly(ErrorCode.FENCED.name());
        assertThat(first.carried).isEmpty();
    }
}
