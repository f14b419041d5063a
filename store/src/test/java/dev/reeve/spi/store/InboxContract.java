package dev.reeve.spi.store;

import static dev.reeve.spi.store.Fixture.append;
import static dev.reeve.spi.store.Fixture.startAll;
import static dev.reeve.spi.store.Lanes.commitAll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.spi.store.Batch.Crossing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The messages between nodes. Implemented by those tests of {@link StoreContract} whose store nodes can share. */
public interface InboxContract extends StoreUnderTest {

    private Inbox inbox() {
        return store().cluster().inbox();
    }

    private List<InboxRow> waiting(ShardSet shards, int limit) {
        return inbox().waiting(shards, limit, Long.MAX_VALUE);
    }

    private LaneStore joined(NodeId node) {
        return store().cluster()
                .join(new Registration(node, false, true, Duration.ofSeconds(10)), 1)
                .getFirst();
    }

    private static InboxPost post(ExecutionId id, String sender, long request) {
        return new InboxPost(id, sender, request, "{\"n\": " + request + "}");
    }

    private static ShardSet shards(ExecutionId... ids) {
        return ShardSet.of(Stream.of(ids).map(ExecutionId::shard).toList());
    }

    private static Batch applying(Batch batch, List<InboxRow> applied, ReplyRow... replies) {
        return new Batch(
                batch.journal(),
                batch.started(),
                batch.changed(),
                batch.messages(),
                new Crossing(ShardSet.NONE, applied.stream().map(InboxRow::key).toList(), List.of(replies)));
    }

    @Test
    @DisplayName("S5: messages wait for the owner of their shards, the oldest first, as they were sent")
    default void messagesWait() {
        ExecutionId a = fixture().id(0, 2);
        ExecutionId b = fixture().id(1, 2);
        inbox().post(List.of(post(a, "x", 1), post(b, "x", 2)));
        inbox().post(List.of());
        inbox().post(List.of(post(b, "y", 1)));
        inbox().post(List.of(post(a, "y", -2)));

        List<InboxRow> all = waiting(shards(a, b), 10);

        assertThat(all)
                .extracting(InboxRow::post)
                .containsExactly(post(a, "x", 1), post(b, "x", 2), post(b, "y", 1), post(a, "y", -2));
        assertThat(all).allSatisfy(row -> {
            assertThat(row.key().execution()).isEqualTo(row.post().execution());
            assertThat(row.user()).isNotBlank();
            assertThat(row.key().at()).isNotNull();
        });
        assertThat(all.stream().map(row -> row.key().number()).toList())
                .isSorted()
                .doesNotHaveDuplicates();
        assertThat(waiting(ShardSet.ALL, 3)).isEqualTo(all.subList(0, 3));
        assertThat(waiting(shards(a), 10)).containsExactly(all.get(0), all.get(3));
        assertThat(waiting(ShardSet.NONE, 10)).isEmpty();
        assertThat(waiting(ShardSet.ALL.without(shards(a, b)), 10)).isEmpty();
    }

    @Test
    @DisplayName("R3: no more text is read than was asked for, but always one message")
    default void textIsLimited() {
        ExecutionId id = fixture().id();
        inbox().post(List.of(post(id, "x", 1), post(id, "x", 2), post(id, "x", 3)));
        List<InboxRow> all = waiting(shards(id), 10);
        long length = all.getFirst().post().content().length();

        assertThat(inbox().waiting(shards(id), 10, 3 * length)).isEqualTo(all);
        assertThat(inbox().waiting(shards(id), 10, 3 * length - 1)).isEqualTo(all.subList(0, 2));
        assertThat(inbox().waiting(shards(id), 10, 1)).isEqualTo(all.subList(0, 1));
    }

    @Test
    @DisplayName("S5: a batch removes the messages that it applies, and stores their replies")
    default void aBatchAppliesMessages() {
        LaneStore lane = joined(fixture().node("a"));
        ExecutionId id = fixture().id();
        commitAll(lane, startAll(List.of(id)));
        inbox().post(List.of(post(id, "x", 1), post(id, "x", 2), post(id, "y", 1)));
        List<InboxRow> waiting = waiting(shards(id), 10);

        commitAll(
                lane,
                applying(
                        append(2, List.of(id)),
                        waiting.subList(0, 2),
                        new ReplyRow("x", 1, "{\"ok\": true}"),
                        new ReplyRow("x", 2, "{\"ok\": false}")));

        assertThat(waiting(shards(id), 10)).isEqualTo(waiting.subList(2, 3));
        assertThat(store().history(id)).hasSize(2);
        assertThat(inbox().replies("x", Long.MIN_VALUE, List.of()))
                .containsExactlyInAnyOrder(
                        new ReplyRow("x", 1, "{\"ok\": true}"), new ReplyRow("x", 2, "{\"ok\": false}"));
        assertThat(inbox().replies("y", Long.MIN_VALUE, List.of())).isEmpty();
    }

