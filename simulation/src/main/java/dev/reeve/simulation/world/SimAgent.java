package dev.reeve.simulation.world;

import dev.reeve.AttemptToken;
import dev.reeve.Json;
import dev.reeve.internal.test.node.SimNode;
import dev.reeve.simulation.check.Milestone;
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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A process that performs actions, at the far end of a bad connection. It follows the agents' protocol, most of the
 * time.
 */
final class SimAgent {

    private static final Duration POLL = Duration.ofSeconds(20);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration AGAIN = Duration.ofSeconds(1);

    private final Scene scene;
    private final ServiceWatch services;
    private final String name;
    private final String namespace;
    private final Registration registration;
    private final RandomGenerator random;

    /** The node beside which it runs, as long as that node lives; null if it may be anywhere. */
    private final @Nullable SimNode home;

    final Network.Line toNode = new Network.Line();
    final Network.Line toAgent = new Network.Line();

    /** Number of the current process. Tasks of an earlier process have no effect. */
    private int life;

    private boolean alive = true;
    private boolean paused;
    private boolean retired;
    private final Deque<Runnable> deferred = new ArrayDeque<>();
    private @Nullable SimNode node;
    private @Nullable SessionId session;

    /** The registration of the node from which the last answer came. */
    private @Nullable String sender;

    private long exchanges;
    private long answered;
    private final Map<AttemptToken, SimAttempt> handlers = new LinkedHashMap<>();
    private final Map<AttemptToken, Report> reports = new LinkedHashMap<>();

    /** Attempts that ended without a report, so that only complete-by can tell. */
    private final Set<AttemptToken> unsaid = new HashSet<>();

    SimAgent(
            Scene scene,
            ServiceWatch services,
            String name,
            String namespace,
            Set<String> actions,
            int slots,
            @Nullable SimNode home) {
        this.scene = scene;
        this.services = services;
        this.name = name;
        this.namespace = namespace;
        this.home = home;
        this.registration = new Registration(name, actions, slots);
        this.random = scene.fate.source(name);
    }

    String name() {
        return name;
    }

    String namespace() {
        return namespace;
    }

    void start() {
        alive = true;
        life++;
        later(Duration.ofMillis(1 + random.nextInt(100)), "register", this::register);
    }

    /** Forgets everything that it held. The node is not notified. */
    void crash() {
        scene.story.tell(() -> name + " dies with " + handlers.keySet());
        alive = false;
        life++;
        session = null;
        handlers.clear();
        reports.clear();
        unsaid.clear();
        deferred.clear();
        retired |= home != null && !home.isAlive();
    }

    /** Crashes, and starts again later. */
    void die() {
        crash();
        scene.timeline.after(Duration.ofMillis(200 + scene.random.nextInt(20_000)), "agent", () -> {
            if (!alive && !retired) {
                start();
            }
        });
    }

    void pause() {
        paused = true;
    }

    void resume() {
        paused = false;
        Runnable task;
        while (!paused && (task = deferred.poll()) != null) {
            task.run();
        }
    }

    boolean isAlive() {
        return alive;
    }

    /** The number of the current process. */
    int life() {
        return life;
    }

    /** Whether it performs this attempt, has yet to report it, or lives but will never report it. */
    boolean has(AttemptToken token) {
        return handlers.containsKey(token) || reports.containsKey(token) || unsaid.contains(token);
    }

    /** Whether it performs the attempt and has had the node's attention for it all the time. */
    boolean holds(AttemptToken token) {
        SimAttempt handler = handlers.get(token);
        return handler != null
                && !paused
                && handler.isUndisturbed()
                && handler.isOf(node)
                && session != null
                && node != null
                && node.isAlive()
                && !node.isPaused();
    }

    /** Something happened after which its attempts may be given up at any time. */
    void disturb(@Nullable SimNode at) {
        if (at == null || at == node) {
            handlers.values().forEach(SimAttempt::disturb);
        }
    }

    boolean livesAt(SimNode other) {
        return home == other;
    }

    /** Whether it has ended permanently, after its node. */
    boolean isRetired() {
        return retired;
    }

    private @Nullable SimNode nodeToServe() {
        return home != null && home.isAlive() ? home : scene.someNode(random);
    }

    boolean isIdle() {
        return handlers.isEmpty() && reports.isEmpty();
    }

    /** Runs a task later in the life of this process; while paused, after the pause. */
    void later(Duration delay, String what, Runnable task) {
        int now = life;
        scene.timeline.after(delay, what, () -> here(now, task));
    }

    private void here(int thatLife, Runnable task) {
        if (life != thatLife) {
            return;
        }
        if (paused) {
            deferred.add(() -> here(thatLife, task));
        } else {
            task.run();
        }
    }

    // Requests to a node

    private interface Question<T> {
        CompletionStage<T> ask(SimNode node);
    }

    private interface Hearing<T> {
        void heard(@Nullable T answer, @Nullable Throwable error);
    }

