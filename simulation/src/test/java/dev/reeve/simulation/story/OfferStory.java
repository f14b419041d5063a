package dev.reeve.simulation.story;

import dev.reeve.Json;
import dev.reeve.UnofferedAction;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.SessionId;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Steps wait for an action that nobody offers, until an agent comes. It is an incident when it has
 * lasted for as long as the node says, not before, and over when the action is offered.
 */
public final class OfferStory {

    private static final Duration AFTER = Duration.ofMinutes(5);

    /** Looked at each second, and told aside. */
    private static final Duration MARGIN = Duration.ofSeconds(5);

    private static final Duration POLL = Duration.ofSeconds(10);
    private static final Duration LENGTH = Duration.ofMinutes(40);

    private final Stage stage;
    private @Nullable Duration unofferedSince;
    private @Nullable Duration offeredSince;
    private boolean polls;

    private OfferStory(long seed) {
        stage = new Stage(seed, Stage.OPTIONS.withUnofferedAfter(AFTER), store -> store);
    }

    public static List<String> run(long seed) {
        return new OfferStory(seed).tell();
    }

    private List<String> tell() {
        stage.deploy("""
                workflow: call
                version: 1
                steps: { call: { action: nobody.does, completeBy: 10h } }
                """);
        Duration begin = stage.upTo(Duration.ofMinutes(2));
        // more than there are slots, so that something waits for as long as the story lasts
        for (int i = 0; i < 3; i++) {
            stage.at(begin, () -> stage.start("call", Json.EMPTY_OBJECT, id -> {}));
        }
        stage.at(begin, () -> unofferedSince = now());
        stage.at(begin.plus(stage.upTo(Duration.ofMinutes(15))), this::come);
        stage.every(Duration.ofSeconds(1), this::look);
        return stage.play(LENGTH);
    }

    private Duration now() {
        return Duration.ofNanos(stage.timeline.nanos());
    }

    private void come() {
        var unused = stage.node
                .node()
                .transport()
                .register(new Registration("late", Set.of("nobody.does"), 1))
                .whenComplete((session, error) -> {
                    if (error != null) {
                        stage.breach("an agent was refused: " + error);
                        return;
                    }
                    unofferedSince = null;
                    offeredSince = now();
                    polls = true;
                    poll(session);
                });
    }

    private void poll(SessionId session) {
        if (polls) {
            var unused = stage.node.node().transport().exchange(session, Exchange.NOTHING, POLL);
            stage.timeline.after(POLL, "story", () -> stage.node.run(() -> poll(session)));
        }
    }

    private void look() {
        List<UnofferedAction> incidents = stage.node.node().unoffered();
        Duration since = unofferedSince;
        Duration offered = offeredSince;
        if (since != null) {
            Duration lasted = now().minus(since);
            if (!incidents.isEmpty() && lasted.compareTo(AFTER.minus(MARGIN)) < 0) {
                stage.breach("an incident after %s: %s".formatted(lasted, incidents));
            }
            if (incidents.isEmpty() && lasted.compareTo(AFTER.plus(MARGIN)) > 0) {
                stage.breach("nobody offers what steps have waited for for %s, and nobody is told".formatted(lasted));
            }
        } else if (offered != null
                && !incidents.isEmpty()
                && now().minus(offered).compareTo(MARGIN) > 0) {
            stage.breach("it is offered, and still an incident: " + incidents);
        }
    }
}
