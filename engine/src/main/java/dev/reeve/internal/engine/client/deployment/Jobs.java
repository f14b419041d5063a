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
import java.util.stream.Stream;

/**
 * Finds the definitions of jobs, and deploys each when it is first used. The same action with the same options is the
 * same version for every engine on the store: definitions are compared by their text. Thread-safe.
 */
public final class Jobs {

    /** The maximum number of definitions of all jobs together. More are the work of a program that computes names. */
    static final int DEFINITIONS_MAX = 5_000;

    private static final int KNOWN_MAX = 1_000;

    private static final int TRIES_MAX = 5;

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
     * The definition of a job, by which a start is checked.
     *
     * @param isStored whether it can be started; otherwise {@link #stored} stores it
     */
    public record Candidate(Plan plan, boolean isStored) {}

    /**
     * The definition of a job, for checking a start. Writes nothing.
     *
     * @throws ReeveException if the action or an option is invalid, or the store does not answer
     */
    public Candidate candidate(String action, Start how, JobOptions options) {
        if (how.version() != 0) {
            throw Arguments.invalid(
                    "version: a job has no version of its own, found %d; start it without one, and say what differs by JobOptions"
                            .formatted(how.version()));
        }
        Definition before;
        synchronized (known) {
            before = known.get(new Job(action, options));
        }
        return (before == null ? Optional.<Plan>empty() : deployed(before))
                .map(plan -> new Candidate(plan, true))
                .orElseGet(() -> new Candidate(Plan.of(JobDefinition.of(action, options, 1)), false));
    }

    /**
     * The definition of a job for a new execution. Writes to the store when the action is first used with these
     * options.
     *
     * @throws ReeveException if the action or an option is invalid, or the store does not answer
     */
    public Plan stored(String action, JobOptions options) {
        Job job = new Job(action, options);
        return deployments.alone(() -> resolved(job));
    }

    /** Empty if the version was undeployed meanwhile. It may be there again with other content. */
    private Optional<Plan> deployed(Definition job) {
        return EngineCalls.reading(() -> definitions.find(namespace, job.name(), job.version()))
                .filter(plan -> plan.workflow().equals(job));
    }

    /** Tries again if another process has stored other options with the number that was free a moment ago. */
    private Plan resolved(Job job) {
        for (int tries = 1; true; tries++) {
            try {
                return found(job);
            } catch (ReeveException e) {
                if (e.code() != ErrorCode.CONFLICT) {
                    throw e;
                }
                if (tries == TRIES_MAX) {
                    throw ReeveException.of(
                            ErrorCode.STORE_UNAVAILABLE,
                            "other processes store definitions of job '%s' at this moment; repeat the call"
                                    .formatted(job.action),
                            e);
                }
            }
        }
    }

    private Plan found(Job job) {
        Definition first = JobDefinition.of(job.action, job.options, 1);
        Definition found = known(first)
                .or(() -> {
                    refresh();
                    return known(first);
                })
                .orElseGet(() -> deploy(job, first.name()));
        synchronized (known) {
            known.put(job, found);
            if (known.size() > KNOWN_MAX) {
                known.remove(known.keySet().iterator().next());
            }
        }
        return deployed(found).orElseThrow(() -> beingRemoved(job.action));
    }

    /** The error for a caller whose job's definition was removed again and again. */
    public static ReeveException beingRemoved(String action) {
        return ReeveException.of(
                ErrorCode.STORE_UNAVAILABLE,
                "the definition of job '%s' is being removed at this moment; repeat the call".formatted(action));
    }

    /** The version with the same content. */
    private Optional<Definition> known(Definition first) {
        String wanted = JobDefinition.withoutVersion(first.toJson());
        return jobs().filter(one -> one.name().equals(first.name()))
                .filter(one -> JobDefinition.withoutVersion(one.content()).equals(wanted))
                .findFirst()
                .map(one -> DefinitionReader.restore(one.content()));
    }

    /** The known definitions of all jobs. */
    private Stream<StoredWorkflow> jobs() {
        return definitions.all(namespace).stream().filter(one -> JobDefinition.isJob(one.name()));
    }

    /** Another process may have stored versions. */
    private void refresh() {
        EngineCalls.reading(() -> {
            definitions.refresh(namespace);
            return namespace;
        });
    }

    private Definition deploy(Job job, String name) {
        List<StoredWorkflow> jobs = jobs().toList();
        List<StoredWorkflow> named =
                jobs.stream().filter(one -> one.name().equals(name)).toList();
        long sets = named.stream()
                .filter(one -> JobDefinition.isOf(job.action, one))
                .count();
        if (sets >= JobOptions.SETS_MAX) {
            throw ReeveException.of(
                    ErrorCode.REFUSED,
                    "job '%s' has %d sets of options, and each is stored as a version of %s: use a few constant JobOptions, and put what differs from call to call into the input or Start; undeploy the versions that nothing needs"
                            .formatted(job.action, sets, name));
        }
        if (jobs.size() >= DEFINITIONS_MAX) {
            throw ReeveException.of(
                    ErrorCode.REFUSED,
                    "there are %,d definitions of jobs, one for each action and set of options: do not compute the names of actions, and undeploy the versions that nothing needs"
                            .formatted(jobs.size()));
        }
        int version = 1 + named.stream().mapToInt(StoredWorkflow::version).max().orElse(0);
        Definition definition = JobDefinition.of(job.action, job.options, version);
        deployments.own(definition);
        return definition;
    }
}
