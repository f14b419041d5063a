package dev.reeve.internal.engine.client.reading;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionSummary;
import dev.reeve.MoveCheck;
import dev.reeve.internal.core.rules.Compatibility;
import dev.reeve.internal.core.rules.Compatibility.Blocker;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.model.definition.Definition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Arguments which executions could move to another version. For one thread; used once. */
final class MoveChecker {

    private final StoredExecutions stored;
    private final Plan to;
    private final Map<Blocker, MoveCheck.Obstacle> obstacles = new LinkedHashMap<>();
    private final List<ExecutionId> unreadable = new ArrayList<>();
    private int executions;
    private int movable;
    private int seen;
    private boolean more;

    private MoveChecker(StoredExecutions stored, Plan to) {
        this.stored = stored;
        this.to = to;
    }

    static MoveCheck check(StoredExecutions stored, StoredPlans plans, Definition workflow) {
        return new MoveChecker(stored, Plan.of(numbered(plans, workflow))).check();
    }

    /** Gives a changed definition that still has its deployed version number the next free number. */
    private static Definition numbered(StoredPlans plans, Definition workflow) {
        Plan deployed = plans.stored(workflow.name(), workflow.version()).orElse(null);
        if (deployed == null || deployed.workflow().toJson().equals(workflow.toJson())) {
            return workflow;
        }
        return new Definition(
                workflow.name(),
                plans.highest(workflow.name()) + 1,
                workflow.description(),
                workflow.completeBy(),
                workflow.input(),
                workflow.execution(),
                workflow.steps(),
                workflow.finallySteps(),
                workflow.output());
    }

    private MoveCheck check() {
        stored.eachOpen(ExecutionQuery.all().workflow(to.workflow().name()), this::check);
        List<MoveCheck.Obstacle> sorted = new ArrayList<>(obstacles.values());
        sorted.sort(Comparator.comparingInt(MoveCheck.Obstacle::executions).reversed());
        return new MoveCheck(
                to.workflow().name(), to.workflow().version(), executions, movable, sorted, unreadable, more);
    }

    /** @return whether there is room for another one */
    private boolean check(ExecutionSummary execution) {
        more = seen == MoveCheck.EXECUTIONS_MAX;
        if (!more) {
            seen++;
            if (execution.version() != to.workflow().version()) {
                look(execution.id());
            }
        }
        return !more;
    }

    private void look(ExecutionId id) {
        StoredExecutions.Story story = stored.storyListed(id, unreadable);
        if (story == null || story.state().status().isTerminal()) {
            return; // it ended or was removed since the page was read
        }
        ExecutionState state = story.state();
        executions++;
        List<Blocker> blockers = Compatibility.blockers(state, to);
        movable += blockers.isEmpty() ? 1 : 0;
        for (Blocker blocker : blockers) {
            obstacles.merge(
                    blocker,
                    new MoveCheck.Obstacle(blocker.step(), blocker.problem(), 1, id),
                    (one, other) ->
                            new MoveCheck.Obstacle(one.step(), one.problem(), one.executions() + 1, one.example()));
        }
    }
}
