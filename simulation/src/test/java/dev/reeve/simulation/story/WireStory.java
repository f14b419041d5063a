package dev.reeve.simulation.story;

import dev.reeve.AttemptToken;
import dev.reeve.Cause;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.internal.agent.endpoint.Caller;
import dev.reeve.internal.agent.protocol.ExchangeCodec;
import dev.reeve.internal.agent.protocol.Pace;
import dev.reeve.internal.agent.protocol.RegistrationCodec;
import dev.reeve.internal.agent.protocol.ReplyCodec;
import dev.reeve.internal.engine.scheduler.message.Ended;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.Beat;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Report;
import dev.reeve.spi.transport.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Agents talk to two nodes with the documents of the protocol. Requests and answers are lost, come twice or late, or
 * reach the other node. Another agent repeats tokens that it overhears. Agents learn the truth, nothing of the other
 * agent counts, and a charge that may have been done is undone.
 */
public final class WireStory {

    private static final Duration POLL = Duration.ofSeconds(5);
    private static final Set<String> ACTIONS = Set.of("wire.charge", "wire.refund", "wire.ship");

    private static final String WORKFLOW = """
            workflow: wire
            steps:
              charge:
                action: wire.charge
                completeBy: 6s
                retry: { maxAttempts: 3, backoff: 1s }
                compensate: { action: wire.refund, completeBy: 6s, retry: { maxAttempts: 100, backoff: 1s } }
              ship: { after: [charge], action: wire.ship, completeBy: 6s, retry: { maxAttempts: 3, backoff: 1s } }
            output: "${ steps.charge.output }"
            """;

    private final Wires wires;
    private final Stage stage;
    private final Set<ExecutionId> charged = new HashSet<>();
    private final Set<ExecutionId> refunded = new HashSet<>();
    private final Map<ExecutionId, AttemptToken> accepted = new HashMap<>();
    private final List<String> overheard = new ArrayList<>();

    private WireStory(long seed) {
        wires = new Wires(seed);
        stage = wires.stage;
    }

    public static List<String> run(long seed) {
        return new WireStory(seed).tell();
    }

    private List<String> tell() {
        wires.open();
        stage.deploy(WORKFLOW);
        for (int i = 0; i < 2; i++) {
            Honest agent = new Honest();
            stage.at(Duration.ofSeconds(1), agent::register);
        }
        Thief thief = new Thief();
        stage.at(Duration.ofSeconds(1), thief::register);
        return wires.play("wire", this::judge);
    }

    private void judge(Ended end) {
        boolean completed = end.status() == ExecutionStatus.COMPLETED;
        if (completed && String.valueOf(end.output()).contains("stolen")) {
            stage.breach("the result of another agent counts: " + end);
        }
        if (!completed && charged.contains(end.id()) && !refunded.contains(end.id())) {
            stage.breach("%s ended as %s, and its charge may have been done and was not undone"
                    .formatted(end.id(), end.status()));
        }
    }

    /** An agent of one credential, at the far end of the network. */
    private abstract class Party {

        private final Caller caller;

        @Nullable String session;

        int server;
        private long registration;

        private Party(String principal) {
            this.caller = new Caller(principal, "default");
        }

        void register() {
            long number = ++registration;
            session = null;
            server = stage.random.nextInt(2);
            String document = RegistrationCodec.write(new Registration(caller.principal(), actions(), 2));
            wires.ask(
                    server,
                    node -> node.register(caller, document),
                    answer -> {
                        if (number == registration) {
                            registration++;
                            session = RegistrationCodec.readRegistered(answer).session();
                            talk();
                        }
                    },
                    error -> {});
            wires.later(Duration.ofSeconds(3), () -> {
                if (number == registration) {
                    register();
                }
            });
        }

        abstract Set<String> actions();

        abstract void talk();

