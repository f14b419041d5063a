package dev.reeve.simulation.world;

import dev.reeve.AgentHealth;
import dev.reeve.AgentStatus;
import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.ServiceState;
import dev.reeve.ServiceStatus;
import dev.reeve.StepPath;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.core.state.UnneededSteps;
import dev.reeve.internal.core.state.Work;
import dev.reeve.internal.test.node.SimNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Checks liveness once everything is healed. An attempt that no agent has, because its agent is gone or the request was
 * lost, does not stay open until its complete-by (F7). No step waits for an agent while a suitable one is idle (D2). No
 * child execution continues for a parent that is being undone (S7).
 */
final class Lookout {

    private static final Duration EVERY = Duration.ofSeconds(5);

    /**
     * Added to the silence after which an agent counts as gone: time to repeat the offer, and to give the attempt up.
     */
    private static final Duration MARGIN = Duration.ofSeconds(30);

    /** Added in a cluster, where the loss is found by a node that takes the execution over first. */
    private static final int TTLS = 3;

    /** The engine dispatches all runnable steps immediately. This limit covers several looks. */
    private static final Duration IN_VAIN_MAX = Duration.ofSeconds(12);

    private final Scene scene;
    private final List<SimAgent> agents;
    private final Map<AttemptToken, Long> nobodyHas = new HashMap<>();

    /** By node and action: since when steps wait although an agent is free. */
    private final Map<String, Long> waitInVain = new HashMap<>();

    /** Since when children continue although their parents are being undone. */
    private final Map<ExecutionId, Long> notTold = new HashMap<>();

    Lookout(Scene scene, List<SimAgent> agents) {
        this.scene = scene;
        this.agents = agents;
    }

    void look() {
        Map<AttemptToken, Long> before = Map.copyOf(nobodyHas);
        Map<String, Long> inVainBefore = Map.copyOf(waitInVain);
        Map<ExecutionId, Long> notToldBefore = Map.copyOf(notTold);
        notTold.clear();
        nobodyHas.clear();
        waitInVain.clear();
        List<SimNode> nodes = scene.working();
        if (!nodes.isEmpty() && nodes.stream().noneMatch(SimNode::isPaused)) {
            scene.judge.executions().forEach(state -> look(state, before));
            scene.judge.executions().forEach(state -> lookAtChildren(state, notToldBefore));
            nodes.forEach(node -> lookAtQueues(node, inVainBefore));
        }
        scene.timeline.after(EVERY, "lookout", this::look);
    }

    private void look(ExecutionState state, Map<AttemptToken, Long> before) {
        long now = scene.timeline.nanos();
        for (StepPath path : state.open()) {
            StepState step = state.step(path);
            if (step == null || !(step.open() instanceof Open.Running)) {
                continue;
            }
            AttemptToken token = Objects.requireNonNull(Work.of(state, path).token());
            if (agents.stream().noneMatch(agent -> agent.has(token))) {
                long since = before.getOrDefault(token, now);
                nobodyHas.put(token, since);
                Duration silence = scene.profile.node().supervisor().agentSilenceMax();
                if (now - since > silence.plus(margin()).toNanos()) {
                    scene.judge.breach("L1", "nobody has had %s for long, and it is still waited for".formatted(token));
                }
            }
        }
    }

    /** An engine that opens after the clock was set back has to wait until it reaches what others have stored. */
    private Duration margin() {
        ClusterPlan cluster = scene.profile.cluster();
        Duration calm = cluster == null ? MARGIN : MARGIN.plus(cluster.ttl().multipliedBy(TTLS));
        return calm.plus(scene.database.clockSetBack().multipliedBy(2));
    }

    /**
     * Children whose results are not needed are undone, unless they can no longer be undone: those of an execution that
     * is undone itself, and those of steps that it goes on without (S7).
     */
    private void lookAtChildren(ExecutionState state, Map<ExecutionId, Long> before) {
        long now = scene.timeline.nanos();
        for (StepPath path : UnneededSteps.underWay(state)) {
            StepState step = state.step(path);
            ExecutionId id = step != null && step.open() instanceof Open.Child child ? child.child() : null;
            if (id != null && scene.judge.couldTurnRound(id)) {
                long since = before.getOrDefault(id, now);
                notTold.put(id, since);
                if (now - since > IN_VAIN_MAX.toNanos()) {
                    scene.judge.breach(
                            "S7", "%s goes on, although its parent does not need it: %s".formatted(id, state));
                }
            }
        }
    }

    private void lookAtQueues(SimNode node, Map<String, Long> before) {
        long now = scene.timeline.nanos();
        for (ServiceStatus service : node.node().dispatcher().services()) {
            boolean mayGo =
                    service.state() == ServiceState.CLOSED && service.queued() - service.limited() > service.retries();
            if (mayGo
                    && node.node().dispatcher().agents().stream()
                            .anyMatch(agent -> isFreeFor(service.action(), agent))) {
                String key = node.number() + service.action();
                long since = before.getOrDefault(key, now);
                waitInVain.put(key, since);
                if (now - since > IN_VAIN_MAX.toNanos()) {
                    scene.judge.breach("D2", "steps wait although an agent is free: " + service);
                }
            }
        }
    }

    private static boolean isFreeFor(String action, AgentStatus agent) {
        return agent.actions().contains(action)
                && agent.busy() < agent.slots()
                && agent.health() != AgentHealth.SUSPECT
                && agent.health() != AgentHealth.OFFLINE;
    }
}
