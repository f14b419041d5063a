package dev.reeve.internal.engine.notification;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.CourierStats;
import dev.reeve.DeliveryOptions;
import dev.reeve.ExecutionId;
import dev.reeve.NotificationOptions;
import dev.reeve.UndeliverableMessage;
import dev.reeve.internal.engine.runtime.ManualClock;
import dev.reeve.spi.MessageChannel;
import dev.reeve.spi.OutgoingMessage;
import dev.reeve.spi.Receipt;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.FaultPlan;
import dev.reeve.spi.store.FaultyStore;
import dev.reeve.spi.store.Fixture;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.MemoryStore;
import dev.reeve.spi.store.OutboxRow;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The courier, driven by hand: receivers that are down, slow, busy or gone (S10). */
final class CourierTest {

    private static final Instant BEGIN = Fixture.START.plusSeconds(1);
    private static final String SHOP = "test://shop";
    private static final String BANK = "test://bank";

    /** When messages are written. */
    private Instant at = Fixture.START;

    private final ManualClock clock = new ManualClock(BEGIN);

    private final Fixture fixture = new Fixture(7);
    private final MemoryStore memory = new MemoryStore(clock::now);
    private final FaultyStore store = new FaultyStore(memory, FaultPlan.none(), Runnable::run);
    private final LaneStore lane = store.join(fixture.node("a"), 1).getFirst();
    private final Map<ExecutionId, Integer> seqs = new HashMap<>();
    private final Script script = new Script();
    private Courier courier = courier(DeliveryOptions.defaults());

    /** A channel with scripted answers that records its messages. */
    private static final class Script implements MessageChannel {
        /** The answers of receivers that answer at once; the others keep the courier waiting. */
        final Map<String, Receipt> answers = new HashMap<>();

        final List<String> sent = new ArrayList<>();
        final Map<String, CompletableFuture<Receipt>> waiting = new LinkedHashMap<>();

        CompletableFuture<Receipt> promise(String id) {
            return Objects.requireNonNull(waiting.get(id));
        }

        @Override
        public Set<String> schemes() {
            return Set.of("test");
        }

        @Override
        public void check(URI replyTo) {
            if (replyTo.toString().contains("forbidden")) {
                throw new IllegalArgumentException("not allowed");
            }
        }

        @Override
        public CompletionStage<Receipt> send(OutgoingMessage message) {
            sent.add(message.replyTo().getHost() + " " + message.id());
            Receipt answer = answers.get(message.replyTo().getHost());
            if (answer != null) {
                return CompletableFuture.completedStage(answer);
            }
            CompletableFuture<Receipt> promise = new CompletableFuture<>();
            waiting.put(message.id(), promise);
            return promise;
        }
    }

    private Courier courier(DeliveryOptions options) {
        NotificationOptions notification =
                NotificationOptions.defaults().withChannel(script).withDelivery(options);
        Courier made = new Courier(
                store.outbox(), clock, new SplittableRandom(1), new Channels(notification.channels()), notification);
        made.onWork(() -> {});
        return made;
    }

    /** Until nothing is to be done before some time has passed. */
    private long settle() {
        long rest = courier.runOnce();
        for (int turns = 0; rest == 0; turns++) {
            assertThat(turns).as("turns").isLessThan(10_000);
            rest = courier.runOnce();
        }
        return rest;
    }

    private void pass(Duration time) {
        Instant until = clock.now().plus(time);
        long rest = settle();
        while (clock.now().plusNanos(rest).isBefore(until)) {
            clock.pass(Duration.ofNanos(rest));
            rest = settle();
        }
        clock.pass(Duration.between(clock.now(), until));
        settle();
    }

    private ExecutionId started(String receiver, int... numbers) {
        ExecutionId id = fixture.id();
        Batch start = Fixture.startAll(List.of(id));
        Lanes.await(lane.commit(
                new Batch(start.journal(), start.started(), start.changed(), messages(id, receiver, numbers))));
        seqs.put(id, 1);
        courier.posted();
        return id;
    }

    private void post(ExecutionId id, String receiver, int... numbers) {
        int seq = seqs.merge(id, 1, Integer::sum);
        JournalRow row = Fixture.journal(id, seq);
        Lanes.await(lane.commit(new Batch(List.of(row), List.of(), List.of(), messages(id, receiver, numbers))));
        courier.posted();
    }

    private List<OutboxRow> messages(ExecutionId id, String receiver, int... numbers) {
        List<OutboxRow> messages = new ArrayList<>();
        for (int number : numbers) {
            messages.add(new OutboxRow(id, number, at, receiver, receiver + "/hook", null, "test", "{}"));
        }
        return messages;
    }

    private static String said(String host, ExecutionId id, int number) {
        return host + " " + id + "." + number;
    }

    /** Waiting for a promise of a store that answers at once. */
    private static final class Lanes {
        static void await(CompletionStage<?> promise) {
            promise.toCompletableFuture().join();
        }
    }

