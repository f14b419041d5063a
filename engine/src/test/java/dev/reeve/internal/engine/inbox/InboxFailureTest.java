package dev.reeve.internal.engine.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.engine.scheduler.message.Ended;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.internal.engine.scheduler.message.Started;
import dev.reeve.spi.store.InboxPost;
import dev.reeve.spi.store.InboxRow;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.transport.Report;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Requests to executions of another node when something fails. */
final class InboxFailureTest {

    private final TwoNodes nodes = new TwoNodes();
    private final TwoNodes.OneNode here = nodes.first;
    private final TwoNodes.OneNode owner = nodes.second;

    private static StoreException failure(StoreException.Kind kind) {
        return new StoreException(kind, "the database is gone", null);
    }

    private CompletableFuture<Void> signal(ExecutionId id, String data) {
        return here.lanes
                .ask(id, new Command.Signal("paid", null, new Json(data), "alice"))
                .toCompletableFuture();
    }

    private CompletableFuture<Void> cancel(ExecutionId id) {
        return here.lanes.ask(id, new Command.Cancel("alice", "why")).toCompletableFuture();
    }

    private List<String> verdicts(Report report) {
        List<String> verdicts = new ArrayList<>();
        here.lanes.report(
                report, refused -> verdicts.add(refused == null ? "taken" : refused), () -> verdicts.add("unanswered"));
        return verdicts;
    }

    @Test
    @DisplayName("R5: if the store does not say whether it has a message, its caller gets that, and it is not repeated")
    void postInDoubt() {
        StartRequest request = nodes.request("order-1");
        nodes.inbox.failure = failure(StoreException.Kind.UNAVAILABLE);
        nodes.inbox.storesThough = true;

        CompletableFuture<Started> started = here.lanes.start(request).toCompletableFuture();
        here.sender.runOnce();
        nodes.inbox.failure = null;
        nodes.pass(Duration.ofSeconds(2));

        assertThat(TwoNodes.code(started)).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
        assertThat(TwoNodes.error(started)).hasMessageContaining("may or may not be stored");
        assertThat(nodes.inbox.groups).containsExactly(1);
        assertThat(nodes.store.find(request.id())).isPresent();
        nodes.pass(Duration.ofSeconds(61));
        assertThat(nodes.inbox.replies).isEmpty();
        assertThat(here.start(request).join().existing()).isTrue();
        assertThat(here.room.held().held()).isZero();
    }

    @Test
    @DisplayName("R5: while the store does not answer, messages wait; those that were never sent are not in doubt")
    void outage() {
        ExecutionId id = nodes.started();
        nodes.inbox.failure = failure(StoreException.Kind.UNAVAILABLE);
        CompletableFuture<Void> doubtful = signal(id, "1");
        nodes.settle();

        CompletableFuture<Void> cancelled = cancel(id);
        CompletableFuture<Started> started = here.start(nodes.request("order-1"));
        nodes.pass(Duration.ofSeconds(5));
        assertThat(TwoNodes.error(doubtful)).hasMessageContaining("may or may not be carried out");
        assertThat(cancelled).isNotDone();
        assertThat(started).isNotDone();
        nodes.pass(Duration.ofSeconds(6));
        assertThat(TwoNodes.code(started)).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
        assertThat(TwoNodes.error(started)).hasMessageContaining("nothing was started");
        nodes.inbox.failure = null;
        nodes.pass(Duration.ofSeconds(3));

        assertThat(cancelled).isCompleted();
        assertThat(here.sender.outstanding()).isZero();
    }

    @Test
    @DisplayName("R5: a message that the store did not take within a minute has changed nothing")
    void neverSent() {
        ExecutionId id = nodes.started();
        nodes.inbox.failure = failure(StoreException.Kind.LOCKED);

        CompletableFuture<Void> cancelled = cancel(id);
        nodes.pass(Duration.ofSeconds(61));

        assertThat(TwoNodes.error(cancelled)).hasMessageContaining("nothing was changed");
        nodes.inbox.failure = null;
        nodes.pass(Duration.ofSeconds(5));
        assertThat(nodes.store.find(id).orElseThrow().status()).isNotEqualTo(ExecutionStatus.CANCELLED);
    }