        /** Sends an exchange to the agent's server, or now and then to the other one. */
        void exchange(String document, Consumer<String> heard) {
            String open = session;
            if (open == null) {
                return;
            }
            int target = stage.random.nextInt(50) == 0 ? 1 - server : server;
            wires.ask(target, node -> node.exchange(caller, open, document), heard, error -> {
                if (open.equals(session)) {
                    register();
                }
            });
        }
    }

    /** Does the work, at times slowly or with an unknown outcome. */
    private final class Honest extends Party {

        private final Map<AttemptToken, String> texts = new HashMap<>();
        private final Set<AttemptToken> working = new HashSet<>();
        private final Map<AttemptToken, Report> reports = new LinkedHashMap<>();

        private Honest() {
            super("honest");
        }

        @Override
        Set<String> actions() {
            return ACTIONS;
        }

        @Override
        void talk() {
            if (session == null) {
                return;
            }
            String before = session;
            List<Beat> beats =
                    working.stream().map(token -> new Beat(token, null)).toList();
            Exchange exchange = new Exchange(List.copyOf(reports.values()), beats);
            exchange(ExchangeCodec.write(exchange, POLL, token -> texts.getOrDefault(token, "")), this::heard);
            wires.later(Duration.ofMillis(700), () -> {
                if (before.equals(session)) {
                    talk();
                }
            });
        }

        private void heard(String answer) {
            ReplyCodec.Received received = ReplyCodec.read(answer, Pace.STANDARD);
            texts.putAll(received.tokens());
            overheard.addAll(received.tokens().values());
            received.reply().verdicts().forEach(this::heard);
            for (AttemptRequest request : received.reply().requests()) {
                if (!reports.containsKey(request.token()) && working.add(request.token())) {
                    wires.later(stage.upTo(Duration.ofSeconds(7)), () -> perform(request));
                }
            }
        }

        private void heard(Verdict verdict) {
            Report report = reports.remove(verdict.token());
            AttemptToken token = verdict.token();
            boolean counts = verdict.refused() == null && report instanceof Report.Completed;
            if (counts
                    && token.purpose() == Purpose.FORWARD
                    && token.step().toString().equals("charge")) {
                AttemptToken before = accepted.putIfAbsent(token.execution(), token);
                if (before != null && !before.equals(token)) {
                    stage.breach("agents learnt that two attempts of a step count: %s and %s".formatted(before, token));
                }
            }
        }

        private void perform(AttemptRequest request) {
            AttemptToken token = request.token();
            working.remove(token);
            reports.put(token, result(request, token));
        }

        private Report result(AttemptRequest request, AttemptToken token) {
            switch (request.action()) {
                case "wire.charge" -> {
                    charged.add(token.execution());
                    if (stage.random.nextInt(3) == 0) {
                        return failed(token, Cause.BUSINESS, true);
                    }
                }
                case "wire.refund" -> refunded.add(token.execution());
                default -> {
                    if (stage.random.nextInt(3) == 0) {
                        return failed(token, Cause.BUSINESS, false);
                    }
                }
            }
            return new Report.Completed(token, new Json("\"attempt " + token.attempt() + "\""));
        }

        private static Report failed(AttemptToken token, Cause cause, boolean possiblyDone) {
            return new Report.Failed(token, new Failure(cause, "WIRE", "as the story goes", null, null, possiblyDone));
        }
    }

    /** Reports results for tokens that other agents received. */
    private final class Thief extends Party {

        private Thief() {
            super("thief");
        }

        @Override
        Set<String> actions() {
            return Set.of("wire.nothing");
        }

        @Override
        void talk() {
            if (session == null) {
                return;
            }
            String before = session;
            if (!overheard.isEmpty()) {
                String token = overheard.getLast();
                exchange(
                        "{\"reports\":[{\"token\":\"%s\",\"output\":\"stolen\"}],\"waitMillis\":0}".formatted(token),
                        answer -> {});
            }
            wires.later(Duration.ofSeconds(1), () -> {
                if (before.equals(session)) {
                    talk();
                }
            });
        }
    }
}
