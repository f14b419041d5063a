package dev.reeve.simulation.story;

import dev.reeve.AttemptToken;
import dev.reeve.Json;
import dev.reeve.internal.agent.endpoint.Caller;
import dev.reeve.internal.agent.http.HttpTransport;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.Beat;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Reply;
import dev.reeve.spi.transport.Report;
import dev.reeve.spi.transport.SessionId;
import dev.reeve.spi.transport.UnknownSessionException;
import dev.reeve.spi.transport.Verdict;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Agents have the transport by HTTP to two servers, one of which goes away. Requests and answers are lost, come twice
 * or late, and agents stand still for so long that their sessions end. They go on at the other server, stay with one
 * that answers, and can report all that they hold.
 */
public final class TransportStory {

    private static final Duration POLL = Duration.ofSeconds(3);
    private static final Duration AGAIN = Duration.ofSeconds(1);

    /** More than three requests take to time out, one after the other. */
    private static final Duration SILENCE_MAX = Duration.ofSeconds(80);

    /** As the transport's: after this number of failures in a row, a server counts as away. */
    private static final int FAILURES_MAX = 3;

    private static final Set<String> ACTIONS = Set.of("transport.pack", "transport.ship");

    private static final String WORKFLOW = """
            workflow: transports
            steps:
              pack: { action: transport.pack, completeBy: 30s, retry: { maxAttempts: 20, backoff: 1s } }
              ship:
                after: [pack]
                action: transport.ship
                completeBy: 30s
                retry: { maxAttempts: 20, backoff: 1s }
            """;

    private final Wires wires;
    private final Stage stage;
    private final int leaving;
    private long leavesAt;

    private TransportStory(long seed) {
        wires = new Wires(seed);
        stage = wires.stage;
        leaving = stage.random.nextInt(2);
    }

    public static List<String> run(long seed) {
        return new TransportStory(seed).tell();
    }

    private List<String> tell() {
        wires.open();
        leavesAt = stage.upTo(Wires.BUSY).toNanos();
        stage.deploy(WORKFLOW);
        for (int i = 0; i < 2; i++) {
            Agent agent = new Agent();
            stage.at(Duration.ofSeconds(1), agent::register);
            stage.at(Duration.ofSeconds(1).plus(stage.upTo(Wires.BUSY)), agent::standStill);
        }
        return wires.play("transports", end -> {});
    }

    private long now() {
        return stage.timeline.nanos();
    }

    /** An agent with one conversation at a time. */
    private final class Agent implements WiredClient.Watch {

        private final HttpTransport transport = new HttpTransport(
                List.of(WiredClient.address(0), WiredClient.address(1)),
                () -> "",
                stage.random.nextInt(2),
                "",
                new WiredClient(wires, new Caller("agents", "default"), this));

        private final Set<AttemptToken> working = new HashSet<>();
        private final Map<AttemptToken, Report> reports = new LinkedHashMap<>();
        private final Set<AttemptToken> settled = new HashSet<>();
        private @Nullable SessionId session;
        private int conversation;
        private long stillUntil;
        private long heardAt;

        /** The server that the agent registers at, and the failures in a row that it has seen there. */
        private int server = -1;

        private int failures;
        private boolean mayLeave = true;

        // the view of the network

        @Override
        public boolean reaches(int target, String path) {
            if (path.equals("/v1/agents") && target != server) {
                if (!mayLeave) {
                    stage.breach("an agent leaves a server that answers");
                }
                server = target;
                failures = 0;
                mayLeave = false;
            }
            return target != leaving || now() < leavesAt;
        }

        @Override
        public void ended(int target, boolean answered) {
            if (target != server) {
                return;
            }
            failures = answered ? 0 : failures + 1;
            if (failures == FAILURES_MAX) {
                mayLeave = true;
                failures = 0;
            }
        }

        // the agent

        private void standStill() {
            stillUntil = now()
                    + Duration.ofSeconds(20)
                            .plus(stage.upTo(Duration.ofSeconds(20)))
                            .toNanos();
            heardAt = stillUntil;
        }

        private void register() {
            int mine = ++conversation;
            session = null;
            transport.register(new Registration("agent", ACTIONS, 2)).whenComplete((id, error) -> {
                if (mine != conversation) {
                    return;
                }
                if (error == null) {
                    heard();
                    session = id;
                    talk(mine);
                } else {
                    wires.later(AGAIN, () -> again(mine));
                }
            });
        }

        private void again(int mine) {
            if (mine == conversation) {
                silent();
                register();
            }
        }

        private void heard() {
            heardAt = Math.max(heardAt, now());
        }

        private void silent() {
            if (now() - heardAt > SILENCE_MAX.toNanos()) {
                stage.breach("an agent has no answer for %s, and a server is there".formatted(SILENCE_MAX));
            }
        }

        private void talk(int mine) {
            SessionId open = session;
            if (mine != conversation || open == null) {
                return;
            }
            if (now() < stillUntil) {
                wires.later(Duration.ofNanos(stillUntil - now()), () -> talk(mine));
                return;
            }
            silent();
            sent(open).whenComplete((reply, error) -> {
                if (reply != null) {
                    heard();
                    hear(reply);
                }
                if (mine != conversation) {
                    return;
                }
                if (Wires.cause(error) instanceof UnknownSessionException) {
                    register();
                } else {
                    wires.later(error == null ? Duration.ofMillis(100) : AGAIN, () -> talk(mine));
                }
            });
        }

        private CompletionStage<Reply> sent(SessionId open) {
            List<Beat> beats =
                    working.stream().map(token -> new Beat(token, null)).toList();
            Duration wait = reports.isEmpty() && beats.isEmpty() ? POLL : Duration.ofMillis(500);
            return transport.exchange(open, new Exchange(List.copyOf(reports.values()), beats), wait);
        }

        private void hear(Reply reply) {
            for (Verdict verdict : reply.verdicts()) {
                reports.remove(verdict.token());
                settled.add(verdict.token());
            }
            for (AttemptRequest request : reply.requests()) {
                AttemptToken token = request.token();
                if (!settled.contains(token) && !reports.containsKey(token) && working.add(token)) {
                    wires.later(stage.upTo(Duration.ofSeconds(8)), () -> {
                        working.remove(token);
                        reports.put(token, new Report.Completed(token, Json.NULL));
                    });
                }
            }
        }
    }
}