    @Test
    @DisplayName("S10: messages of an execution arrive in order, each after the one before was accepted")
    void inOrder() {
        ExecutionId id = started(SHOP, 4, 5, 8);
        settle();
        assertThat(script.sent).containsExactly(said("shop", id, 4));

        script.promise(id + ".4").complete(Receipt.DELIVERED);
        settle();
        post(id, SHOP, 12);
        settle();
        assertThat(script.sent).containsExactly(said("shop", id, 4), said("shop", id, 5));

        script.answers.put("shop", Receipt.DELIVERED);
        script.promise(id + ".5").complete(Receipt.DELIVERED);
        settle();
        assertThat(script.sent)
                .containsExactly(said("shop", id, 4), said("shop", id, 5), said("shop", id, 8), said("shop", id, 12));
        assertThat(courier.stats()).isEqualTo(new CourierStats(4, 0, 0, 0, 0));
        assertThat(store.outbox().receivers(null, 10)).isEmpty();
    }

    @Test
    @DisplayName("S10: a refused message is repeated with the same id and growing delays, before any later one")
    void again() {
        ExecutionId id = started(SHOP, 4, 5);
        script.answers.put("shop", new Receipt.Failed("HTTP 422", null, false));
        pass(Duration.ofMinutes(5));

        assertThat(script.sent).hasSizeBetween(8, 12).containsOnly(said("shop", id, 4));
        script.answers.put("shop", Receipt.DELIVERED);
        pass(Duration.ofMinutes(10));
        assertThat(script.sent.subList(script.sent.size() - 2, script.sent.size()))
                .containsExactly(said("shop", id, 4), said("shop", id, 5));
    }

    @Test
    @DisplayName("S10: a receiver that is down gets one message at a time, and delays no other receiver")
    void downIsAlone() {
        script.answers.put("shop", new Receipt.Failed("connection refused", null, true));
        script.answers.put("bank", Receipt.DELIVERED);
        for (int i = 0; i < 500; i++) {
            started(SHOP, 4, 5);
        }
        ExecutionId other = started(BANK, 4, 5);
        pass(Duration.ofSeconds(1));

        assertThat(script.sent).contains(said("bank", other, 4), said("bank", other, 5));
        pass(Duration.ofMinutes(10));
        assertThat(script.sent.stream().filter(sent -> sent.startsWith("shop"))).hasSizeLessThan(20);
        assertThat(courier.stats().unreachable()).isEqualTo(1);

        script.answers.put("shop", Receipt.DELIVERED);
        pass(Duration.ofMinutes(11));
        assertThat(courier.stats().delivered()).isEqualTo(1_002);
        assertThat(courier.stats().unreachable()).isZero();
    }

    @Test
    @DisplayName(
            "S10: a receiver that never answers holds a bounded number of messages, each for the time of an attempt")
    void silentIsBounded() {
        for (int i = 0; i < 100; i++) {
            started(SHOP, 4);
        }
        script.answers.put("bank", Receipt.DELIVERED);
        ExecutionId other = started(BANK, 4);
        settle();
        assertThat(script.sent).contains(said("bank", other, 4));
        assertThat(script.waiting).hasSize(1);

        pass(DeliveryOptions.defaults().timeout());
        assertThat(script.waiting.values()).allMatch(CompletableFuture::isCancelled);
        assertThat(courier.stats().failed()).isEqualTo(1);
        assertThat(courier.stats().inFlight()).isZero();
    }

    @Test
    @DisplayName("S10: a receiver that accepts messages gets several at once, up to the limit")
    void fast() {
        for (int i = 0; i < 200; i++) {
            started(SHOP, 4);
        }
        settle();
        int most = 0;
        while (!script.waiting.isEmpty()) {
            most = Math.max(most, script.waiting.size());
            List<CompletableFuture<Receipt>> now = List.copyOf(script.waiting.values());
            script.waiting.clear();
            now.forEach(promise -> promise.complete(Receipt.DELIVERED));
            settle();
        }
        assertThat(most).isEqualTo(DeliveryOptions.defaults().perReceiverMax());
        assertThat(courier.stats().delivered()).isEqualTo(200);
    }

    @Test
    @DisplayName("S10: a receiver that throttles gets no message for the requested time")
    void retryAfter() {
        ExecutionId id = started(SHOP, 4);
        started(SHOP, 4);
        script.answers.put("shop", new Receipt.Failed("HTTP 503", Duration.ofHours(1), true));
        pass(Duration.ofMinutes(59));
        assertThat(script.sent).containsExactly(said("shop", id, 4));

        script.answers.put("shop", Receipt.DELIVERED);
        pass(Duration.ofMinutes(2));
        assertThat(courier.stats().delivered()).isEqualTo(2);
    }

    @Test
    @DisplayName("S10: after some days a message and its successors are given up, listed, and can be sent again")
    void givenUp() {
        courier = courier(DeliveryOptions.defaults().withGiveUpAfter(Duration.ofDays(2)));
        script.answers.put("shop", new Receipt.Failed("connection refused", null, true));
        List<ExecutionId> ids = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            ids.add(started(SHOP, 4, 5));
        }
        pass(Duration.ofDays(2).minusHours(1));
        assertThat(store.undeliverable(1000)).isEmpty();
        pass(Duration.ofHours(2));

