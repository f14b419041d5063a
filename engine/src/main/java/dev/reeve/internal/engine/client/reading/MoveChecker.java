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
import dev.reeve.internal.model.definition.Groups;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks which executions could move to another version. For one thread; used once. */
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
        Set<String> groups = new LinkedHashSet<>(groups(workflow));
        plans.versions(workflow.name()).forEach(plan -> groups.addAll(groups(plan.workflow())));
        return new MoveChecker(stored, Plan.of(numbered(plans, workflow))).check(groups);
    }

    private static List<String> groups(Definition workflow) {
        return Groups.of(workflow).map(Definition::name).toList();
    }

    /** Gives a changed definition that still has its deployed version number the next free number. */
    private static Definition numbered(StoredPlans plans, Definition workflow) {
        Plan deployed = plans.stored(workflow.name(), workflow.version()).orElse(null);
        if (deployed == null || deployed.workflow().toJson().equals(workflow.toJson())) {
            return workflow;
        }
        return workflow.withVersion(plans.highest(workflow.name()) + 1);
    }

    /**
     * Looks at the executions of the workflow, and at those of its groups. A group moves together with its workflow, if
     * it can; it may be of any version, because it stays behind if it cannot.
     */
    private MoveCheck check(Set<String> groups) {
        check(to.workflow().name());
        groups.forEach(this::check);
        List<MoveCheck.Obstacle> sorted = new ArrayList<>(obstacles.values());
        sorted.sort(Comparator.comparingInt(MoveCheck.Obstacle::executions).reversed());
        return new MoveCheck(
                to.workflow().name(), to.workflow().version(), executions, movable, sorted, unreadable, more);
    }

    private void check(String workflow) {
        Plan plan = to.part(workflow);
        stored.eachOpen(ExecutionQuery.all().workflow(workflow), execution -> check(execution, plan));
    }

    /**
     * @param plan of the group that the execution is one of; null if the version has no such group
     * @return whether there is room for another one
     */
    private boolean check(ExecutionSummary execution, @Nullable Plan plan) {
        more = seen == MoveCheck.EXECUTIONS_MAX;
        if (!more) {
            seen++;
            if (execution.version() != to.workflow().version()) {
                look(execution.id(), plan);
            }
        }
        return !more;
    }

    private void look(ExecutionId id, @Nullable Plan plan) {
        StoredExecutions.Story story = stored.storyListed(id, unreadable);
        if (story == null || story.state().status().isTerminal()) {
            return; // it ended or was removed since the page was read
        }
        ExecutionState state = story.state();
        executions++;
        String workflow = state.plan().workflow().name();
        List<Blocker> blockers = plan == null
                ? List.of(new Blocker(
                        path(workflow),
                        "has begun, and version %d has no such group"
                                .formatted(to.workflow().version())))
                : Compatibility.blockers(state, plan);
        movable += blockers.isEmpty() ? 1 : 0;
        for (Blocker found : blockers) {
            Blocker blocker = plan == null || !Groups.isGroup(workflow) ? found : within(path(workflow), found);
            obstacles.merge(
                    blocker,
                    new MoveCheck.Obstacle(blocker.step(), blocker.problem(), 1, id),
                    (one, other) ->
                            new MoveCheck.Obstacle(one.step(), one.problem(), one.executions() + 1, one.example()));
        }
    }

    /** Names a step of a group from the workflow on, such as {@code ship.pack}. */
    private static Blocker within(String group, Blocker found) {
        return found.step() == null
                ? new Blocker(null, "in the group '%s', %s".formatted(group, found.problem()))
                : new Blocker(Groups.name(group, found.step()), found.problem());
    }

    /** The steps that lead from the workflow to a group, such as {@code ship.arrive}. */
    private String path(String group) {
        return group.substring(to.workflow().name().length() + 1);
    }
}