    @Test
    @DisplayName("R5: a message without a reply for a minute is in doubt, and its late reply is removed")
    void replyLost() {
        ExecutionId id = nodes.started();
        nodes.inbox.losesReplies = true;

        CompletableFuture<Void> cancelled = cancel(id);
        nodes.pass(Duration.ofSeconds(59));
        assertThat(cancelled).isNotDone();
        nodes.pass(Duration.ofSeconds(2));

        assertThat(TwoNodes.code(cancelled)).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
        assertThat(TwoNodes.error(cancelled)).hasMessageContaining("may or may not be carried out");
        assertThat(here.sender.outstanding()).isZero();
        assertThat(nodes.inbox.replies).hasSize(1);
        nodes.inbox.losesReplies = false;
        nodes.pass(Duration.ofSeconds(62));
        assertThat(nodes.inbox.replies).isEmpty();
    }

    @Test
    @DisplayName("R46: what comes while a post is under way goes together, in bounded groups")
    void groups() {
        ExecutionId id = nodes.started();
        List<CompletableFuture<Void>> asked = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            asked.add(signal(id, "1"));
        }
        String large = "\"" + "x".repeat(3 << 20) + "\"";
        for (int i = 0; i < 3; i++) {
            asked.add(signal(id, large));
        }
        nodes.settle();

