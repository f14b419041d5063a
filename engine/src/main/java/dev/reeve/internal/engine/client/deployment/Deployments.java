package dev.reeve.internal.engine.client.deployment;

import dev.reeve.Deployed;
import dev.reeve.DeployedVersion;
import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.ScheduleStatus;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.engine.client.boundary.Arguments;
import dev.reeve.internal.engine.client.boundary.EngineCalls;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.engine.schedule.ScheduleBook;
import dev.reeve.internal.engine.schedule.ScheduleText;
import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.internal.engine.scheduler.definition.Withdrawal;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.DefinitionFormat;
import dev.reeve.internal.model.definition.Groups;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.ExecutionFilter;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.ListPosition;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoredWorkflow;
import dev.reeve.spi.store.Undeployment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deploys and undeploys definitions. */
public final class Deployments {

    private static final Logger LOG = LoggerFactory.getLogger(Deployments.class);

    /** A higher number would be a queue rather than schedules. */
    public static final int SCHEDULES_MAX = 1_000;

    private static final int PAGE = 200;

    private final Node node;
    private final Definitions definitions;
    private final String namespace;
    private final OwnSchedules schedules;

    /**
     * Serialises deployments, removals and schedule changes, so that none of them starts a workflow that is being
     * removed, and a removal does not miss the last reference.
     */
    private final ReentrantLock lock = new ReentrantLock();

    public Deployments(Node node, String namespace) {
        this.node = node;
        this.definitions = node.definitions();
        this.namespace = namespace;
        this.schedules = new OwnSchedules(node, namespace);
    }

    /** Sets a callback for schedules that come and go with definitions. */
    public void onSchedules(Runnable changed) {
        schedules.onChanged(changed);
    }

    /** The deployed versions, by name and version. */
    public List<DeployedVersion> versions() {
        return definitions.all(namespace).stream()
                .map(stored -> new DeployedVersion(stored.name(), stored.version()))
                .sorted(Comparator.comparing(DeployedVersion::workflow).thenComparingInt(DeployedVersion::version))
                .toList();
    }

    /** The text of a deployed version; of the highest one for 0. */
    public Optional<Json> content(String name, int version) {
        return definitions.all(namespace).stream()
                .filter(stored -> stored.name().equals(name) && (version == 0 || stored.version() == version))
                .max(Comparator.comparingInt(StoredWorkflow::version))
                .map(StoredWorkflow::content);
    }

    /** Deploys one definition of a caller. The workflows that it starts may be deployed later. */
    public Deployed one(Definition workflow, String by) {
        refuseReserved(workflow);
        return alone(() -> {
            refuseIfFull(List.of(workflow));
            EngineCalls.reading(() -> checked(workflow, by));
            return keep(workflow, missing(workflow, List.of(workflow)), by);
        });
    }

    /** Deploys a definition of the engine itself. */
    public Deployed own(Definition workflow) {
        return alone(() -> {
            refuseIfFull(List.of(workflow));
            return keep(workflow, missing(workflow, List.of(workflow)), ScheduleBook.DEPLOYMENT);
        });
    }

    private static void refuseReserved(Definition workflow) {
        if (workflow.name().startsWith(JobDefinition.RESERVED)) {
            throw Arguments.invalid(
                    "workflow %s: names that begin with %s belong to the engine itself; choose another name"
                            .formatted(workflow.name(), JobDefinition.RESERVED));
        }
    }

