package dev.reeve.internal.engine.client.reading;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.engine.client.boundary.EngineCalls;
import dev.reeve.internal.engine.client.deployment.JobDefinition;
import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.spi.store.StoredWorkflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The deployed definitions of a store as plans, with errors for callers. */
final class StoredPlans {

    private static final Logger LOG = LoggerFactory.getLogger(StoredPlans.class);

    private final Definitions definitions;
    private final String namespace;

    StoredPlans(Definitions definitions, String namespace) {
        this.definitions = definitions;
        this.namespace = namespace;
    }

    String namespace() {
        return namespace;
    }

    boolean contains(String workflow, @Nullable Integer version) {
        return EngineCalls.reading(() -> definitions.contains(namespace, workflow, version));
    }

    /** For reading executions of this version. Also finds a version that is being removed. */
    Optional<Plan> stored(String workflow, int version) {
        return EngineCalls.reading(() -> definitions.stored(namespace, workflow, version));
    }

    /** The stored versions of a workflow, those that can be read. */
    List<Plan> versions(String workflow) {
        List<Plan> found = new ArrayList<>();
        for (StoredWorkflow version : EngineCalls.reading(() -> definitions.all(namespace))) {
            if (version.name().equals(workflow)) {
                try {
                    stored(workflow, version.version()).ifPresent(found::add);
                } catch (IllegalStateException | IllegalArgumentException e) {
                    LOG.debug("{} version {} cannot be read", workflow, version.version(), e);
                }
            }
        }
        return found;
    }

    /** The action of a job; null for a workflow, or if the definition cannot be read, which must not hide the job. */
    @Nullable String action(String workflow, int version) {
        if (!JobDefinition.isJob(workflow)) {
            return null;
        }
        String readable = JobDefinition.readableAction(workflow);
        if (readable != null) {
            return readable;
        }
        try {
            return stored(workflow, version)
                    .flatMap(plan -> JobDefinition.action(plan.workflow()))
                    .orElse(null);
        } catch (IllegalStateException | IllegalArgumentException e) {
            return null;
        }
    }

    /** The highest version, including one that is being removed; 0 if none exists. */
    int highest(String workflow) {
        return EngineCalls.reading(() -> definitions.highest(namespace, workflow))
                .orElse(0);
    }

    /**
     * The plan for a new execution.
     *
     * @param version 0 for the highest deployed one
     */
    Plan plan(String workflow, int version) {
        Optional<Plan> plan = EngineCalls.reading(() -> version == 0
                ? definitions.findLatest(namespace, workflow)
                : definitions.find(namespace, workflow, version));
        return plan.orElseThrow(() -> unknown(workflow, version));
    }

    static ReeveException unknown(String workflow, int version) {
        return ReeveException.of(
                ErrorCode.WORKFLOW_UNKNOWN,
                version == 0
                        ? "no workflow named '%s' is deployed; deploy it first, or check the name".formatted(workflow)
                        : "workflow '%s' has no version %d; deploy it first, or start without a version"
                                .formatted(workflow, version));
    }
}