        assertThat(asked).allMatch(CompletableFuture::isDone);
        assertThat(nodes.inbox.groups).containsExactly(500, 102, 1);
        assertThat(here.sender.outstanding()).isZero();
        assertThat(here.room.held().held()).isZero();
    }

    @Test
    @DisplayName("R46: a start is refused while too many messages are unanswered; commands and reports are not")
    void bounded() {
        owner.die();
        ExecutionId id = nodes.request("any").id();
        for (int i = 0; i < InboxSender.STARTS_MAX; i++) {
            CompletableFuture<Void> unused = signal(id, "1");
        }

        CompletableFuture<Started> refused = here.start(nodes.request("order-1"));
        CompletableFuture<Void> cancelled = cancel(id);
        List<String> verdicts = verdicts(new Report.Completed(nodes.attempt(id), Json.NULL));
        nodes.settle();

        assertThat(TwoNodes.code(refused)).isEqualTo(ErrorCode.OVERLOADED);
        assertThat(cancelled).isNotDone();
        assertThat(verdicts).isEmpty();
        nodes.pass(Duration.ofSeconds(61));
        assertThat(here.sender.outstanding()).isZero();
        assertThat(here.room.held().held()).isZero();
    }

    @Test
    @DisplayName("L7: a content that the store cannot keep fails its caller only")
    void unstorable() {
        owner.agent();
        ExecutionId id = nodes.started();
        ExecutionId other = nodes.request("no").id();
        nodes.inbox.unstorable = "evil";
        CompletableFuture<Void> good = cancel(other);
        CompletableFuture<Void> bad = signal(id, "\"evil\"");
        List<String> verdicts = verdicts(new Report.Completed(nodes.attempt(id), new Json("\"evil\"")));

        nodes.settle();

        assertThat(TwoNodes.code(good)).isEqualTo(ErrorCode.NOT_FOUND);
        assertThat(TwoNodes.code(bad)).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(verdicts).containsExactly("taken");
        assertThat(nodes.store.history(id).toString())
                .contains("OUTPUT_REFUSED_BY_STORE", "the log of the engine has the reason under execution=" + id)
                .doesNotContain(MemoryInbox.REFUSAL);
        assertThat(TwoNodes.error(bad))
                .hasMessageContaining("the log of the engine")
                .hasMessageNotContaining(MemoryInbox.REFUSAL);
    }

    @Test
    @DisplayName("L7: a message that makes the owner's batch fail is refused, and does not come again")
    void poison() {
        owner.agent();
        ExecutionId id = nodes.started();
        ExecutionId next = nodes.started();
        owner.rows.poison = "evil";
        CompletableFuture<Void> bad = signal(next, "\"evil\"");
        CompletableFuture<Started> start =
                here.lanes.start(nodes.request("order", "\"evil\"", 0)).toCompletableFuture();
        List<String> verdicts = verdicts(new Report.Completed(nodes.attempt(id), new Json("\"evil\"")));
        CompletableFuture<Void> good = cancel(next);

        nodes.pass(Duration.ofSeconds(3));

        assertThat(bad).isCompletedExceptionally();
        assertThat(TwoNodes.code(start)).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(verdicts).containsExactly("taken");
        assertThat(good).isCompleted();
        assertThat(nodes.inbox.rows).isEmpty();
        assertThat(nodes.store.history(id).toString())
                .contains("OUTPUT_REFUSED_BY_STORE")
                .doesNotContain(MemoryInbox.REFUSAL);
        assertThat(TwoNodes.error(start))
                .hasMessageContaining("the log of the engine")
                .hasMessageNotContaining(MemoryInbox.REFUSAL);
    }

    @Test
    @DisplayName("L1: a message that can neither be applied nor be refused is retried after a minute")
    void rests() {
        ExecutionId id = nodes.started();
        owner.rows.keepsMessages = true;
        CompletableFuture<Void> cancelled = cancel(id);
        nodes.pass(Duration.ofSeconds(30));
        assertThat(cancelled).isNotDone();

        owner.rows.keepsMessages = false;
        nodes.pass(Duration.ofSeconds(25));
        assertThat(nodes.inbox.rows).hasSize(1);
        nodes.pass(Duration.ofSeconds(10));
        assertThat(nodes.inbox.rows).isEmpty();
    }

    @Test
    @DisplayName("F55: a request of a newer release is refused with that reason, and nothing is changed")
    void newer() {
        ExecutionId id = nodes.started();
        CompletableFuture<Void> asked = cancel(id);
        nodes.settle();
        assertThat(asked).isCompleted();
        CompletableFuture<Void> newer = cancel(nodes.started());
        here.sender.runOnce();
        nodes.inbox.rows.replaceAll((key, row) -> new InboxRow(
                key,
                new InboxPost(
                        row.post().execution(),
                        row.post().sender(),
                        row.post().request(),
                        row.post().content().replace("\"by\"", "\"unless\":\"shipped\",\"by\"")),
                row.user()));

        nodes.settle();

        assertThat(TwoNodes.code(newer)).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
        assertThat(TwoNodes.error(newer)).hasMessageContaining("its release is older than that of the sender");
        assertThat(nodes.inbox.rows).isEmpty();
    }

    @Test
    @DisplayName("H2: unreadable rows, and replies without a waiting caller, do not stop the other rows")
    void foreignRows() {
        ExecutionId id = nodes.started();
        nodes.inbox.add(new InboxPost(id, "", 1, "[]"));
        nodes.inbox.add(new InboxPost(id, "", 2, "{\"type\":\"Arrive\"}"));
        nodes.inbox.add(new InboxPost(
                id,
                "gone-3",
                3,
                "{\"type\":\"Begin\",\"digest\":\"0\",\"events\":[{\"type\":\"ExecutionStarted\",\"workflow\":\"two\","
                        + "\"version\":1,\"namespace\":\"default\",\"input\":{},\"seed\":\"1\"}]}"));

        CompletableFuture<Void> cancelled = cancel(id);
        nodes.settle();

        assertThat(cancelled).isCompleted();
        assertThat(nodes.inbox.rows).isEmpty();
        assertThat(nodes.inbox.replies)
                .hasEntrySatisfying(
                        3L, reply -> assertThat(reply.content()).contains("WORKFLOW_UNKNOWN", "workflow 'two'"));
    }

    @Test
    @DisplayName("R46: the inbox is the queue: the owner takes a bounded number of messages at once")
    void boundedAtTheOwner() {
        List<CompletableFuture<Void>> asked = new ArrayList<>();
        ExecutionId id = nodes.started();
        for (int i = 0; i < 3 * InboxReceiver.UNDER_WAY_MAX; i++) {
            asked.add(signal(id, "1"));
        }
        here.sender.runOnce();
        for (int i = 0; i < 20; i++) {
            owner.receiver.hinted();
            owner.receiver.runOnce();
        }
        assertThat(owner.receiver.underWay()).isEqualTo(InboxReceiver.UNDER_WAY_MAX);

        nodes.settle();

        assertThat(asked).allMatch(CompletableFuture::isDone);
        assertThat(nodes.inbox.rows).isEmpty();
        assertThat(owner.receiver.underWay()).isZero();
    }

    @Test
    @DisplayName("F22: the end of an execution that the store has lost")
    void lost() {
        disappears();
    }

    @Test
    @DisplayName("F22: an execution that disappears within its retention is lost, and not removed")
    void lostWithinRetention() {
        nodes.kept = Duration.ofSeconds(10);
        disappears();
    }

    @Test
    @DisplayName("F22: a request that gets the number of a lost one is not taken for it, and is not removed unread")
    void aNumberComesAgain() {
        ExecutionId id = nodes.started();
        CompletableFuture<Void> lost = cancel(id);
        here.sender.runOnce();
        owner.receiver.hinted();
        owner.receiver.runOnce();
        assertThat(owner.receiver.underWay()).isEqualTo(1);

        nodes.inbox.loseLast();
        CompletableFuture<Void> next = signal(id, "1");
        here.sender.runOnce();
        nodes.settle();

        assertThat(TwoNodes.error(next)).hasMessageContaining("no step of it waits for a signal 'paid'");
        assertThat(lost).isNotDone();
        assertThat(nodes.inbox.rows).isEmpty();
        assertThat(nodes.store.find(id).orElseThrow().status()).isEqualTo(ExecutionStatus.RUNNING);
        nodes.pass(Duration.ofSeconds(61));
        assertThat(TwoNodes.error(lost)).hasMessageContaining("may or may not be carried out");
    }

    private void disappears() {
        ExecutionId id = nodes.started();
        CompletableFuture<Ended> end = here.lanes.awaitEnd(id).toCompletableFuture();
        nodes.settle();
        cancelAndRemove(id);

        nodes.pass(Duration.ofSeconds(2));

        assertThat(TwoNodes.code(end)).isEqualTo(ErrorCode.LOST);
    }

    @Test
    @DisplayName(
            "L6: an execution that ended and was removed while this node could not look is not there; it is not lost")
    void removed() {
        nodes.kept = Duration.ofSeconds(10);
        ExecutionId id = nodes.started();
        CompletableFuture<Ended> end = here.lanes.awaitEnd(id).toCompletableFuture();
        nodes.settle();
        here.dead = true;
        nodes.pass(Duration.ofSeconds(20));
        here.dead = false;
        cancelAndRemove(id);

        nodes.pass(Duration.ofSeconds(2));

        assertThat(TwoNodes.error(end))
                .hasMessageContaining("was removed after its retention")
                .satisfies(error -> assertThat(error.code()).isEqualTo(ErrorCode.NOT_FOUND));
    }

    /** Without a turn of this node in between. */
    private void cancelAndRemove(ExecutionId id) {
        CompletableFuture<Void> cancelled =
                owner.lanes.ask(id, new Command.Cancel("alice", "why")).toCompletableFuture();
        owner.turn();
        assertThat(cancelled).isCompleted();
        assertThat(nodes.store.remove(List.of(id))).isOne();
    }

    @Test
    @DisplayName("L6: a node that is closed leaves no caller without an answer")
    void closes() {
        ExecutionId id = nodes.started();
        owner.die();
        CompletableFuture<Void> asked = cancel(id);
        CompletableFuture<Ended> end = here.lanes.awaitEnd(id).toCompletableFuture();
        nodes.settle();
        ReeveException closed = ReeveException.of(ErrorCode.CLOSED, "this engine was closed");

        here.sender.close(closed);
        here.ends.close(closed);

        assertThat(TwoNodes.error(asked)).hasMessageContaining("may or may not be carried out");
        assertThat(TwoNodes.code(end)).isEqualTo(ErrorCode.CLOSED);
        assertThat(TwoNodes.code(cancel(id))).isEqualTo(ErrorCode.CLOSED);
        assertThat(TwoNodes.code(here.lanes.awaitEnd(id).toCompletableFuture())).isEqualTo(ErrorCode.CLOSED);
    }

    /** The lane is faster than the inbox. */
    private void turns() {
        for (int i = 0; i < 10; i++) {
            here.lane.runOnce();
        }
    }

    /** The report of an agent waits in the inbox, its node dies, and the owner of the execution hears of that first. */
    private ExecutionId reportLeftBehind() {
        owner.agent();
        ExecutionId id = nodes.started();
        here.dispatcher.alive(Map.of(2, "there"));
        CompletionStage<ShardSet> unused = owner.lanes.free(ShardSet.ofLane(1, 2));
        nodes.settle();
        here.claim(ShardSet.ofLane(1, 2));
        nodes.settle();
        owner.lanes.report(new Report.Completed(nodes.attempt(id), Json.NULL), refused -> {}, () -> {});
        owner.sender.runOnce();
        owner.die();
        return id;
    }

    @Test
    @DisplayName("I3: a report that waits in the inbox comes before the loss of its attempt, whose node has died")
    void theReportComesFirst() {
        ExecutionId id = reportLeftBehind();

        here.dispatcher.alive(Map.of());
        here.lane.runOnce();
        nodes.settle();

        assertThat(nodes.store.find(id).orElseThrow().status())
                .as("%s", nodes.store.history(id))
                .isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("I3: a report that waits in the inbox comes before the loss that the next owner finds when it loads")
    void theReportComesFirstAfterLoading() {
        ExecutionId id = reportLeftBehind();
        CompletionStage<ShardSet> unused = here.lanes.free(ShardSet.ofLane(1, 2));
        turns();
        assertThat(here.lanes.owns(id)).isFalse();

        here.dispatcher.alive(Map.of());
        here.claim(ShardSet.ofLane(1, 2));
        turns();
        nodes.settle();

        assertThat(nodes.store.find(id).orElseThrow().status())
                .as("%s", nodes.store.history(id))
                .isEqualTo(ExecutionStatus.COMPLETED);
    }
}
