package dev.reeve.simulation.world;

import dev.reeve.core.AttemptToken;
import dev.reeve.core.ExecutionState;
import dev.reeve.core.Open;
import dev.reeve.core.StepPath;
import dev.reeve.core.StepState;
import dev.reeve.testkit.node.SimNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Once everything is healed: an attempt that no agent has, because its agent is gone or the request never arrived, does not
 * stay open until its complete-by (F7).
 */
final class Lookout {

    private static final Duration EVERY = Duration.ofSeconds(5);

    /** On top of the silence after which an agent is taken for gone: to be offered again, and to be given up. */
    private static final Duration MARGIN = Duration.ofSeconds(30);

    private final World world;
    private final List<SimAgent> agents;
    private final Map<AttemptToken, Long> nobodyHas = new HashMap<>();

    Lookout(World world, List<SimAgent> agents) {
        this.world = world;
        this.agents = agents;
    }

    void look() {
        Map<AttemptToken, Long> before = Map.copyOf(nobodyHas);
        nobodyHas.clear();
        SimNode node = world.onlyNode();
        if (node != null && !node.isPaused()) {
            world.judge.executions().forEach(state -> look(state, before));
        }
        world.timeline.after(EVERY, "lookout", this::look);
    }

    private void look(ExecutionState state, Map<AttemptToken, Long> before) {
        long now = world.timeline.nanos();
        for (StepPath path : state.open()) {
            StepState step = state.step(path);
            if (step == null || !(step.open() instanceof Open.Running)) {
                continue;
            }
            AttemptToken token = Objects.requireNonNull(state.work(path).token());
            if (agents.stream().noneMatch(agent -> agent.has(token))) {
                long since = before.getOrDefault(token, now);
                nobodyHas.put(token, since);
                Duration silence = world.profile.node().supervisor().agentSilenceMax();
                if (now - since > silence.plus(MARGIN).toNanos()) {
                    world.judge.breach("L1", "nobody has had %s for long, and it is still waited for".formatted(token));
                }
            }
        }
    }
}
