package dev.reeve.spi.store;

import static dev.reeve.spi.store.Fixture.START;
import static dev.reeve.spi.store.Lanes.assertRefusedAsStale;
import static dev.reeve.spi.store.Lanes.commit;
import static dev.reeve.spi.store.Lanes.commitAll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.UndeliverableMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Messages are stored with the change that they report, and leave in order (S10). */
interface OutboxContract extends StoreUnderTest {

    String SHOP = "https://shop.example";
    Instant LATER = START.plusSeconds(60);
    Instant MUCH_LATER = LATER.plusSeconds(60);

    static OutboxRow message(ExecutionId id, int number, String receiver) {
        return new OutboxRow(
                id,
                number,
                START.plusNanos(number * 1_000L),
                receiver,
                receiver + "/hook?a=1",
                number % 2 == 0 ? null : "basket 7",
                "dev.reeve.execution.running",
                "{\"n\":1.10,\"text\":\"Ærø 🦭\"}");
    }

    /** Starts these executions, each of which has these messages for the receiver. */
    private LaneStore posted(List<ExecutionId> ids, String receiver, int... numbers) {
        LaneStore lane = store().join(fixture().node("a"), 1).getFirst();
        List<OutboxRow> messages = new ArrayList<>();
        for (ExecutionId id : ids) {
            for (int number : numbers) {
                messages.add(message(id, number, receiver));
            }
        }
        Batch start = Fixture.startAll(ids);
        commitAll(lane, new Batch(start.journal(), start.started(), start.changed(), messages));
        return lane;
    }

    private List<OutboxRow> claimed(String receiver, Instant now, int limit) {
        return store().outbox().claim(receiver, now, now.plusSeconds(30), limit).stream()
                .map(ClaimedMessage::message)
                .toList();
    }

    private ClaimedMessage onlyClaim(Instant now) {
        List<ClaimedMessage> claimed = store().outbox().claim(SHOP, now, now.plusSeconds(30), 10);
        assertThat(claimed).hasSize(1);
        return claimed.getFirst();
    }

    @Test
    @DisplayName("S10: a message is stored with the change that it reports, unchanged, and survives a restart")
    default void messagesAreWrittenWithWhatTheyTell() {
        ExecutionId id = fixture().id();
        posted(List.of(id), SHOP, 4, 5);

        assertThat(reopen().outbox().receivers(null, 10))
                .containsExactly(new WaitingReceiver(SHOP, START.plusNanos(4_000)));
        ClaimedMessage first = onlyClaim(LATER);
        assertThat(first)
                .isEqualTo(new ClaimedMessage(message(id, 4, SHOP), START.plusNanos(4_000), 0, LATER.plusSeconds(30)));
        store().outbox().settle(List.of(Settlement.delivered(first, LATER)));
        assertThat(claimed(SHOP, LATER, 10)).containsExactly(message(id, 5, SHOP));
    }

    @Test
    @DisplayName("S10: a refused batch, or one of a lost lane, leaves no message (I9, T1)")
    default void aBatchThatIsNotWrittenTellsNobody() {
        ExecutionId id = fixture().id();
        LaneStore lane = posted(List.of(id), SHOP);
        List<OutboxRow> messages = List.of(message(id, 8, SHOP));

        assertRefusedAsStale(lane, new Batch(List.of(Fixture.journal(id, 1)), List.of(), List.of(), messages));
        store().join(fixture().node("b"), 1);
        assertThat(commit(lane, new Batch(List.of(Fixture.journal(id, 2)), List.of(), List.of(), messages)))
                .isEqualTo(CommitOutcome.FENCED);

        assertThat(store().outbox().receivers(null, 10)).isEmpty();
    }

    @Test
    @DisplayName("S10: the next message of an execution can be claimed only when the one before it was delivered")
    default void messagesLeaveInTheirOrder() {
        List<ExecutionId> ids = fixture().ids(2);
        posted(ids, SHOP, 4, 5, 8);

        List<ClaimedMessage> heads = store().outbox().claim(SHOP, LATER, MUCH_LATER, 10);
        assertThat(heads.stream().map(ClaimedMessage::message))
                .containsExactlyInAnyOrder(message(ids.get(0), 4, SHOP), message(ids.get(1), 4, SHOP));
        assertThat(claimed(SHOP, LATER, 10)).isEmpty();
        ClaimedMessage first = heads.getFirst();
        store().outbox().settle(List.of(Settlement.delivered(first, LATER)));

        assertThat(claimed(SHOP, LATER, 10))
                .containsExactly(message(first.message().execution(), 5, SHOP));
    }

    @Test
    @DisplayName("S10: a message after a waiting or given-up one waits with it")
    default void whatComesLaterWaitsWithTheFirst() {
        ExecutionId id = fixture().id();
        LaneStore lane = posted(List.of(id), SHOP, 4);
        ClaimedMessage first = onlyClaim(LATER);
        store().outbox().settle(List.of(Settlement.failed(first, MUCH_LATER, "HTTP 500")));
        commitAll(
                lane, new Batch(List.of(Fixture.journal(id, 2)), List.of(), List.of(), List.of(message(id, 8, SHOP))));

        assertThat(claimed(SHOP, LATER, 10)).isEmpty();
        assertThat(store().outbox().receivers(null, 10)).containsExactly(new WaitingReceiver(SHOP, MUCH_LATER));
        ClaimedMessage again = onlyClaim(MUCH_LATER);
        assertThat(again.message()).isEqualTo(first.message());
        assertThat(again.attempts()).isEqualTo(1);

        store().outbox().settle(List.of(Settlement.undeliverable(again, "HTTP 410")));
        commitAll(
                lane, new Batch(List.of(Fixture.journal(id, 3)), List.of(), List.of(), List.of(message(id, 12, SHOP))));
        assertThat(claimed(SHOP, MUCH_LATER, 10)).isEmpty();
        assertThat(store().outbox().receivers(null, 10)).isEmpty();
    }