    @Test
    @DisplayName("a reply is returned until its receiver says that it has it")
    default void repliesStay() {
        LaneStore lane = joined(fixture().node("a"));
        ReplyRow first = new ReplyRow("x", 1, "1");
        ReplyRow second = new ReplyRow("x", 2, "2");
        ReplyRow foreign = new ReplyRow("y", 1, "3");
        Batch nothing = new Batch(List.of(), List.of(), List.of());
        commitAll(lane, applying(nothing, List.of(), first, second, foreign));
        commitAll(lane, applying(nothing, List.of(), new ReplyRow("x", 1, "\"a later reply changes nothing\"")));

        assertThat(inbox().replies("x", Long.MIN_VALUE, List.of())).containsExactlyInAnyOrder(first, second);
        assertThat(inbox().replies("x", Long.MIN_VALUE, List.of(7L))).containsExactlyInAnyOrder(first, second);
        assertThat(inbox().replies("x", Long.MIN_VALUE, List.of(1L))).containsExactly(second);
        assertThat(inbox().replies("x", Long.MIN_VALUE, List.of())).containsExactly(second);
        assertThat(inbox().replies("x", Long.MIN_VALUE, List.of(2L, 1L))).isEmpty();
        assertThat(inbox().replies("y", Long.MIN_VALUE, List.of())).containsExactly(foreign);
    }

    @Test
    @DisplayName("S5: a batch whose message is not there any more writes nothing at all")
    default void aMessageIsAppliedOnce() {
        LaneStore lane = joined(fixture().node("a"));
        ExecutionId id = fixture().id();
        commitAll(lane, startAll(List.of(id)));
        inbox().post(List.of(post(id, "x", 1)));
        List<InboxRow> waiting = waiting(shards(id), 10);
        commitAll(lane, applying(append(2, List.of(id)), waiting));
        inbox().post(List.of(post(id, "x", 2)));
        List<InboxRow> more = new ArrayList<>(waiting(shards(id), 10));
        more.addAll(waiting);

        Lanes.assertRefusedAsData(lane, applying(append(3, List.of(id)), more, new ReplyRow("x", 1, "{}")));

        assertThat(store().history(id)).hasSize(2);
        assertThat(inbox().replies("x", Long.MIN_VALUE, List.of())).isEmpty();
        assertThat(waiting(shards(id), 10)).isEqualTo(more.subList(0, 1));
    }

    @Test
    @DisplayName("S5, F22: a message that has the number of a lost one is not removed in its place")
    default void aNumberThatComesAgain() {
        LaneStore lane = joined(fixture().node("a"));
        ExecutionId id = fixture().id(0, ExecutionId.SHARDS);
        ExecutionId other = fixture().id(0, ExecutionId.SHARDS);
        commitAll(lane, startAll(List.of(id)));
        inbox().post(List.of(post(id, "x", 1)));
        InboxRow waiting = waiting(shards(id), 10).getFirst();
        InboxKey key = waiting.key();

        for (InboxKey lost : List.of(
                new InboxKey(id, key.number(), key.at().minusNanos(1_000)),
                new InboxKey(other, key.number(), key.at()))) {
            InboxRow taken = new InboxRow(lost, post(lost.execution(), "y", 1), "user");
            Lanes.assertRefusedAsData(
                    lane, applying(append(2, List.of(id)), List.of(taken), new ReplyRow("y", 1, "{}")));
        }

        assertThat(other.shard()).isEqualTo(id.shard());
        assertThat(waiting(shards(id), 10)).containsExactly(waiting);
        assertThat(store().history(id)).hasSize(1);
        assertThat(inbox().replies("y", Long.MIN_VALUE, List.of())).isEmpty();
        commitAll(lane, applying(append(2, List.of(id)), List.of(waiting)));
        assertThat(waiting(shards(id), 10)).isEmpty();
    }

    @Test
    @DisplayName("I9: a fenced lane applies no message")
    default void aFencedLaneAppliesNothing() {
        NodeId node = fixture().node("a");
        LaneStore lane = joined(node);
        ExecutionId id = fixture().id();
        commitAll(lane, startAll(List.of(id)));
        inbox().post(List.of(post(id, "x", 1)));
        List<InboxRow> waiting = waiting(shards(id), 10);
        store().cluster().leave(node);

        assertThat(Lanes.commit(lane, applying(append(2, List.of(id)), waiting, new ReplyRow("x", 1, "{}"))))
                .isEqualTo(CommitOutcome.FENCED);

        assertThat(waiting(shards(id), 10)).isEqualTo(waiting);
        assertThat(inbox().replies("x", Long.MIN_VALUE, List.of())).isEmpty();
    }

    @Test
    @DisplayName("the replies to a node outlive its registration, because it may go on under another one")
    default void repliesToNodesThatHaveGone() {
        NodeId asks = fixture().node("a");
        joined(asks);
        LaneStore lane = joined(fixture().node("b"));
        Batch nothing = new Batch(List.of(), List.of(), List.of());
        commitAll(lane, applying(nothing, List.of(), new ReplyRow(asks.toString(), 1, "1")));

        store().cluster().leave(asks);

        assertThat(inbox().replies(asks.toString(), Long.MIN_VALUE, List.of())).hasSize(1);
    }
}