    private <T> void ask(SimNode target, String what, Question<T> question, Hearing<T> hearing) {
        int asking = life;
        scene.network.send(toNode, what, () -> {
            if (!target.isAlive()) {
                scene.network.send(
                        toAgent, "refused", () -> here(asking, () -> hearing.heard(null, new IllegalStateException())));
                return;
            }
            target.run(() -> question.ask(target).whenComplete((answer, error) -> {
                Throwable cause = error instanceof CompletionException wrapper ? wrapper.getCause() : error;
                String from = scene.registrations == null ? null : scene.registrations.sender(target);
                scene.network.send(
                        toAgent,
                        "reply",
                        () -> here(asking, () -> {
                            sender = from;
                            hearing.heard(answer, cause);
                        }));
            }));
        });
    }

    private void register() {
        if (home != null && !home.isAlive() && isIdle()) {
            retired = true;
            crash();
            return;
        }
        disturb(null);
        SimNode target = nodeToServe();
        long number = ++exchanges;
        if (target == null) {
            later(AGAIN, "register", () -> registerAgain(number));
            return;
        }
        later(PATIENCE, "register", () -> registerAgain(number));
        ask(target, "register", there -> there.node().transport(namespace).register(registration), (id, error) -> {
            if (number != exchanges) {
                return;
            }
            if (id == null) {
                exchanges++;
                later(AGAIN, "register", this::register);
            } else {
                node = target;
                session = id;
                exchange(true);
            }
        });
    }

    private void registerAgain(long number) {
        if (number == exchanges && session == null) {
            register();
        }
    }

    /** @param beats whether to send heartbeats for the held attempts */
    private void exchange(boolean beats) {
        SessionId id = session;
        SimNode target = node;
        if (id == null || target == null) {
            return;
        }
        List<Beat> said = new ArrayList<>();
        if (beats) {
            handlers.values().forEach(handler -> handler.beat(said));
        }
        Exchange exchange = new Exchange(List.copyOf(reports.values()), said);
        long number = ++exchanges;
        long askedAt = scene.timeline.nanos();
        later(POLL.plus(PATIENCE), "no answer", () -> {
            if (number == exchanges && id.equals(session)) {
                session = null;
                register();
            }
        });
        ask(
                target,
                "exchange",
                there -> there.node().transport(namespace).exchange(id, exchange, POLL),
                (reply, error) -> {
                    if (reply != null) {
                        heard(reply, askedAt);
                        if (number > answered) {
                            answered = number;
                        }
                        if (number == exchanges && id.equals(session)) {
                            exchange(false);
                        }
                    } else if (id.equals(session) && number == exchanges) {
                        session = null;
                        later(
                                error instanceof UnknownSessionException ? Duration.ZERO : AGAIN,
                                "register",
                                this::register);
                    }
                });
    }

    private void heard(Reply reply, long askedAt) {
        for (Verdict verdict : reply.verdicts()) {
            Report report = reports.remove(verdict.token());
            if (verdict.refused() == null) {
                scene.judge.reportAccepted(verdict.token());
            } else if (report != null) {
                scene.sometimes.saw(Milestone.REPORT_REFUSED);
            } else {
                scene.sometimes.saw(Milestone.FORGED_REFUSED);
            }
        }
        for (AttemptToken cancelled : reply.cancelled()) {
            SimAttempt handler = handlers.get(cancelled);
            if (handler != null && random.nextBoolean()) {
                handler.stop();
            }
        }
        for (AttemptRequest request : reply.requests()) {
            if (!scene.ledger.hasBegun(request.token())) {
                SimAttempt handler = new SimAttempt(scene, services, this, random, request, node, askedAt);
                handlers.put(request.token(), handler);
                if (scene.registrations != null && scene.registrations.isOver(sender)) {
                    handler.disturb();
                }
                handler.begin();
            }
        }
    }

    // Calls by handlers

    boolean talksTo(@Nullable SimNode other) {
        return node == other;
    }

    /** The attempt has ended without a report. */
    void ended(AttemptToken token) {
        handlers.remove(token);
        unsaid.add(token);
    }

    void report(Report report) {
        handlers.remove(report.token());
        reports.put(report.token(), report);
        if (scene.happens(WorldFault.REPORT_TWICE)) {
            scene.sometimes.saw(Milestone.REPORT_TWICE);
            later(Duration.ofMillis(random.nextInt(5_000)), "again", () -> {
                reports.put(report.token(), report);
                exchange(false);
            });
        }
        exchange(false);
        later(Duration.ofSeconds(10), "repeat report", () -> repeat(report.token()));
    }

    private void repeat(AttemptToken token) {
        if (reports.containsKey(token)) {
            exchange(false);
            later(Duration.ofSeconds(10), "repeat report", () -> repeat(token));
        }
    }

    /** Sends one report without a right to it. */
    void forge(AttemptToken token) {
        SessionId id = session;
        SimNode target = node;
        if (id != null && target != null) {
            Report report = new Report.Completed(token, new Json("{\"forged\":true}"));
            ask(
                    target,
                    "forgery",
                    there -> there.node()
                            .transport(namespace)
                            .exchange(id, new Exchange(List.of(report), List.of()), POLL),
                    (reply, error) -> {
                        if (reply != null) {
                            heard(reply, scene.timeline.nanos());
                        }
                    });
        }
    }

    void beat() {
        exchange(true);
    }
}