        assertThat(store.undeliverable(1000).stream().map(UndeliverableMessage::execution))
                .containsExactlyInAnyOrderElementsOf(ids);
        assertThat(courier.stats().givenUp()).isEqualTo(300);
        assertThat(script.sent).as("nobody is asked 300 times for it").hasSizeLessThan(600);

        script.answers.put("shop", Receipt.DELIVERED);
        assertThat(store.outbox().redeliver(ids.get(7), clock.now())).isEqualTo(2);
        courier.posted();
        pass(Duration.ofMinutes(20));
        assertThat(script.sent.subList(script.sent.size() - 2, script.sent.size()))
                .containsExactly(said("shop", ids.get(7), 4), said("shop", ids.get(7), 5));
        assertThat(store.undeliverable(1000)).hasSize(299);
    }

    @Test
    @DisplayName("S10: a message is repeated no later than its receiver allows")
    void givenUpBesideYounger() {
        courier = courier(DeliveryOptions.defaults()
                .withGiveUpAfter(Duration.ofDays(2))
                .withTimeout(Duration.ofMinutes(30))
                .withBackoff(Duration.ofSeconds(1), Duration.ofMinutes(1)));
        script.answers.put("shop", new Receipt.Failed("connection refused", null, true));
        started(SHOP, 4);
        pass(Duration.ofDays(2).minusMinutes(5));
        at = clock.now();
        ExecutionId younger = started(SHOP, 4);
        while (courier.stats().givenUp() == 0) {
            pass(Duration.ofSeconds(1));
        }
        script.answers.put("shop", Receipt.DELIVERED);
        pass(Duration.ofMinutes(2));

        assertThat(courier.stats())
                .isEqualTo(new CourierStats(1, courier.stats().failed(), 1, 0, 0));
        assertThat(script.sent).endsWith(said("shop", younger, 4));
    }

    @Test
    @DisplayName("S10: a permanently refused message, and one to a forbidden address, is given up at once")
    void refused() {
        ExecutionId gone = started(SHOP, 4, 5);
        ExecutionId forbidden = started("test://forbidden", 4);
        script.answers.put("shop", new Receipt.Refused("HTTP 410"));
        settle();

        assertThat(store.undeliverable(10).stream().map(UndeliverableMessage::execution))
                .containsExactly(gone, forbidden);
        assertThat(script.sent).containsExactly(said("shop", gone, 4));
    }

    @Test
    @DisplayName("S10 F3: after a crash between delivery and removal the same message comes again, and then the next")
    void crashAfterDelivery() {
        ExecutionId id = started(SHOP, 4, 5);
        settle();
        // It has arrived, and the courier is gone before it hears of it.
        courier = courier(DeliveryOptions.defaults());
        script.waiting.clear();
        script.answers.put("shop", Receipt.DELIVERED);
        pass(Duration.ofMinutes(2));

        assertThat(script.sent).containsExactly(said("shop", id, 4), said("shop", id, 4), said("shop", id, 5));
    }

    @Test
    @DisplayName("S10 T5: while the store is unavailable nothing is sent, and delivered messages are removed later")
    void storeAway() {
        ExecutionId id = started(SHOP, 4, 5);
        settle();
        store.outage(true);
        script.answers.put("shop", Receipt.DELIVERED);
        script.promise(id + ".4").complete(Receipt.DELIVERED);
        pass(Duration.ofSeconds(10));
        assertThat(script.sent).hasSize(1);

        store.outage(false);
        pass(Duration.ofSeconds(5));
        assertThat(script.sent).containsExactly(said("shop", id, 4), said("shop", id, 5));
        assertThat(store.outbox().receivers(null, 10)).isEmpty();
    }

    @Test
    @DisplayName("S10: a closing courier sends nothing more, and stores the answers that still arrive")
    void drains() {
        ExecutionId id = started(SHOP, 4, 5);
        settle();
        courier.drain();
        settle();
        assertThat(courier.isDrained()).isFalse();

        script.promise(id + ".4").complete(Receipt.DELIVERED);
        settle();
        assertThat(courier.isDrained()).isTrue();
        courier.close();

        courier = courier(DeliveryOptions.defaults());
        settle();
        assertThat(script.sent).containsExactly(said("shop", id, 4), said("shop", id, 5));
    }

    @Test
    @DisplayName("S10: a message in delivery when the courier closed is repeated after the time of an attempt")
    void closedUnheard() {
        ExecutionId id = started(SHOP, 4, 5);
        settle();
        courier.close();
        assertThat(script.promise(id + ".4")).isCancelled();

        courier = courier(DeliveryOptions.defaults());
        script.answers.put("shop", Receipt.DELIVERED);
        pass(DeliveryOptions.defaults().timeout().minusSeconds(1));
        assertThat(script.sent).hasSize(1);
        pass(Duration.ofSeconds(1));
        assertThat(script.sent).containsExactly(said("shop", id, 4), said("shop", id, 4), said("shop", id, 5));
    }
}
