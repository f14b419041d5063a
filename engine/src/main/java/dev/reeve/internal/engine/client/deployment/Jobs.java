package dev.reeve.internal.engine.client.deployment;

import dev.reeve.ErrorCode;
import dev.reeve.JobOptions;
import dev.reeve.ReeveException;
import dev.reeve.Start;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.engine.client.boundary.Arguments;
import dev.reeve.internal.engine.client.boundary.EngineCalls;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.StoredWorkflow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the definitions of jobs, and deploys each when it is first used. The same action with the same options is the
 * same version for every engine on the store: definitions are compared by their text. Thread-safe.
 */
public final class Jobs {

    /** The maximum number of definitions of all jobs together. More are the work of a program that computes names. */
    static final int DEFINITIONS_MAX = 5_000;

    private static final int KNOWN_MAX = 1_000;

    private record Job(String action, JobOptions options) {}

    private final Definitions definitions;
    private final Deployments deployments;
    private final String namespace;
    /** The least recently used first. Guarded by itself. */
    private final Map<Job, Definition> known = new LinkedHashMap<>(16, 0.75f, true);

    public Jobs(Node node, Deployments deployments, String namespace) {
        this.definitions = node.definitions();
        this.deployments = deployments;
        this.namespace = namespace;
    }

    /**
     * The definition of a job for a new execution. Writes to the store when the action is first used with these
     * options.
     *
     * @throws ReeveException if the action or an option is invalid, or the store does not answer
     */
    public Plan plan(String action, Start how, JobOptions options) {
        if (how.version() != 0) {
            throw Arguments.invalid(
                    "version: a job has no version of its own, found %d; start it without one, and say what differs by JobOptions"
                            .formatted(how.version()));
        }
        Job job = new Job(action, options);
        Definition before;
        synchronized (known) {
            before = known.get(job);
        }
        return (before == null ? Optional.<Plan>empty() : deployed(before))
                .orElseGet(() -> deployments.alone(() -> resolved(job)));
    }

    /** Empty if the version was undeployed meanwhile. It may be there again with other content. */
    private Optional<Plan> deployed(Definition job) {
        return EngineCalls.reading(() -> definitions.find(namespace, job.name(), job.version()))
                .filter(plan -> plan.workflow().equals(job));
    }

    private Plan resolved(Job job) {
        Definition first = JobDefinition.of(job.action, job.options, 1);
        String wanted = JobDefinition.withoutVersion(first.toJson());
        List<StoredWorkflow> jobs = stored(first.name());
        List<StoredWorkflow> own =
                jobs.stream().filter(one -> one.name().equals(first.name())).toList();
        Definition found = own.stream()
                .filter(one -> JobDefinition.withoutVersion(one.content()).equals(wanted))
                .findFirst()
                .map(one -> DefinitionReader.restore(one.content()))
                .orElseGet(() -> deploy(job, own, jobs.size()));
        synchronized (known) {
            known.put(job, found);
            if (known.size() > KNOWN_MAX) {
                known.remove(known.keySet().iterator().next());
            }
        }
        return deployed(found)
                .orElseThrow(() -> ReeveException.of(
                        ErrorCode.STORE_UNAVAILABLE,
                        "the definition of job '%s' is being removed at this moment; repeat the call"
                                .formatted(job.action)));
    }

    /** The definitions of all jobs. */
    private List<StoredWorkflow> stored(String name) {
        // reads the store if the action was never used
        EngineCalls.reading(() -> definitions.contains(namespace, name, null));
        return definitions.all(namespace).stream()
                .filter(one -> JobDefinition.isJob(one.name()))
                .toList();
    }

    private Definition deploy(Job job, List<StoredWorkflow> own, int jobs) {
        if (own.size() >= JobOptions.SETS_MAX) {
            throw ReeveException.of(
                    ErrorCode.REFUSED,
                    "job '%s' has %d sets of options, and each is stored as a version of %s: use a few constant JobOptions, and put what differs from call to call into the input or Start; undeploy the versions that nothing needs"
                            .formatted(job.action, own.size(), JobDefinition.name(job.action)));
        }
        if (jobs >= DEFINITIONS_MAX) {
            throw ReeveException.of(
                    ErrorCode.REFUSED,
                    "there are %,d definitions of jobs, one for each action and set of options: do not compute the names of actions, and undeploy the versions that nothing needs"
                            .formatted(jobs));
        }
        int version = 1 + own.stream().mapToInt(StoredWorkflow::version).max().orElse(0);
        Definition definition = JobDefinition.of(job.action, job.options, version);
        deployments.own(definition);
        return definition;
    }
}
