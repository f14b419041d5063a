package dev.reeve.internal.engine.client.deployment;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.Schedule;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.engine.schedule.ScheduleBook;
import dev.reeve.internal.engine.schedule.ScheduleText;
import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.OwnSchedule;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.ScheduleEdit;
import dev.reeve.spi.store.StoredWorkflow;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
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

    /** Stores a new version, together with its schedule if it is the highest one. */
    StoredWorkflow deploy(Definition workflow, StoredWorkflow text) {
        if (latest(workflow.name())
                .filter(known -> known.version() > workflow.version())
                .isPresent()) {
            return node.store().deploy(text);
        }
        for (int i = 0; i < TRIES_MAX; i++) {
            ScheduleEdit edit = edit(workflow.name(), workflow);
            if (edit == null) {
                return node.store().deploy(text);
            }
            Optional<StoredWorkflow> stored = node.store().deploy(text, edit);
            if (stored.isPresent()) {
                changed.run();
                return stored.get();
            }
        }
        throw busy(workflow.name());
    }

    /**
     * Brings the schedule in line with the highest version that is deployed, such as after a removal. A schedule that a
     * program has put meanwhile stays.
     */
    void follow(String name) {
        Definition latest = latest(name)
                .map(stored -> DefinitionReader.restore(stored.content()))
                .orElse(null);
        if (latest != null && latest.schedule() != null && book().isOfProgram(name)) {
            LOG.warn(
                    "workflow {} version {} has a schedule in its definition, which is not used, because a program has put a schedule of this name; delete that one, and deploy the version again",
                    name,
                    latest.version());
            return;
        }
        for (int i = 0; i < TRIES_MAX; i++) {
            ScheduleEdit edit = edit(name, latest);
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

    private Optional<StoredWorkflow> latest(String name) {
        return definitions.all(namespace).stream()
                .filter(stored -> stored.name().equals(name))
                .max(Comparator.comparingInt(StoredWorkflow::version));
    }

    /** @param latest the highest version; null if none is deployed */
    private @Nullable ScheduleEdit edit(String name, @Nullable Definition latest) {
        OwnSchedule wanted = latest == null ? null : latest.schedule();
        String reason = latest == null
                ? "no version of the workflow is deployed"
                : "version %d of the workflow has no schedule".formatted(latest.version());
        ScheduleEdit edit = book().ofDefinition(
                        name,
                        wanted == null ? null : text(name, wanted),
                        reason,
                        node.clock().now());
        if (edit instanceof ScheduleEdit.Put put && put.row().revision() == 1) {
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
        return new ScheduleText(schedule, own.input(), true);
    }

    private void refuseMore() {
        int known = node.store().schedules(namespace).size();
        if (known >= Deployments.SCHEDULES_MAX) {
            throw ReeveException.of(
                    ErrorCode.REFUSED,
                    "there are %d schedules, and there can be no more; nothing was deployed".formatted(known));
        }
    }

    private static ReeveException busy(String name) {
        return ReeveException.of(
                ErrorCode.CONFLICT, "the schedule '%s' is changed by others all the time; try again".formatted(name));
    }
}
