package dev.reeve.internal.engine.client;

import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.Schedule;
import dev.reeve.ScheduleStatus;
import dev.reeve.Start;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.engine.schedule.ScheduleBook;
import dev.reeve.internal.engine.schedule.ScheduledStart;
import dev.reeve.internal.engine.schedule.Schedules;
import dev.reeve.spi.store.ScheduleRow;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The schedules of an engine. Polling starts with the first schedule. */
final class Scheduling {

    /** A higher number would be a queue rather than schedules. */
    static final int SCHEDULES_MAX = 1_000;

    /** Keeps the execution key, which is this name and an instant, within the length of a key. */
    private static final int NAME_LENGTH_MAX = 200;

    private static final String LABEL = "schedule";

    private final EmbeddedReeve reeve;
    private final Node node;
    /** Null until the first schedule exists. */
    private @Nullable Schedules running;

    Scheduling(EmbeddedReeve reeve, Node node) {
        this.reeve = reeve;
        this.node = node;
    }

    /** Continues the stored schedules. */
    void goOn() {
        if (!node.store().schedules(Node.DEFAULT_NAMESPACE).isEmpty()) {
            changed();
        }
    }

    private synchronized void changed() {
        Schedules schedules = running;
        if (schedules == null) {
            schedules = new Schedules(
                    node.store().scheduling(), node.store()::find, Node.DEFAULT_NAMESPACE, node.clock(), this::start);
            running = schedules;
            node.schedule(schedules::runOnce, schedules::onWork);
        } else {
            schedules.changed();
        }
    }

    private CompletionStage<ExecutionId> start(ScheduledStart due) {
        return reeve.startAsync(due.schedule().workflow(), due.input(), how(due))
                .thenApply(Execution::id);
    }

    private static Start how(ScheduledStart due) {
        Schedule schedule = due.schedule();
        Start how = Start.key(due.key()).label(LABEL, due.name());
        // A schedule without a priority leaves it to the definition.
        how = schedule.priority() == 0 ? how : how.priority(schedule.priority());
        for (Map.Entry<String, String> label : schedule.labels().entrySet()) {
            how = how.label(label.getKey(), label.getValue());
        }
        Integer version = schedule.version();
        return version == null ? how : how.version(version);
    }

    /**
     * @return the name
     */
    String keep(String name, Json input, Schedule schedule) {
        checkName(name);
        reeve.check(
                schedule.workflow(),
                input,
                how(new ScheduledStart(name, node.clock().now(), schedule, input)));
        Waiting.reading(() -> {
            List<ScheduleRow> known = node.store().schedules(Node.DEFAULT_NAMESPACE);
            if (known.size() >= SCHEDULES_MAX
                    && known.stream().noneMatch(row -> row.name().equals(name))) {
                throw Checks.invalid("there are %d schedules, and there can be no more".formatted(known.size()));
            }
            book().keep(name, schedule, input, node.clock().now());
            return name;
        });
        changed();
        return name;
    }

    List<ScheduleStatus> list() {
        return reeve.reader().schedules();
    }

    void pause(String name, String by, String why) {
        check(name, by, why);
        write(() -> book().pause(name, by, why, node.clock().now()));
    }

    void resume(String name, String by, String why) {
        check(name, by, why);
        write(() -> book().resume(name, by, why, node.clock().now()));
    }

    void delete(String name, String by, String why) {
        check(name, by, why);
        write(() -> book().delete(name, by, why, node.clock().now()));
    }

    private void write(Runnable change) {
        Waiting.reading(() -> {
            change.run();
            return change;
        });
        changed();
    }

    private ScheduleBook book() {
        return new ScheduleBook(node.store().scheduling(), Node.DEFAULT_NAMESPACE);
    }

    /** Checks the arguments of an operator's command. */
    static void check(String name, String by, String why) {
        checkName(name);
        Checks.name("by", by);
        Checks.text("why", why);
    }

    static void checkName(String name) {
        Checks.name("the name of the schedule", name);
        if (name.length() > NAME_LENGTH_MAX) {
            throw Checks.invalid("the name of the schedule: expected at most %d characters, found %d"
                    .formatted(NAME_LENGTH_MAX, name.length()));
        }
    }
}