    @Test
    @DisplayName("S10: given-up messages are listed once for each execution, and sent on request")
    default void whatWasGivenUpCanBeSentAgain() {
        List<ExecutionId> ids = fixture().ids(2);
        posted(ids, SHOP, 4, 5);
        List<ClaimedMessage> heads = store().outbox().claim(SHOP, LATER, MUCH_LATER, 10);
        store().outbox()
                .settle(heads.stream()
                        .map(head -> Settlement.undeliverable(head, "gone: " + "x".repeat(600)))
                        .toList());

        List<UndeliverableMessage> lost = store().undeliverable(10);
        assertThat(lost.stream().map(UndeliverableMessage::execution)).containsExactlyElementsOf(ids);
        UndeliverableMessage one = lost.getFirst();
        assertThat(one.error()).startsWith("gone: xxx").hasSize(500);
        assertThat(one)
                .isEqualTo(new UndeliverableMessage(
                        ids.getFirst(),
                        4,
                        START.plusNanos(4_000),
                        SHOP + "/hook?a=1",
                        "dev.reeve.execution.running",
                        1,
                        one.error()));
        assertThat(store().undeliverable(1)).containsExactly(one);

        assertThat(store().outbox().redeliver(ids.getFirst(), MUCH_LATER)).isEqualTo(2);
        assertThat(store().outbox().redeliver(ids.getFirst(), MUCH_LATER)).isZero();
        assertThat(store().undeliverable(10).stream().map(UndeliverableMessage::execution))
                .containsExactly(ids.getLast());
        ClaimedMessage again = onlyClaim(MUCH_LATER);
        assertThat(again.attempts()).isZero();
        assertThat(again.since()).isEqualTo(MUCH_LATER);
        store().outbox().settle(List.of(Settlement.delivered(again, MUCH_LATER)));
        assertThat(claimed(SHOP, MUCH_LATER, 10)).containsExactly(message(ids.getFirst(), 5, SHOP));
    }

    @Test
    @DisplayName(
            "S10: a claim expires by itself; its previous owner can remove the delivered message, and nothing else")
    default void aClaimRunsOutByItself() {
        ExecutionId id = fixture().id();
        posted(List.of(id), SHOP, 4, 5);
        ClaimedMessage lost = onlyClaim(LATER);
        Instant out = lost.until();

        ClaimedMessage mine = onlyClaim(out);
        assertThat(mine.message()).isEqualTo(lost.message());
        store().outbox().settle(List.of(Settlement.undeliverable(lost, "HTTP 410")));
        assertThat(store().undeliverable(10)).isEmpty();
        store().outbox().settle(List.of(Settlement.delivered(lost, out)));
        assertThat(claimed(SHOP, out, 10)).containsExactly(message(id, 5, SHOP));
        store().outbox().settle(List.of(Settlement.failed(mine, MUCH_LATER, "no answer")));
        assertThat(store().outbox().receivers(null, 10))
                .containsExactly(new WaitingReceiver(SHOP, out.plusSeconds(30)));
    }

    @Test
    @DisplayName("S10: each receiver has its own queue; receivers are listed by name, in pages")
    default void eachReceiverHasItsOwnLine() {
        ExecutionId shop = fixture().id();
        ExecutionId bank = fixture().id();
        ExecutionId queue = fixture().id();
        LaneStore lane = posted(List.of(shop), SHOP, 4);
        for (OutboxRow message : List.of(message(bank, 4, "https://bank.example"), message(queue, 4, "kafka:orders"))) {
            Batch start = Fixture.startAll(List.of(message.execution()));
            commitAll(lane, new Batch(start.journal(), start.started(), start.changed(), List.of(message)));
        }

        assertThat(store().outbox().receivers(null, 2).stream().map(WaitingReceiver::receiver))
                .containsExactly("https://bank.example", SHOP);
        assertThat(store().outbox().receivers(SHOP, 2).stream().map(WaitingReceiver::receiver))
                .containsExactly("kafka:orders");
        assertThat(store().outbox().receivers("z", 2)).isEmpty();
        assertThat(claimed("https://bank.example", LATER, 10))
                .containsExactly(message(bank, 4, "https://bank.example"));
        assertThat(claimed("https://bank.example", LATER, 10)).isEmpty();
        assertThat(claimed("nobody", LATER, 10)).isEmpty();
    }

    @Test
    @DisplayName("S10: the oldest due messages are claimed first, up to the limit")
    default void claimsAreLimited() {
        List<ExecutionId> ids = fixture().ids(7);
        posted(ids, SHOP, 4);

        assertThat(claimed(SHOP, START, 10)).isEmpty();
        List<OutboxRow> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            List<OutboxRow> some = claimed(SHOP, LATER, 2);
            assertThat(some).hasSizeLessThanOrEqualTo(2);
            all.addAll(some);
        }
        assertThat(all.stream().map(OutboxRow::execution)).containsExactlyInAnyOrderElementsOf(ids);
        Duration claim = Duration.ofSeconds(30);
        assertThat(store().outbox().receivers(null, 10)).containsExactly(new WaitingReceiver(SHOP, LATER.plus(claim)));
    }
}
