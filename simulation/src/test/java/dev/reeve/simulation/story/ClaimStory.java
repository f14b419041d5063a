package dev.reeve.simulation.story;

import dev.reeve.AttemptToken;
import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.ReeveException;
import dev.reeve.internal.agent.endpoint.AgentEndpoints;
import dev.reeve.internal.agent.endpoint.Caller;
import dev.reeve.internal.agent.protocol.Pace;
import dev.reeve.internal.agent.protocol.ReplyCodec;
import dev.reeve.spi.transport.AttemptRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Agents without a session claim one attempt after the other from two servers, each with a key. They repeat claims and
 * reports until they hear the answer, and report to the other server, too. A repeated claim gets the same attempt with
 * the time that is left, each report is decided, agents learn the truth, and the tokens are of no use to others.
 */
public final class ClaimStory {

    private static final int SHELLS = 3;

    /**
     * The time of an attempt counts from when it was asked for, so two claims that get the same one learn of times that
     * differ by at most their waits.
     */
    private static final long WAITS = Duration.ofMillis(3_010).toNanos();

    /** Reports arrive this long before complete-by, or the story does not expect that they count. */
    private static final long IN_TIME = Duration.ofSeconds(1).toNanos();

    /** Answers without a decision after which a report counts as stuck. */
    private static final int UNDECIDED_MAX = 6;

    private static final String CLAIM = """
            {"agent":"shell","actions":["claim.charge","claim.ship"],"waitMillis":3000}""";

    private static final String WORKFLOW = """
            workflow: claims
            steps:
              charge: { action: claim.charge, completeBy: 20s, retry: { maxAttempts: 20, backoff: 1s } }
              ship:
                after: [charge]
                action: claim.ship
                completeBy: 20s
                retry: { maxAttempts: 20, backoff: 1s }
            output: "${ steps.charge.output }"
            """;

    /** An attempt that a server has given to a caller. */
    private static final class Claimed {
        private final AttemptToken token;

        /** On the clock of the story. */
        private final long deadline;

        private boolean reported;
        private boolean inTime;
        private boolean accepted;
        private int undecided;

        private Claimed(AttemptToken token, long deadline) {
            this.token = token;
            this.deadline = deadline;
        }
    }

    private record Step(ExecutionId execution, String step) {}

    private final Wires wires;
    private final Stage stage;

    /** By the text of their tokens. */
    private final Map<String, Claimed> claimed = new HashMap<>();

    /** The attempt that each key got. */
    private final Map<String, String> given = new HashMap<>();

    private final Map<Step, AttemptToken> accepted = new HashMap<>();
    private final Set<String> settled = new HashSet<>();
    private @Nullable String overheard;

    private ClaimStory(long seed) {
        wires = new Wires(seed);
        stage = wires.stage;
    }

    public static List<String> run(long seed) {
        return new ClaimStory(seed).tell();
    }

    private List<String> tell() {
        wires.open();
        stage.deploy(WORKFLOW);
        for (int i = 0; i < SHELLS; i++) {
            Shell shell = new Shell("shell-" + i);
            stage.at(Duration.ofSeconds(1), shell::next);
        }
        stage.at(Duration.ofSeconds(1), this::steal);
        return wires.play("claims", end -> {});
    }

    /** A caller with another credential tries a token that it has overheard. */
    private void steal() {
        String token = overheard;
        if (token != null) {
            wires.ask(
                    stage.random.nextInt(2),
                    server -> server.complete(new Caller("thief", "default"), token, "{\"output\":\"stolen\"}"),
                    answer -> stage.breach("the result of another credential counts: " + answer),
                    error -> {});
        }
        wires.later(Duration.ofSeconds(2), this::steal);
    }

    private long now() {
        return stage.timeline.nanos();
    }

