package dev.reeve.internal.engine.client.deployment;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.Schedule;
import dev.reeve.ScheduleChange;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.engine.schedule.ScheduleBook;
import dev.reeve.internal.engine.schedule.ScheduleText;
import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.OwnSchedule;
import dev.reeve.spi.store.ScheduleEdit;
import dev.reeve.spi.store.ScheduleRow;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoredWorkflow;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The schedules that definitions bring with them. The highest version that is deployed decides. Such a schedule has the
 * name of its workflow, and only deployments change it; people may pause it.
 */
final class OwnSchedules {

    private static final Logger LOG = LoggerFactory.getLogger(OwnSchedules.class);

    private static final int TRIES_MAX = 100;

    /** In each text of a definition with a schedule, and in few others: texts are compact JSON. */
    private static final String MEMBER = "\"schedule\":";

    private final Node node;
    private final Definitions definitions;
    private final String namespace;

    private volatile Runnable changed = () -> {};

    OwnSchedules(Node node, String namespace) {
        this.node = node;
        this.definitions = node.definitions();
        this.namespace = namespace;
    }

    /** Sets a callback for changes of schedules. */
    void onChanged(Runnable action) {
        changed = action;
    }

    /**
     * Checks that the schedule of a new version can be stored. Writes nothing.
     *
     * @throws ReeveException if a program has put a schedule of this name, or there are too many
     */
    void check(Definition workflow, String by) {
        try {
            ScheduleRow row = row(workflow.name());
            if (isHighest(workflow)) {
                ScheduleEdit unused = edit(row, workflow.name(), workflow, by);
            }
        } catch (ReeveException e) {
            throw ReeveException.of(e.code(), e.getMessage() + "; nothing was deployed", e);
        }
    }

    /**
     * The result of a deployment.
     *
     * @param text as it is stored now
     * @param scheduled whether the workflow had or has a schedule, so that it is to be followed
     */
    record Kept(StoredWorkflow text, boolean scheduled) {}

    /** Stores a new version, together with its schedule if it is the highest one. {@link #follow} it then. */
    Kept deploy(Definition workflow, StoredWorkflow text, String by) {
        for (int i = 0; i < TRIES_MAX; i++) {
            ScheduleRow row = row(workflow.name());
            boolean isPlain = row == null && workflow.schedule() == null;
            ScheduleEdit edit = isPlain || !isHighest(workflow) ? null : edit(row, workflow.name(), workflow, by);
            if (edit == null) {
                return new Kept(node.store().deploy(text), !isPlain);
            }
            Optional<StoredWorkflow> stored = node.store().deploy(text, edit);
            if (stored.isPresent()) {
                changed.run();
                return new Kept(stored.get(), true);
            }
        }
        throw busy(workflow.name());
    }

    /**
     * As {@link #follow}, for all workflows. A crash may have come between a change of the versions and that one.
     *
     * @throws StoreException if the store does not answer
     */
    void followAll() {
        Set<String> names = new TreeSet<>();
        node.store().schedules(namespace).stream()
                .filter(ScheduleText::isOfDefinition)
                .forEach(row -> names.add(row.name()));
        definitions.all(namespace).stream()
                .filter(stored -> stored.content().text().contains(MEMBER))
                .forEach(stored -> names.add(stored.name()));
        for (String name : names) {
            try {
                follow(name, ScheduleBook.DEPLOYMENT);
            } catch (StoreException e) {
                throw e;
            } catch (RuntimeException e) { // such as a text that cannot be read: the engine serves all other workflows
                LOG.warn("the schedule of workflow {} does not follow its definition: {}", name, e.getMessage());
            }
        }
    }

    /**
     * Brings the schedule in line with the highest version that is deployed, such as after a removal, or after another
     * engine has deployed one at the same time: the last of them sees all versions. A schedule that a program has put
     * stays.
     */
    void follow(String name, String by) {
        for (int i = 0; i < TRIES_MAX; i++) {
            // In this order: a version that is deployed after the second look changes the row, or follows it.
            ScheduleRow row = row(name);
            Definition latest = latest(name);
            if (row != null && !ScheduleText.isOfDefinition(row)) {
                warnOfProgram(name, latest);
                return;
            }
            ScheduleEdit edit = edit(row, name, latest, by);
            if (edit == null) {
                return;
            }
            if (edit.applyTo(node.store().scheduling())) {
                changed.run();
                return;
            }
        }
        throw busy(name);
    }

    private static void warnOfProgram(String name, @Nullable Definition latest) {
        if (latest != null && latest.schedule() != null) {
            LOG.warn(
                    "workflow {} version {} has a schedule in its definition, which is not used, because a program has put a schedule of this name; delete that one, and deploy the version again",
                    name,
                    latest.version());
        }
    }

    /** Whether a definition has put a schedule, which only deployments change. */
    boolean has(String name) {
        ScheduleRow row = row(name);
        return row != null && ScheduleText.isOfDefinition(row);
    }

    private @Nullable ScheduleRow row(String name) {
        return node.store().scheduling().find(namespace, name).orElse(null);
    }

    private boolean isHighest(Definition workflow) {
        return node.store().highestVersion(namespace, workflow.name()).orElse(0) <= workflow.version();
    }

    /** The highest version in the store; null if none is deployed. */
    private @Nullable Definition latest(String name) {
        int highest = node.store().highestVersion(namespace, name).orElse(0);
        return highest == 0
                ? null
                : definitions
                        .stored(namespace, name, highest)
                        .map(Plan::workflow)
                        .orElse(null);
    }

    /**
     * @param row the schedule of this name, if there is one
     * @param latest the highest version; null if none is deployed
     */
    private @Nullable ScheduleEdit edit(
            @Nullable ScheduleRow row, String name, @Nullable Definition latest, String by) {
        OwnSchedule wanted = latest == null ? null : latest.schedule();
        String reason = latest == null
                ? "no version of the workflow is deployed"
                : "version %d of the workflow has no schedule".formatted(latest.version());
        ScheduleEdit edit = book().ofDefinition(
                        row,
                        wanted == null ? null : text(name, wanted),
                        new ScheduleChange(
                                namespace,
                                name,
                                ScheduleChange.Kind.DELETED,
                                by,
                                reason,
                                node.clock().now()));
        if (edit instanceof ScheduleEdit.Put && row == null) {
            refuseMore();
        }
        return edit;
    }

    private ScheduleBook book() {
        return new ScheduleBook(node.store().scheduling(), namespace);
    }

    /** Each start takes the latest version, which is the one that has the schedule. */
    private static ScheduleText text(String workflow, OwnSchedule own) {
        Schedule schedule =
                new Schedule(workflow, null, own.timetable(), own.missed(), own.whileRunning(), 0, Map.of());
        return new ScheduleText(schedule, own.inputOfStarts(), true);
    }

    private void refuseMore() {
        int known = node.store().schedules(namespace).size();
        if (known >= Deployments.SCHEDULES_MAX) {
            throw ReeveException.of(
                    ErrorCode.REFUSED, "there are %d schedules, and there can be no more".formatted(known));
        }
    }

    private static ReeveException busy(String name) {
        return ReeveException.of(
                ErrorCode.CONFLICT, "the schedule '%s' is changed by others all the time; try again".formatted(name));
    }
}
