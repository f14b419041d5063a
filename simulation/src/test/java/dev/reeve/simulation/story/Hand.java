package dev.reeve.simulation.story;

import dev.reeve.AttemptToken;
import dev.reeve.Json;
import dev.reeve.internal.test.node.SimNode;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.Beat;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Reply;
import dev.reeve.spi.transport.Report;
import dev.reeve.spi.transport.SessionId;
import dev.reeve.spi.transport.Verdict;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * An agent of a story, with slots for one action. It takes its time, and keeps some attempts forever. For one thread.
 */
final class Hand {

    private static final Duration POLL = Duration.ofMillis(200);

    private final Stage stage;
    private final SimNode node;
    private final Duration takes;
    private final Predicate<AttemptRequest> keeps;
    private final Map<AttemptToken, Duration> holds = new LinkedHashMap<>();
    private final Set<AttemptToken> ended = new HashSet<>();
    private int begun;

    /** @param keeps which attempts it never reports */
    Hand(Stage stage, String action, int slots, Duration takes, Predicate<AttemptRequest> keeps) {
        this(stage, stage.node, action, slots, takes, keeps);
    }

    /** @param node the node that it talks to, which must not end */
    Hand(Stage stage, SimNode node, String action, int slots, Duration takes, Predicate<AttemptRequest> keeps) {
        this.stage = stage;
        this.node = node;
        this.takes = takes;
        this.keeps = keeps;
        var unused = node.node()
                .transport()
                .register(new Registration("hand", Set.of(action), slots))
                .whenComplete((session, error) -> {
                    if (error != null) {
                        stage.breach("an agent was refused: " + error);
                    } else {
                        exchange(session);
                    }
                });
    }

    /** How many attempts it has taken. */
    int begun() {
        return begun;
    }

    /** How many attempts it works on at present. */
    int underWay() {
        return (int) holds.values().stream()
                .filter(until -> until.compareTo(now()) > 0)
                .count();
    }

    private Duration now() {
        return Duration.ofNanos(stage.timeline.nanos());
    }

    private void exchange(SessionId session) {
        List<Report> done = holds.entrySet().stream()
                .filter(held -> held.getValue().compareTo(now()) <= 0)
                .<Report>map(held -> new Report.Completed(held.getKey(), Json.NULL))
                .toList();
        List<Beat> beats =
                holds.keySet().stream().map(token -> new Beat(token, null)).toList();
        var unused = node.node()
                .transport()
                .exchange(session, new Exchange(done, beats), POLL)
                .whenComplete((reply, error) -> {
                    if (error == null) {
                        hear(reply);
                    }
                    stage.timeline.after(POLL, "hand", () -> node.run(() -> exchange(session)));
                });
    }

    private void hear(Reply reply) {
        for (AttemptRequest request : reply.requests()) {
            begun++;
            if (ended.contains(request.token())) {
                stage.breach("%s begins again, and the agent knows its end".formatted(request.token()));
            }
            holds.put(request.token(), keeps.test(request) ? Duration.ofDays(365) : now().plus(takes));
        }
        for (Verdict verdict : reply.verdicts()) {
            holds.remove(verdict.token());
            ended.add(verdict.token());
        }
        reply.cancelled().forEach(holds::remove);
    }
}
