package dev.reeve.simulation.check;

import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Groups;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** The plans of all versions that may be deployed, and of their groups. */
final class DeployedPlans {

    private record Version(String workflow, int number) {}

    private final Map<Version, Plan> plans = new HashMap<>();

    void add(Definition workflow) {
        Plan whole = Plan.of(workflow);
        plans.put(new Version(workflow.name(), workflow.version()), whole);
        Groups.of(workflow)
                .forEach(group -> plans.put(
                        new Version(group.name(), group.version()),
                        Objects.requireNonNull(whole.part(group.name()), "a group of the workflow")));
    }

    boolean has(String workflow, int version) {
        return plans.containsKey(new Version(workflow, version));
    }

    Plan of(String workflow, int version) {
        return Objects.requireNonNull(plans.get(new Version(workflow, version)), "a version that was deployed");
    }
}
