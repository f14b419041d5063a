package dev.reeve.simulation.world;

import dev.reeve.AgentHealth;
import dev.reeve.AttemptToken;
import dev.reeve.ReeveException;
import dev.reeve.ServiceOperations;
import dev.reeve.ServicePause;
import dev.reeve.ServiceState;
import dev.reeve.ServiceStatus;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.test.node.SimNode;
import dev.reeve.internal.values.Namespaces;
import dev.reeve.simulation.check.Milestone;
import dev.reeve.spi.transport.AttemptRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Makes services fail for all callers and pauses actions, and checks the engines' reaction (R3). While an action is
 * stopped, only trial calls begin, and only a limited number at a time.
 */
final class ServiceWatch {

    /** A pause counts from its request, and an unresponsive store may store it later. */
    private static final Duration UNDER_WAY = Duration.ofSeconds(75);

    /** Engines look every ten seconds, unless their process is paused. */
    private static final Duration NOTICED = Duration.ofSeconds(150);

    private static final Duration CLOCK_STEP_MAX = Duration.ofSeconds(30);

    private final Scene scene;
    private final RandomGenerator random;
    private final Map<String, Long> downUntil = new HashMap<>();

    /** The last state of each action as reported by each node. */
    private final Map<String, ServiceState> states = new HashMap<>();

    ServiceWatch(Scene scene) {
        this.scene = scene;
        this.random = scene.fate.source("services");
    }

    // Trouble

    void trouble() {
        if (scene.happens(WorldFault.SERVICE_DOWN)) {
            String service = ServiceNames.ALL.get(random.nextInt(ServiceNames.ALL.size()));
            long length = random.nextLong(Duration.ofMinutes(6).toNanos());
            scene.story.tell(() -> "%s is down for %s".formatted(service, Duration.ofNanos(length)));
            downUntil.put(service, scene.timeline.nanos() + length);
        }
        if (scene.happens(WorldFault.SERVICE_PAUSED)) {
            String namespace = scene.neighbourhood.some(random);
            String action = action();
            change(
                    "pause " + Namespaces.qualified(namespace, action),
                    node -> services(node, namespace).pause(action, "no more of this"),
                    0);
            Duration length =
                    Duration.ofNanos(random.nextLong(Duration.ofMinutes(15).toNanos()));
            scene.timeline.after(length, "resume service", () -> resume(namespace, action, 20));
        }
    }

    private String action() {
        String service = ServiceNames.ALL.get(random.nextInt(ServiceNames.ALL.size()));
        return service + List.of(".do", ".undo", ".ask").get(random.nextInt(3));
    }

    private void resume(String namespace, String action, int tries) {
        change(
                "resume " + Namespaces.qualified(namespace, action),
                node -> services(node, namespace).resume(action, "it is back"),
                tries);
    }

    private static ServiceOperations services(SimNode node, String namespace) {
        return node.reeve().namespace(namespace).actingAs("operator").services();
    }

    private interface Deed {
        void on(SimNode node);
    }

    private void change(String what, Deed deed, int tries) {
        SimNode node = scene.node();
        if (node != null && !node.isPaused()) {
            node.run(() -> {
                try {
                    deed.on(node);
                    scene.story.tell(() -> "the operator has node %d %s".formatted(node.number(), what));
                } catch (ReeveException e) {
                    scene.story.tell(() -> "the operator cannot %s: %s".formatted(what, e.getMessage()));
                    again(what, deed, tries);
                }
            });
        } else {
            again(what, deed, tries);
        }
    }

    private void again(String what, Deed deed, int tries) {
        if (tries > 0) {
            scene.timeline.after(Duration.ofSeconds(20), what, () -> change(what, deed, tries - 1));
        }
    }

    /** Ends all outages, and resumes all actions, with repeated requests if necessary. */
    void heal() {
        downUntil.clear();
        for (ServicePause pause : scene.database.pauses()) {
            resume(Namespaces.namespaceOf(pause.action()), Namespaces.nameOf(pause.action()), 0);
        }
        scene.timeline.after(Duration.ofSeconds(30), "resume services", this::heal);
    }