    /**
     * Runs {@code work} while nothing else is deployed, removed or scheduled on this node, and after the outcome of
     * every earlier removal is known.
     */
    public <T> T alone(Supplier<T> work) {
        lock.lock();
        try {
            settle();
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    private void settle() {
        try {
            definitions.settle();
        } catch (StoreException e) {
            throw EngineCalls.translated(e);
        }
    }

    /** Deploys all of them, or none if one of them starts a missing workflow. */
    public List<Deployed> all(Collection<Definition> workflows, String by) {
        workflows.forEach(Deployments::refuseReserved);
        Set<Definition> together = new LinkedHashSet<>(workflows);
        return alone(() -> together(together, by));
    }

    private List<Deployed> together(Set<Definition> together, String by) {
        List<String> problems = new ArrayList<>();
        for (Definition workflow : together) {
            for (ChildReferences.Reference reference : missing(workflow, together)) {
                problems.add("%s of workflow %s starts %s, which is neither deployed nor among these"
                        .formatted(reference.path(), workflow.name(), reference.wanted()));
            }
        }
        if (!problems.isEmpty()) {
            throw ReeveException.of(
                    ErrorCode.WORKFLOW_UNKNOWN,
                    "nothing was deployed: %s; deploy it before, or together with these"
                            .formatted(String.join("; ", problems)));
        }
        refuseIfFull(together);
        together.forEach(workflow -> EngineCalls.reading(() -> checked(workflow, by)));
        return together.stream().map(workflow -> keep(workflow, List.of(), by)).toList();
    }

    /** Refuses definitions whose texts do not fit into memory. Those that are deployed already are in memory. */
    private void refuseIfFull(Collection<Definition> workflows) {
        if (hasRoom(workflows.stream())) {
            return; // in the usual case without reading the store
        }
        boolean fits = hasRoom(workflows.stream()
                .filter(workflow -> !EngineCalls.reading(
                        () -> definitions.contains(namespace, workflow.name(), workflow.version()))));
        if (!fits) {
            throw ReeveException.of(
                    ErrorCode.OVERLOADED,
                    "deployed definitions hold %,d of %,d bytes of memory, and there is no room for %s; nothing was deployed: undeploy versions that nothing needs, or give each engine on the store more heap"
                            .formatted(definitions.textBytes(), definitions.textBytesMax(), named(workflows)));
        }
    }

    private static String named(Collection<Definition> workflows) {
        return shown(workflows.stream()
                .map(workflow -> workflow.name() + " version " + workflow.version())
                .toList());
    }

    private boolean hasRoom(Stream<Definition> workflows) {
        List<Json> more = workflows.map(Definition::toJson).toList();
        return more.isEmpty() || definitions.hasRoom(more);
    }

    private List<ChildReferences.Reference> missing(Definition workflow, Collection<Definition> together) {
        return ChildReferences.missing(
                workflow,
                together,
                child -> EngineCalls.reading(() -> definitions.contains(namespace, child.workflow(), child.version())));
    }

    private Deployed keep(Definition workflow, List<ChildReferences.Reference> missing, String by) {
        Json content = workflow.toJson();
        allow(workflow);
        boolean known = EngineCalls.reading(() -> definitions.contains(namespace, workflow.name(), workflow.version()));
        StoredWorkflow text = new StoredWorkflow(namespace, workflow.name(), workflow.version(), content);
        OwnSchedules.Kept kept = EngineCalls.reading(() ->
                known ? new OwnSchedules.Kept(node.store().deploy(text), false) : schedules.deploy(workflow, text, by));
        if (!kept.text().content().equals(content)) {
            throw ReeveException.of(
                    ErrorCode.CONFLICT,
                    "workflow %s version %d is deployed with other content, and executions may be pinned to it; deploy the change as version %d"
                            .formatted(workflow.name(), workflow.version(), workflow.version() + 1));
        }
        definitions.add(namespace, workflow);
        EngineCalls.reading(
                () -> kept.scheduled() || schedules.has(workflow.name()) ? follow(workflow.name(), by) : "");
        if (!missing.isEmpty()) {
            LOG.warn(
                    "workflow {} version {} starts workflows that are not deployed: {}; a step that starts one fails until it is deployed",
                    workflow.name(),
                    workflow.version(),
                    ChildReferences.listed(missing));
        }
        return new Deployed(
                workflow.name(),
                workflow.version(),
                !known,
                missing.stream()
                        .map(ChildReferences.Reference::wanted)
                        .distinct()
                        .toList());
    }

    /** Refuses a new version whose schedule cannot be stored. */
    private boolean checked(Definition workflow, String by) {
        boolean brings =
                workflow.schedule() != null && !definitions.contains(namespace, workflow.name(), workflow.version());
        if (brings) {
            schedules.check(workflow, by);
        }
        return brings;
    }

    private String follow(String name, String by) {
        schedules.follow(name, by);
        return name;
    }

    /**
     * Brings the schedules of all definitions in line with them.
     *
     * @throws StoreException if the store does not answer
     */
    public void followSchedules() {
        schedules.followAll();
    }

    /**
     * Removes the schedule of a definition that no deployed version has any more, as a crash may have left it.
     *
     * @return whether there was one
     */
    public boolean removesLeftover(String name, String by) {
        return alone(() -> EngineCalls.reading(() -> {
            boolean had = schedules.has(name);
            if (had) {
                schedules.follow(name, by);
            }
            return had && !schedules.has(name);
        }));
    }

    /** Requires releases that understand the definition, before it is stored (ADR 34). */
    private void allow(Definition workflow) {
        EngineCalls.reading(() -> {
            if (workflow.isTransactional()) {
                node.store().allowPermits();
            }
            if (workflow.format() >= DefinitionFormat.LANGUAGE) {
                node.store().allowLanguage();
            }
            return true;
        });
    }

    /**
     * Begins to remove a version. Nothing else is affected yet.
     *
     * @return completes once all earlier decisions are in the store, with the task that decides about the removal; the
     *     task blocks
     */
    public CompletionStage<Runnable> removing(String name, int version, String by, String why) {
        int others = node.others();
        if (others > 0) {
            // Another node may start an execution of it at any moment, and would not notice.
            throw refused(
                    name,
                    version,
                    "%d other engines share the store, and may start it; remove it while one engine runs"
                            .formatted(others));
        }
        Withdrawal withdrawal = alone(() -> withdrawal(name, version));
        CompletionStage<Runnable> deciding =
                node.lanes().pass().thenApply(passed -> () -> remove(withdrawal, name, version, by, why));
        // Also covers a caller that cancels the future: nothing will decide about the removal then.
        CompletionStage<Runnable> unused = deciding.whenComplete((decides, error) -> {
            if (error != null) {
                definitions.readmit(withdrawal);
            }
        });
        return deciding;
    }

    private Withdrawal withdrawal(String name, int version) {
        if (!EngineCalls.reading(() -> definitions.contains(namespace, name, version))) {
            throw ReeveException.of(
                    ErrorCode.WORKFLOW_UNKNOWN, "workflow '%s' has no version %d to remove".formatted(name, version));
        }
        return definitions
                .withdraw(namespace, name, version)
                .orElseThrow(() -> refused(name, version, "another caller is removing it right now"));
    }

    /** Until the withdrawal is closed, a refused removal has changed nothing for other callers. */
    private void remove(Withdrawal withdrawal, String name, int version, String by, String why) {
        try {
            refuseIfPinned(name, version, EngineCalls.reading(() -> node.store().pinned(namespace, name, version)));
            Definition workflow = definitions
                    .stored(namespace, name, version)
                    .map(Plan::workflow)
                    .orElseThrow();
            refuseIfPassed(name, version);
            Groups.of(workflow).forEach(group -> refuseIfPassed(group.name(), version));
            Undeployment.Pinned pinned = alone(() -> {
                refuseIfNamed(name, version);
                if (!withdrawal.close()) {
                    throw refused(
                            name, version, "an execution began with it, or was moved, at this very moment; ask again");
                }
                return ask(
                        withdrawal,
                        new Undeployment(
                                namespace, name, version, by, why, node.clock().now()));
            });
            refuseIfPinned(name, version, pinned);
        } finally {
            definitions.readmit(withdrawal);
        }
        alone(() -> EngineCalls.reading(() -> follow(name, by)));
        LOG.info("workflow {} version {} was undeployed by {}: {}", name, version, by, why);
    }

    /** Asks the store once more if the outcome is unknown. Until the store answers, nothing starts with the version. */
    private Undeployment.Pinned ask(Withdrawal withdrawal, Undeployment wanted) {
        Store store = node.store();
        try {
            Undeployment.Pinned pinned = store.undeploy(wanted);
            if (pinned.isNone()) {
                definitions.remove(withdrawal);
            }
            return pinned;
        } catch (RuntimeException e) {
            definitions.doubt(withdrawal, () -> store.isDeployed(wanted.namespace(), wanted.name(), wanted.version()));
            ReeveException failed = EngineCalls.translated(e);
            try {
                definitions.settle();
            } catch (StoreException again) {
                failed.addSuppressed(again);
                throw ReeveException.of(
                        failed.code(),
                        "it is unknown whether workflow %s version %d was undeployed; nothing starts with it until the store answers: %s"
                                .formatted(wanted.name(), wanted.version(), failed.getMessage()),
                        failed);
            }
            if (isKnown(wanted)) {
                throw failed;
            }
            return Undeployment.Pinned.NONE;
        }
    }

    /** Uses the cached definitions, because the store has already answered and may be unavailable again. */
    private boolean isKnown(Undeployment wanted) {
        return definitions.all(wanted.namespace()).stream()
                .anyMatch(known -> known.name().equals(wanted.name()) && known.version() == wanted.version());
    }

    private static void refuseIfPinned(String name, int version, Undeployment.Pinned pinned) {
        if (!pinned.isNone()) {
            throw refused(
                    name,
                    version,
                    "%,d open and %,d ended executions are pinned to it; wait for the open ones or move them to another version, and for the ended ones to be removed after their retention"
                            .formatted(pinned.open(), pinned.kept()));
        }
    }

    private void refuseIfNamed(String name, int version) {
        boolean last = definitions.all(namespace).stream()
                .noneMatch(other -> other.name().equals(name) && other.version() != version);
        List<String> starting = EngineCalls.reading(() -> node.store().schedules(namespace)).stream()
                .filter(row -> !(ScheduleText.isOfDefinition(row) && row.name().equals(name))) // goes with it
                .map(ScheduleText::status)
                .filter(schedule -> names(schedule, name, version, last))
                .map(ScheduleStatus::name)
                .toList();
        if (!starting.isEmpty()) {
            throw refused(
                    name,
                    version,
                    "%,d schedules start it (%s); delete them, or have them start another version"
                            .formatted(starting.size(), shown(starting)));
        }
        List<String> parents = definitions.all(namespace).stream()
                .filter(other -> !(other.name().equals(name) && other.version() == version))
                // compact JSON has exactly one form for this, as 'workflow' and in 'oneOf'
                .filter(other -> other.content().text().contains("\"" + name + "\""))
                .filter(other -> ChildReferences.of(DefinitionReader.restore(other.content())).stream()
                        .map(ChildReferences.Reference::child)
                        .anyMatch(child -> child.workflow().equals(name)
                                && (child.version() == null ? last : child.version() == version)))
                .map(other -> other.name() + " version " + other.version())
                .toList();
        if (!parents.isEmpty()) {
            throw refused(
                    name,
                    version,
                    "steps of %,d deployed definitions start it (%s); remove those first"
                            .formatted(parents.size(), shown(parents)));
        }
    }

    private static boolean names(ScheduleStatus status, String name, int version, boolean last) {
        Integer pinned = status.schedule().version();
        return status.schedule().workflow().equals(name) && (pinned == null ? last : pinned == version);
    }

    private static String shown(List<String> names) {
        return names.stream().sorted().limit(5).collect(Collectors.joining(", ", "", names.size() > 5 ? ", …" : ""));
    }

    /**
     * Refuses a version that a moved execution was on before, because its history is read with each of its versions.
     */
    private void refuseIfPassed(String name, int version) {
        ListPosition last = null;
        List<ExecutionRow> page;
        do {
            ExecutionFilter filter = new ExecutionFilter(namespace, name, Set.of(), Map.of(), null, null, last, PAGE);
            page = EngineCalls.reading(() -> node.store().list(filter));
            for (ExecutionRow row : page) {
                if (row.version() != version && wasOn(row, version)) {
                    throw refused(
                            name,
                            version,
                            "execution %s was moved from it to version %d, and its history is read with both"
                                    .formatted(row.id(), row.version()));
                }
            }
            last = page.isEmpty() ? null : page.getLast().position();
        } while (page.size() == PAGE);
    }

    private boolean wasOn(ExecutionRow row, int version) {
        for (JournalRow journal : EngineCalls.reading(() -> node.store().history(row.id()))) {
            for (Event event : EventCodec.read(journal.events())) {
                @Nullable Integer on = event instanceof Event.ExecutionStarted started
                        ? (Integer) started.version()
                        : event instanceof Event.ExecutionMoved moved ? (Integer) moved.version() : null;
                if (on != null && on == version) {
                    return true;
                }
            }
        }
        return false;
    }

    private static ReeveException refused(String name, int version, String reason) {
        return ReeveException.of(
                ErrorCode.REFUSED, "workflow %s version %d stays deployed: %s".formatted(name, version, reason));
    }
}
