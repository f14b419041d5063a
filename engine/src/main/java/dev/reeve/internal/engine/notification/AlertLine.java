package dev.reeve.internal.engine.notification;

import dev.reeve.DeliveryOptions;
import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.internal.engine.runtime.Loop;
import dev.reeve.internal.engine.runtime.Mailbox;
import dev.reeve.spi.OutgoingMessage;
import dev.reeve.spi.Receipt;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends alerts to one URI, one after the other, and retries each for a while. For one thread, except for answers. */
final class AlertLine {

    /** Maximum number of waiting alerts. One more drops the oldest. */
    static final int WAITING_MAX = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(AlertLine.class);

    private record Answer(OutgoingMessage message, Receipt receipt) {}

    private final URI uri;
    private final Channels channels;
    private final Clock clock;
    private final RandomGenerator random;
    private final DeliveryOptions options;
    private final Deque<OutgoingMessage> waiting = new ArrayDeque<>();
    private final Mailbox<Answer> answers = new Mailbox<>(Integer.MAX_VALUE);
    private @Nullable OutgoingMessage inFlight;
    private @Nullable CompletableFuture<Receipt> promise;
    private long deadlineNanos;
    private long notBeforeNanos;
    private int failures;

    AlertLine(URI uri, Channels channels, Clock clock, RandomGenerator random, DeliveryOptions options) {
        this.uri = uri;
        this.channels = channels;
        this.clock = clock;
        this.random = random;
        this.options = options;
        this.notBeforeNanos = clock.nanos();
    }

    URI uri() {
        return uri;
    }

    void onAnswer(Runnable signal) {
        answers.onMessage(signal);
    }

    void add(OutgoingMessage message) {
        if (waiting.size() >= WAITING_MAX) {
            waiting.poll();
            LOG.warn("alerts for {} are lost, because it does not take them; they are in this log", uri);
        }
        waiting.add(message);
    }

    long runOnce() {
        List<Answer> taken = new ArrayList<>();
        answers.drainTo(taken, Integer.MAX_VALUE);
        taken.forEach(answer -> landed(answer.message(), answer.receipt()));
        long nanos = clock.nanos();
        OutgoingMessage late = inFlight;
        CompletableFuture<Receipt> open = promise;
        if (late != null && open != null && nanos - deadlineNanos >= 0) {
            landed(late, new Receipt.Failed("no answer within " + options.timeout(), null, true));
            open.cancel(true);
        }
        if (inFlight == null && !waiting.isEmpty() && nanos - notBeforeNanos >= 0) {
            send(waiting.getFirst(), nanos);
        }
        if (inFlight != null) {
            return Math.max(1, deadlineNanos - nanos);
        }
        return waiting.isEmpty() ? Loop.UNTIL_WOKEN : Math.max(1, notBeforeNanos - nanos);
    }

    private void send(OutgoingMessage message, long nanos) {
        inFlight = message;
        deadlineNanos = nanos + options.timeout().toNanos();
        CompletionStage<Receipt> sending = channels.send(message);
        promise = sending.toCompletableFuture();
        sending.whenComplete((receipt, error) -> answers.offer(new Answer(
                message, receipt != null ? receipt : new Receipt.Failed("the channel failed: " + error, null, true))));
    }

    private void landed(OutgoingMessage message, Receipt receipt) {
        if (!message.equals(inFlight)) {
            return;
        }
        inFlight = null;
        promise = null;
        if (receipt instanceof Receipt.Failed failed) {
            failures++;
            Duration wait = DeliveryBackoff.after(options, failures - 1, failed.retryAfter(), random);
            notBeforeNanos = clock.nanos() + wait.toNanos();
            LOG.warn("an alert cannot be delivered to {}; retrying in {}: {}", uri, wait, failed.error());
        } else {
            failures = 0;
            waiting.remove(message);
            if (receipt instanceof Receipt.Refused refused) {
                LOG.warn("an alert cannot be delivered to {}; only this log has it: {}", uri, refused.error());
            }
        }
    }
}
