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
import java.util.function.Function;
import java.util.function.Predicate;

/** An agent of a story, with slots for a few actions. It takes its time, and keeps some attempts. For one thread. */
final class Hand {

    private static final Duration POLL = Duration.ofMillis(200);

    private final Stage stage;
    private final SimNode node;
    private final Duration takes;
    private final Predicate<AttemptRequest> keeps;
    private final Function<AttemptRequest, Report> answer;
    private final Map<AttemptToken, Held> holds = new LinkedHashMap<>();
    private final Set<AttemptToken> ended = new HashSet<>();
    private int begun;

    /** @param keeps which attempts it never reports */
    Hand(Stage stage, String action, int slots, Duration takes, Predicate<AttemptRequest> keeps) {
        this(stage, stage.node, action, slots, takes, keeps);
    }

    /** @param node the node that it talks to, which must not end */
    Hand(Stage stage, SimNode node, String action, int slots, Duration takes, Predicate<AttemptRequest> keeps) {
        this(stage, node, new Registration("hand", Set.of(action), slots), takes, keeps, Hand::done);
    }

    /** An agent that reports every attempt. */
    static Hand thatAnswers(
            Stage stage, Set<String> actions, int slots, Duration takes, Function<AttemptRequest, Report> answer) {
        Registration registration = new Registration("hand", actions, slots);
        return new Hand(stage, stage.node, registration, takes, request -> false, answer);
    }

    private Hand(
            Stage stage,
            SimNode node,
            Registration registration,
            Duration takes,
            Predicate<AttemptRequest> keeps,
            Function<AttemptRequest, Report> answer) {
        this.stage = stage;
        this.node = node;
        this.takes = takes;
        this.keeps = keeps;
        this.answer = answer;
        var unused = node.node().transport().register(registration).whenComplete((session, error) -> {
            if (error != null) {
                stage.breach("an agent was refused: " + error);
            } else {
                exchange(session);
            }
        });
    }

    private static Report done(AttemptRequest request) {
        return new Report.Completed(request.token(), Json.NULL);
    }

    /** How many attempts it has taken. */
    int begun() {
        return begun;
    }

    /** How many attempts it works on at present. */
    int underWay() {
        return (int) holds.values().stream()
                .filter(held -> held.until().compareTo(now()) > 0)
                .count();
    }

    private Duration now() {
        return Duration.ofNanos(stage.timeline.nanos());
    }

    private void exchange(SessionId session) {
        List<Report> done = holds.values().stream()
                .filter(held -> held.until().compareTo(now()) <= 0)
                .map(Held::report)
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
            Duration until = keeps.test(request) ? Duration.ofDays(365) : now().plus(takes);
            holds.put(request.token(), new Held(until, answer.apply(request)));
        }
        for (Verdict verdict : reply.verdicts()) {
            holds.remove(verdict.token());
            ended.add(verdict.token());
        }
        reply.cancelled().forEach(holds::remove);
    }

    private record Held(Duration until, Report report) {}
}
