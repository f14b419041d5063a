package dev.reeve.simulation.world;

import dev.reeve.internal.test.node.SimNode;
import dev.reeve.simulation.check.Milestone;
import dev.reeve.spi.MessageChannel;
import dev.reeve.spi.OutgoingMessage;
import dev.reeve.spi.Receipt;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Receivers of status messages. They are down, slow, forgetful, or want no more messages. */
final class Receivers {

    private static final int COUNT = 3;
    private static final long DOWN_MAX_NANOS = Duration.ofMinutes(3).toNanos();
    private static final long SLOW_MAX_NANOS = Duration.ofSeconds(40).toNanos();
    private static final long TRIP_MAX_NANOS = Duration.ofMillis(50).toNanos();

    private final Scene scene;
    private final RandomGenerator random;
    private final long[] downUntil = new long[COUNT];

    Receivers(Scene scene) {
        this.scene = scene;
        this.random = scene.fate.source("receivers");
    }

    static URI uri(int number) {
        return URI.create("sim://receiver%d/hook".formatted(number % COUNT));
    }

    /** The channel from one node to the receivers. It dies with the node. */
    MessageChannel channel(SimNode node) {
        return new MessageChannel() {
            @Override
            public Set<String> schemes() {
                return Set.of("sim");
            }

            @Override
            public void check(URI replyTo) {}

            @Override
            public CompletionStage<Receipt> send(OutgoingMessage message) {
                CompletableFuture<Receipt> promise = new CompletableFuture<>();
                after(TRIP_MAX_NANOS, "message", () -> {
                    Receipt receipt = take(message);
                    if (receipt != null) {
                        long max = scene.happens(WorldFault.RECEIVER_SLOW) ? SLOW_MAX_NANOS : TRIP_MAX_NANOS;
                        after(max, "receipt", () -> node.run(() -> promise.complete(receipt)));
                    }
                });
                return promise;
            }
        };
    }

    private void after(long maxNanos, String what, Runnable task) {
        scene.timeline.after(Duration.ofNanos(random.nextLong(maxNanos)), what, task);
    }

    /** Null if the answer never comes. */
    private @Nullable Receipt take(OutgoingMessage message) {
        int number = message.replyTo().getHost().charAt("receiver".length()) - '0';
        long now = scene.timeline.nanos();
        if (scene.happens(WorldFault.RECEIVER_DOWN)) {
            downUntil[number] = now + random.nextLong(DOWN_MAX_NANOS);
        }
        if (!scene.fate.isHealed() && now < downUntil[number]) {
            return new Receipt.Failed("down", random.nextBoolean() ? Duration.ofSeconds(20) : null, true);
        }
        if (scene.happens(WorldFault.RECEIVER_GONE)) {
            scene.sometimes.saw(Milestone.MESSAGE_GIVEN_UP);
            return new Receipt.Refused("wants no more");
        }
        if (scene.happens(WorldFault.RECEIVER_REFUSES)) {
            return new Receipt.Failed("does not understand it", null, false);
        }
        scene.story.tell(() -> "receiver %d takes %s %s".formatted(number, message.id(), message.type()));
        scene.judge.mailroom().arrived(message);
        if (scene.happens(WorldFault.RECEIVER_SILENT)) {
            return null;
        }
        return scene.happens(WorldFault.RECEIVER_ERRS)
                ? new Receipt.Failed("took it and says that it did not", null, true)
                : Receipt.DELIVERED;
    }
}
