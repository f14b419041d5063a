package dev.reeve.test;

import dev.reeve.AttemptToken;
import dev.reeve.Cause;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.internal.agent.Rehearsal;
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
import org.jspecify.annotations.Nullable;

/** A process that performs one action. It uses the same protocol as the SDK, over a connection that loses nothing. */
final class VirtualAgent {

    private static final Duration TRIP = Duration.ofMillis(1);
    private static final Duration AGAIN = Duration.ofSeconds(1);
    private static final Duration RESTART = Duration.ofSeconds(5);
    /** The engine considers an agent gone after this much silence. */
    private static final Duration SILENCE = Duration.ofSeconds(30);

    /** The engine repeats an offer that the agent has not confirmed after this time. */
    private static final Duration OFFERED_AGAIN = Duration.ofSeconds(5);

    private static final Duration LATE = Duration.ofSeconds(10);
    private static final Duration TWICE = Duration.ofSeconds(3);
    private static final Duration POLL = Duration.ofSeconds(20);
    /** An idle agent need not poll three times a minute for a month: the engine wakes it when work arrives. */
    private static final Duration POLL_IDLE = Duration.ofHours(1);

    private static final int SLOTS = 1_000;

    private final Rig rig;
    private final String action;
    private final Registration registration;

    /** Number of the current process. Tasks of an earlier process have no effect. */
    private int life;

    private @Nullable SessionId session;
    private long exchanges;
    private final Map<AttemptToken, @Nullable Json> held = new LinkedHashMap<>();
    private final Map<AttemptToken, Report> reports = new LinkedHashMap<>();
    private final Set<AttemptToken> seen = new HashSet<>();

    VirtualAgent(Rig rig, String action) {
        this.rig = rig;
        this.action = action;
        this.registration = new Registration("test-" + action, Set.of(action), SLOTS);
    }

    void start() {
        life++;
        later(TRIP, this::register);
    }

    /** Forgets everything that the agent held. The engine is not notified. */
    void die() {
        life++;
        session = null;
        held.clear();
        reports.clear();
        seen.clear();
    }

    /** @param noticed delay until the engine notices */
    private void dieAlone(Duration noticed) {
        SessionId left = session;
        SimNode node = rig.node();
        die();
        if (left != null && node != null) {
            rig.later(
                    noticed,
                    "agent gone",
                    () -> node.run(() -> node.node().transport().leave(left)));
        }
        rig.later(RESTART, "agent starts", () -> {
            if (rig.node() != null && session == null) {
                start();
            }
        });
    }

    /** Runs a task later, unless the process has died by then. */
    private void later(Duration delay, Runnable task) {
        int now = life;
        rig.later(delay, "agent", () -> {
            if (life == now) {
                task.run();
            }
        });
    }

    // Talking to the engine

    private void register() {
        SimNode node = rig.node();
        if (node == null) {
            return;
        }
        int asking = life;
        node.run(() -> node.node().transport().register(registration).whenComplete((id, error) -> {
            rig.later(TRIP, "agent", () -> {
                if (life != asking) {
                    return;
                }
                if (id == null) {
                    later(AGAIN, this::register);
                } else {
                    session = id;
                    exchange();
                }
            });
        }));
    }

    private void exchange() {
        SessionId id = session;
        SimNode node = rig.node();
        if (id == null || node == null) {
            return;
        }
        List<Beat> beats = held.entrySet().stream()
                .map(entry -> new Beat(entry.getKey(), entry.getValue()))
                .toList();
        // Each checkpoint is sent once.
        held.replaceAll((token, checkpoint) -> null);
        Exchange exchange = new Exchange(List.copyOf(reports.values()), beats);
        Duration wait = held.isEmpty() && reports.isEmpty() ? POLL_IDLE : POLL;
        long number = ++exchanges;
        long askedAt = rig.timeline.nanos();
        int asking = life;
        node.run(() -> node.node().transport().exchange(id, exchange, wait).whenComplete((reply, error) -> {
            rig.later(TRIP, "agent", () -> {
                if (life == asking) {
                    answered(id, number, askedAt, reply);
                }
            });
        }));
    }

    private void answered(SessionId asked, long number, long askedAt, @Nullable Reply reply) {
        if (reply != null) {
            reply.verdicts().forEach(this::settle);
            // A cancelled attempt that has not begun is not begun. One that has begun continues.
            seen.addAll(reply.cancelled());
            for (AttemptRequest request : reply.requests()) {
                arrived(request, askedAt);
            }
        }
        if (number != exchanges || !asked.equals(session)) {
            return;
        }
        if (reply == null) {
            session = null;
            later(AGAIN, this::register);
        } else {
            exchange();
        }
    }

    private void settle(Verdict verdict) {
        reports.remove(verdict.token());
    }

    // Working

