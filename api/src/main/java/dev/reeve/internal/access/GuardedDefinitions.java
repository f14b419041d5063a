package dev.reeve.internal.access;

import dev.reeve.DeployedVersion;
import dev.reeve.Json;
import dev.reeve.Reeve;
import dev.reeve.workflow.Workflow;
import java.util.Map;

/**
 * Checks changes of definitions that change a schedule: it starts executions, so it needs the same rights as a schedule
 * that a program puts.
 */
final class GuardedDefinitions {

    private final Reeve reeve;
    private final Gate gate;

    GuardedDefinitions(Reeve reeve, Gate gate) {
        this.reeve = reeve;
        this.gate = gate;
    }

    /** Checks a deployment: the version may bring a schedule, or remove that of the version before. */
    void checkDeploy(Workflow workflow) {
        gate.check(Operation.DEPLOY_DEFINITIONS, workflow.name());
        if (hasSchedule(workflow.toJson())) {
            checkPut(workflow.name());
        } else if (reeve.definition(workflow.name(), 0)
                .filter(GuardedDefinitions::hasSchedule)
                .isPresent()) {
            gate.check(Operation.DELETE_SCHEDULE, workflow.name());
        }
    }

    /** Checks a removal: it may remove a schedule, or bring back that of another version. */
    void checkUndeploy(String workflow) {
        gate.check(Operation.UNDEPLOY, workflow);
        boolean scheduled = reeve.definitions().stream()
                .filter(deployed -> deployed.workflow().equals(workflow))
                .mapToInt(DeployedVersion::version)
                .anyMatch(version -> reeve.definition(workflow, version)
                        .filter(GuardedDefinitions::hasSchedule)
                        .isPresent());
        if (scheduled) {
            checkPut(workflow);
            gate.check(Operation.DELETE_SCHEDULE, workflow);
        }
    }

    private void checkPut(String workflow) {
        gate.check(Operation.START_EXECUTION, workflow);
        gate.check(Operation.PUT_SCHEDULE, workflow);
    }

    private static boolean hasSchedule(Json definition) {
        return definition.value() instanceof Map<?, ?> tree && tree.containsKey("schedule");
    }
}