    /** Whether the service of this action currently fails for all callers. */
    boolean isDown(String action) {
        Long until = downUntil.get(action.substring(0, action.indexOf('.')));
        boolean down = until != null && scene.timeline.nanos() < until;
        if (down) {
            scene.sometimes.saw(Milestone.SERVICE_DOWN);
        }
        return down;
    }

    // Watching

    /** Checks a node's service states whenever an attempt begins, and periodically. */
    void look(SimNode node) {
        if (!node.isAlive() || node.isPaused()) {
            return;
        }
        for (ServiceStatus service : node.node().dispatcher().services()) {
            Integer limit = service.limit();
            boolean limited = service.state() == ServiceState.HALF_OPEN || service.state() == ServiceState.RAMPING;
            if (limited && limit != null && service.underWay() > limit) {
                scene.judge.breach("R3", "more are under way than the limit says: " + service);
            }
            if (service.retries() > 0
                    && service.state() == ServiceState.CLOSED
                    && service.queued() == service.retries()) {
                scene.sometimes.saw(Milestone.RETRY_HELD_BACK);
            }
            ServiceState before = states.put(node.number() + service.action(), service.state());
            if (service.state() != (before == null ? ServiceState.CLOSED : before)) {
                saw(service, before);
            }
        }
        if (node.node().dispatcher().agents().stream().anyMatch(agent -> agent.health() == AgentHealth.SUSPECT)) {
            scene.sometimes.saw(Milestone.AGENT_SUSPECT);
        }
    }

    private void saw(ServiceStatus service, @Nullable ServiceState before) {
        scene.story.tell(() -> "now " + service);
        scene.sometimes.saw(
                switch (service.state()) {
                    case CLOSED -> Milestone.BREAKER_CLOSED;
                    case OPEN ->
                        before == null || before == ServiceState.CLOSED
                                ? Milestone.BREAKER_OPENED
                                : Milestone.BREAKER_OPENED_AGAIN;
                    case HALF_OPEN -> Milestone.BREAKER_TRIED;
                    case RAMPING -> Milestone.BREAKER_RAMPED;
                    case PAUSED -> before == null ? Milestone.PAUSE_TAKEN_OVER : Milestone.SERVICE_PAUSED;
                });
    }

    /** An agent of this namespace has begun this attempt. */
    void begun(@Nullable SimNode node, String namespace, AttemptRequest request) {
        String action = Namespaces.qualified(namespace, request.action());
        Instant startedAt = startedAt(request.token());
        // Nodes may have different times for as long as the clock was set.
        if (startedAt == null || scene.database.clockFarthest().compareTo(CLOCK_STEP_MAX) > 0) {
            return;
        }
        for (ServicePause pause : scene.database.pauses()) {
            if (pause.action().equals(action) && startedAt.isAfter(pause.since().plus(NOTICED))) {
                scene.judge.breach("R3", "%s was handed out, and is paused: %s".formatted(request.token(), pause));
            }
        }
        if (node != null && node.isAlive() && !node.isPaused()) {
            look(node);
            for (ServiceStatus service : node.node().dispatcher().services()) {
                Instant since = service.since();
                if (service.action().equals(action)
                        && service.isStopped()
                        && since != null
                        && startedAt.isAfter(since.plus(UNDER_WAY))) {
                    scene.judge.breach(
                            "R3",
                            "%s was handed out, and its service is not called: %s".formatted(request.token(), service));
                }
            }
        }
    }

    private @Nullable Instant startedAt(AttemptToken token) {
        for (ExecutionState state : scene.judge.executions()) {
            if (state.id().equals(token.execution())) {
                StepState step = state.step(token.step());
                return step != null && step.open() instanceof Open.Running running && running.nonce() == token.nonce()
                        ? running.startedAt()
                        : null;
            }
        }
        return null;
    }
}