    /** A server has answered a claim, though the answer may be lost. */
    private void given(String key, String answer) {
        ReplyCodec.Received received = ReplyCodec.read(answer, Pace.STANDARD);
        for (AttemptRequest request : received.reply().requests()) {
            String text = received.tokens().getOrDefault(request.token(), "");
            long deadline = now() + request.remaining().toNanos();
            Claimed first = claimed.putIfAbsent(text, new Claimed(request.token(), deadline));
            if (first != null && Math.abs(first.deadline - deadline) > WAITS) {
                stage.breach("a caller that asks again learns another complete-by: " + request.token());
            }
            String before = given.put(key, text);
            Claimed other = before == null || before.equals(text) ? null : claimed.get(before);
            if (other != null && !other.reported && now() < other.deadline) {
                stage.breach(
                        "a repeated claim gets another attempt: %s and %s".formatted(other.token, request.token()));
            }
        }
    }

    private static boolean is(ErrorCode code, @Nullable Throwable error) {
        return Wires.cause(error) instanceof ReeveException known && known.code() == code;
    }

    /** An agent that needs nothing but HTTP. */
    private final class Shell {

        private final Caller caller = new Caller("shells", "default");
        private final String name;
        private int number;
        private int server;
        private String key = "";
        private @Nullable String token;

        private Shell(String name) {
            this.name = name;
        }

        private void next() {
            key = name + "-" + ++number;
            server = stage.random.nextInt(2);
            token = null;
            claim(key);
        }

        private void claim(String mine) {
            wires.ask(
                    server,
                    node -> answered(node, mine),
                    answer -> {
                        if (mine.equals(key) && token == null) {
                            heard(ReplyCodec.read(answer, Pace.STANDARD));
                        }
                    },
                    error -> {});
            wires.later(Duration.ofSeconds(4), () -> {
                if (mine.equals(key) && token == null) {
                    claim(mine);
                }
            });
        }

        private CompletionStage<String> answered(AgentEndpoints node, String mine) {
            return node.claim(caller, CLAIM, mine).whenComplete((answer, error) -> {
                if (answer != null) {
                    given(mine, answer);
                }
            });
        }

        private void heard(ReplyCodec.Received received) {
            if (received.tokens().isEmpty()) {
                next();
                return;
            }
            String text = received.tokens().values().iterator().next();
            token = text;
            overheard = text;
            int target = stage.random.nextInt(4) == 0 ? 1 - server : server;
            boolean slow = stage.random.nextInt(6) == 0;
            wires.later(stage.upTo(Duration.ofSeconds(slow ? 30 : 6)), () -> report(text, target));
        }

        /** Repeats the report until its verdict is known. */
        private void report(String text, int target) {
            Claimed mine = claimed.get(text);
            if (mine == null || settled.contains(text)) {
                return;
            }
            wires.ask(target, node -> decided(node, text, mine), answer -> verdict(text, mine, true), error -> {
                if (is(ErrorCode.REFUSED, error)) {
                    verdict(text, mine, false);
                }
            });
            wires.later(Duration.ofSeconds(3), () -> report(text, target));
        }

        private CompletionStage<String> decided(AgentEndpoints node, String text, Claimed mine) {
            if (!mine.reported) {
                mine.reported = true;
                mine.inTime = now() < mine.deadline - IN_TIME;
            }
            String output = "{\"output\":\"attempt %d\"}".formatted(mine.token.attempt());
            return node.complete(caller, text, output).whenComplete((answer, error) -> {
                mine.accepted |= answer != null;
                if (is(ErrorCode.STORE_UNAVAILABLE, error) && ++mine.undecided == UNDECIDED_MAX) {
                    stage.breach("nobody decides about the report of " + mine.token);
                }
            });
        }

        private void verdict(String text, Claimed mine, boolean counts) {
            if (!settled.add(text)) {
                return;
            }
            AttemptToken attempt = mine.token;
            if (counts) {
                Step step = new Step(attempt.execution(), attempt.step().toString());
                AttemptToken before = accepted.putIfAbsent(step, attempt);
                if (before != null && !before.equals(attempt)) {
                    stage.breach(
                            "agents learnt that two attempts of a step count: %s and %s".formatted(before, attempt));
                }
            } else if (mine.inTime && !mine.accepted) {
                stage.breach("a result that came in time does not count: " + attempt);
            }
            next();
        }
    }
}