    private void arrived(AttemptRequest request, long askedAt) {
        Duration left = request.remaining().minusNanos(rig.timeline.nanos() - askedAt);
        if (seen.contains(request.token()) || left.isNegative() || left.isZero()) {
            return;
        }
        Mishap mishap = rig.befalls(request);
        if (mishap == Mishap.REQUEST_LOST) {
            later(OFFERED_AGAIN, () -> arrived(request, askedAt));
            return;
        }
        seen.add(request.token());
        held.put(request.token(), null);
        beat(request, left);
        later(left, () -> held.remove(request.token()));
        switch (mishap) {
            case PROCESS_DIES_BEFORE -> rig.crash();
            case AGENT_DIES_BEFORE -> dieAlone(SILENCE);
            case UNAVAILABLE ->
                report(failed(request, Cause.TRANSIENT, "UNAVAILABLE", "the service cannot be reached", true));
            case REFUSED -> report(failed(request, Cause.BUSINESS, rig.refusal(request), "the service says no", false));
            case HANGS -> {}
            case NONE, REQUEST_LOST -> follow(request, left);
            case PROCESS_DIES_AFTER -> {
                perform(request);
                rig.crash();
            }
            case AGENT_DIES_AFTER -> {
                perform(request);
                dieAlone(SILENCE);
            }
            case BREAKS_AFTER -> {
                perform(request);
                report(failed(request, Cause.TRANSIENT, "CONNECTION_BROKE", "the answer did not arrive", true));
            }
            case SILENT -> perform(request);
            case REPORT_LATE -> reportLater(perform(request), left.plus(LATE));
            case REPORT_TWICE -> {
                Report report = perform(request);
                reportLater(report, Duration.ZERO);
                reportLater(report, TWICE);
            }
        }
    }

    /** Performs the attempt as the test's script or handler says, without an injected fault. */
    private void follow(AttemptRequest request, Duration left) {
        Turn turn = rig.services.turn(request);
        Report report = perform(request, turn);
        switch (turn.manner()) {
            case SAYS_NOTHING -> {}
            case DIES -> dieAlone(Duration.ZERO);
            case REPORTS_LATE -> reportLater(report, left.plus(LATE));
            case REPORTS -> {
                if (turn.taking().compareTo(left) < 0) {
                    reportLater(report, turn.taking());
                }
            }
        }
    }

    private @Nullable Report perform(AttemptRequest request) {
        return perform(request, rig.services.turn(request));
    }

    /** @return null if there is nothing to report */
    private @Nullable Report perform(AttemptRequest request, Turn turn) {
        rig.called(request);
        Rehearsal handler = turn.handler();
        if (handler == null) {
            rig.tell("%s is called: nothing is done".formatted(called(request)));
            return null;
        }
        Rehearsal.Outcome outcome = handler.perform(request, rig.timeline::nanos);
        if (outcome.checkpoint() != null) {
            held.put(request.token(), outcome.checkpoint());
        }
        switch (outcome.report()) {
            case Report.Completed completed -> {
                if (outcome.stored() || rig.services.isScripted(request.action())) {
                    rig.stored(request.token(), completed.output());
                }
                rig.services.performed(request, completed.output());
                rig.tell("%s is called: done, %s"
                        .formatted(called(request), completed.output().text()));
            }
            case Report.Failed failed ->
                rig.tell("%s is called: it fails with %s"
                        .formatted(called(request), failed.failure().code()));
            case Report.LeftOpen open -> rig.tell("%s is called, and leaves the step open".formatted(called(request)));
            case null -> rig.tell("%s is called, and answers too late".formatted(called(request)));
        }
        return outcome.report();
    }

    private String called(AttemptRequest request) {
        return "%s (key %s)".formatted(action, rig.shortKey(request.token()));
    }

    private static Report failed(AttemptRequest request, Cause cause, String code, String message, boolean mayBeDone) {
        return new Report.Failed(request.token(), new Failure(cause, code, message, null, null, mayBeDone));
    }

    private void reportLater(@Nullable Report report, Duration delay) {
        if (report == null) {
            return;
        }
        if (delay.isZero()) {
            report(report);
        } else {
            later(delay, () -> report(report));
        }
    }

    private void report(Report report) {
        Json checkpoint = held.get(report.token());
        if (checkpoint == null) {
            held.remove(report.token());
        }
        reports.put(report.token(), report);
        later(TRIP, () -> {
            exchange();
            held.remove(report.token());
        });
    }

    /** Sends heartbeats as often as the step requires, for as long as the attempt may last. */
    private void beat(AttemptRequest request, Duration left) {
        Duration timeout = request.heartbeat();
        if (timeout != null && !left.isNegative()) {
            Duration interval = timeout.dividedBy(3);
            later(interval, () -> {
                if (held.containsKey(request.token())) {
                    exchange();
                    beat(request, left.minus(interval));
                }
            });
        }
    }
}
