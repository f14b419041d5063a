package dev.reeve.internal.engine.notification;

import dev.reeve.CourierStats;
import dev.reeve.DeliveryOptions;
import dev.reeve.ExecutionId;
import dev.reeve.NotificationOptions;
import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.internal.engine.runtime.Mailbox;
import dev.reeve.internal.values.Times;
import dev.reeve.spi.OutgoingMessage;
import dev.reeve.spi.Receipt;
import dev.reeve.spi.store.ClaimedMessage;
import dev.reeve.spi.store.Outbox;
import dev.reeve.spi.store.OutboxRow;
import dev.reeve.spi.store.Settlement;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.WaitingReceiver;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the messages that the lanes have written into the {@link Outbox}: at least once, and the messages of one
 * execution one after the other. Retries failed deliveries with increasing delays. Finally gives up and leaves the
 * message to a person.
 *
 * <p>The courier claims a message before it sends it, and removes it after delivery. After a crash the next engine
 * continues from the store. An unreachable receiver is left alone for a while and then tried with one message, so that
 * it does not delay other receivers. Only messages in flight and failing receivers are kept in memory.
 *
 * <p>{@link #runOnce} may be called by one thread, the other methods by any.
 */
public final class Courier {

    private static final Logger LOG = LoggerFactory.getLogger(Courier.class);

    private static final int PAGE_SIZE = 200;

    /** Maximum number of failing receivers to remember. A forgotten receiver is only tried earlier. */
    private static final int REACHES_MAX = 10_000;

    private static final int EXPIRED_AT_ONCE = 100;

    /**
     * How long messages are claimed to find those to give up. Short, because the others are sent only afterwards. The
     * claim may end before the messages are settled, which is harmless unless another engine has claimed them since.
     */
    private static final Duration EXPIRING = Duration.ofSeconds(1);

    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(2);

    private record Flight(ClaimedMessage claimed, CompletableFuture<Receipt> promise, long deadlineNanos) {
        ExecutionId execution() {
            return claimed.message().execution();
        }
    }

    private record Answer(Flight flight, Receipt receipt) {}

    private final Outbox outbox;
    private final Clock clock;
    private final RandomGenerator random;
    private final Channels channels;
    private final String source;
    private final DeliveryOptions options;
    private final Mailbox<Answer> answers = new Mailbox<>(Integer.MAX_VALUE);
    private final List<Answer> taken = new ArrayList<>();
    private final Map<ExecutionId, Flight> flights = new LinkedHashMap<>();
    private final Map<String, Reach> reaches = new LinkedHashMap<>();
    private final List<Settlement> unsettled = new ArrayList<>();

    /** The last receiver that was examined; null to start from the first. */
    private @Nullable String cursor;

    private boolean claimedInPass;
    private long earliestNanos;
    private long nextScanNanos;
    private boolean troubled;
    private long delivered;
    private long failed;
    private long givenUp;
    private volatile boolean posted;
    private volatile boolean draining;
    private volatile boolean drained;
    private volatile Runnable signal = () -> {};
    private volatile BiConsumer<OutboxRow, String> lost = (message, error) -> {};
    private volatile CourierStats stats = CourierStats.NONE;

    /**
     * @param clock the store's
     */
    public Courier(Outbox outbox, Clock clock, RandomGenerator random, Channels channels, NotificationOptions options) {
        this.outbox = outbox;
        this.clock = clock;
        this.random = random;
        this.channels = channels;
        this.source = options.source();
        this.options = options.delivery();
        this.nextScanNanos = clock.nanos();
        this.earliestNanos = nextScanNanos;
    }

    /** Sets a callback for work that arrives before the next poll. It must be cheap. */
    public void onWork(Runnable action) {
        signal = action;
        answers.onMessage(action);
    }

    /** Sets a callback for given-up messages, with the reason. It must be cheap. */
    public void onLost(BiConsumer<OutboxRow, String> action) {
        lost = action;
    }

    /** The outbox has new messages. */
    public void posted() {
        posted = true;
        signal.run();
    }

    public CourierStats stats() {
        return stats;
    }

    /**
     * Runs one turn.
     *
     * @return how long to rest, in nanoseconds; 0 to continue at once
     */
    public long runOnce() {
        try {
            long rest = turn();
            troubled = false;
            return rest;
        } catch (StoreException e) {
            if (!troubled) {
                LOG.warn("messages cannot be sent because the store does not answer; retrying: {}", e.getMessage());
            }
            troubled = true;
            return PAUSE_AFTER_FAILURE.toNanos();
        } finally {
            publish();
        }
    }

    private long turn() {
        boolean last = draining;
        takeAnswers();
        giveUpWaiting();
        settle();
        if (last) {
            drained = flights.isEmpty();
            return rest(Long.MAX_VALUE);
        }
        if (posted) {
            posted = false;
            nextScanNanos = clock.nanos();
        }
        if (clock.nanos() - nextScanNanos >= 0) {
            scan();
        }
        return rest(nextScanNanos - clock.nanos());
    }

    private long rest(long untilScan) {
        long nanos = clock.nanos();
        long rest = unsettled.isEmpty() ? untilScan : 0;
        for (Flight flight : flights.values()) {
            rest = Math.min(rest, flight.deadlineNanos() - nanos);
        }
        return Math.max(0, rest);
    }

    // Answers to messages in flight

    private void takeAnswers() {
        answers.drainTo(taken, Integer.MAX_VALUE);
        for (Answer answer : taken) {
            if (flights.remove(answer.flight().execution(), answer.flight())) {
                landed(answer.flight().claimed(), answer.receipt());
            }
        }
        taken.clear();
    }

    private void giveUpWaiting() {
        long nanos = clock.nanos();
        List<Flight> overdue = flights.values().stream()
                .filter(flight -> nanos - flight.deadlineNanos() >= 0)
                .toList();
        for (Flight flight : overdue) {
            flights.remove(flight.execution());
            landed(flight.claimed(), new Receipt.Failed("no answer within " + options.timeout(), null, true));
            flight.promise().cancel(true);
        }
    }

    private void landed(ClaimedMessage claimed, Receipt receipt) {
        String receiver = claimed.message().receiver();
        Reach reach = reaches.computeIfAbsent(receiver, name -> new Reach());
        reach.answered();
        nextScanNanos = clock.nanos();
        switch (receipt) {
            case Receipt.Delivered done -> {
                delivered++;
                reach.succeeded(options.perReceiverMax());
                unsettled.add(Settlement.delivered(claimed, clock.now()));
            }
            case Receipt.Refused refused -> {
                reach.succeeded(options.perReceiverMax());
                giveUp(claimed, refused.error());
            }
            case Receipt.Failed failure -> failed(claimed, failure, reach);
        }
        if (reach.isForgettable()) {
            // Except for its window, which grows again quickly.
            forgetSome();
        }
    }

    private void failed(ClaimedMessage claimed, Receipt.Failed failure, Reach reach) {
        failed++;
        Duration wait = DeliveryBackoff.after(options, claimed.attempts(), failure.retryAfter(), random);
        if (failure.unreachable()) {
            Duration pause = DeliveryBackoff.after(options, reach.failed() - 1, failure.retryAfter(), random);
            reach.pause(clock.nanos(), pause);
            wait = pause.compareTo(wait) > 0 ? pause : wait;
        } else {
            reach.succeeded(options.perReceiverMax());
        }
        LOG.debug("{}: {}, again in {}", claimed.message().replyTo(), failure.error(), wait);
        if (isExpired(claimed)) {
            reach.expire(failure.unreachable());
            giveUp(claimed, failure.error());
        } else {
            unsettled.add(Settlement.failed(claimed, clock.now().plus(wait), failure.error()));
        }
    }

    private boolean isExpired(ClaimedMessage claimed) {
        return !clock.now().isBefore(claimed.since().plus(options.giveUpAfter()));
    }

    private void giveUp(ClaimedMessage claimed, String error) {
        givenUp++;
        OutboxRow message = claimed.message();
        LOG.warn(
                "execution={} {} cannot be delivered to {} and is given up, with all that comes after it: {}",
                message.execution(),
                message.type(),
                message.replyTo(),
                error);
        lost.accept(message, error);
        unsettled.add(Settlement.undeliverable(claimed, error));
    }

    private void settle() {
        if (!unsettled.isEmpty()) {
            outbox.settle(List.copyOf(unsettled));
            unsettled.clear();
        }
    }

    // Next messages

    /** Examines one page of receivers. */
    private void scan() {
        if (cursor == null) {
            claimedInPass = false;
            earliestNanos = clock.nanos() + options.pollInterval().toNanos();
        }
        List<WaitingReceiver> page = outbox.receivers(cursor, PAGE_SIZE);
        for (WaitingReceiver waiting : page) {
            if (flights.size() >= options.inFlightMax()) {
                // The scan continues from here once messages have landed.
                nextScanNanos = clock.nanos() + options.pollInterval().toNanos();
                return;
            }
            cursor = waiting.receiver();
            look(waiting);
        }
        boolean last = page.size() < PAGE_SIZE;
        if (last) {
            cursor = null;
        }
        nextScanNanos = last && !claimedInPass ? earliestNanos : clock.nanos();
    }

    private void look(WaitingReceiver waiting) {
        long nanos = clock.nanos();
        Instant now = clock.now();
        Reach reach = reaches.get(waiting.receiver());
        if (waiting.nextAt().isAfter(now)) {
            notBefore(nanos + Times.nanosBetween(now, waiting.nextAt()));
        } else if (reach != null && reach.isExpiring()) {
            expire(waiting.receiver(), reach, now);
        } else if (Reach.mayBeSent(reach, nanos, options.perReceiverMax())) {
            claim(waiting.receiver(), now);
        } else if (reach != null && reach.pausedNanos(nanos) > 0) {
            notBefore(nanos + reach.pausedNanos(nanos));
        }
    }

    private void notBefore(long nanos) {
        earliestNanos = nanos - earliestNanos < 0 ? nanos : earliestNanos;
    }

    private void claim(String receiver, Instant now) {
        Reach reach = reaches.computeIfAbsent(receiver, name -> new Reach());
        int room = Math.min(reach.room(options.perReceiverMax()), options.inFlightMax() - flights.size());
        long begun = clock.nanos();
        claimedInPass = true;
        for (ClaimedMessage claimed : outbox.claim(receiver, now, claimEnd(now), room)) {
            boolean late = clock.nanos() - begun > options.timeout().toNanos();
            if (!late && !flights.containsKey(claimed.message().execution())) {
                send(claimed, reach);
            }
        }
    }

    /** Later than the end of any attempt that {@link #claim} can still begin. */
    private Instant claimEnd(Instant now) {
        return now.plus(options.timeout().multipliedBy(3));
    }

    private void send(ClaimedMessage claimed, Reach reach) {
        CompletionStage<Receipt> sending = channels.send(message(claimed.message()));
        long deadlineNanos = clock.nanos() + options.timeout().toNanos();
        Flight flight = new Flight(claimed, sending.toCompletableFuture(), deadlineNanos);
        flights.put(flight.execution(), flight);
        reach.sent();
        sending.whenComplete((receipt, error) -> answers.offer(new Answer(
                flight, receipt != null ? receipt : new Receipt.Failed("the channel failed: " + error, null, true))));
    }

    private OutgoingMessage message(OutboxRow row) {
        return new OutgoingMessage(
                URI.create(row.replyTo()),
                row.execution() + "." + row.number(),
                source,
                row.type(),
                row.execution().toString(),
                row.at(),
                "%010d".formatted(row.number()),
                row.correlationId(),
                row.data());
    }

    /** Gives up all messages whose time is over, because the receiver has been unreachable for too long. */
    private void expire(String receiver, Reach reach, Instant now) {
        claimedInPass = true;
        boolean found = false;
        for (ClaimedMessage claimed : outbox.claim(receiver, now, now.plus(EXPIRING), EXPIRED_AT_ONCE)) {
            if (isExpired(claimed)) {
                found = true;
                giveUp(claimed, "the receiver has not been reached for " + options.giveUpAfter());
            }
        }
        reach.expire(found);
    }

    private void forgetSome() {
        if (reaches.size() > REACHES_MAX) {
            reaches.values().removeIf(Reach::isForgettable);
        }
    }

    private void publish() {
        int unreachable =
                (int) reaches.values().stream().filter(Reach::isFailing).count();
        stats = new CourierStats(delivered, failed, givenUp, flights.size(), unreachable);
    }

    /** Stops sending. Messages in flight may still be answered, until {@link #isDrained}. */
    public void drain() {
        draining = true;
        signal.run();
    }

    /** Whether, after {@link #drain}, the outcome of every sent message is known and stored. */
    public boolean isDrained() {
        return drained;
    }

    /**
     * Called after the last turn. Messages in flight may or may not arrive. The next engine sends them again once their
     * timeout has passed, rather than at the end of the claim.
     */
    public void close() {
        takeAnswers();
        for (Flight flight : flights.values()) {
            flight.promise().cancel(true);
            Instant over = clock.now().plusNanos(Math.max(0, flight.deadlineNanos() - clock.nanos()));
            unsettled.add(
                    Settlement.failed(flight.claimed(), over, "the engine was closed before there was an answer"));
        }
        flights.clear();
        try {
            settle();
        } catch (StoreException e) {
            LOG.info("the outcome of the last messages is not stored; they are sent again: {}", e.getMessage());
        }
    }
}
