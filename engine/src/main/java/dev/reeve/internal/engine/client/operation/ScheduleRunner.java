package dev.reeve.internal.engine.client.operation;

import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.Schedule;
import dev.reeve.ScheduleStatus;
import dev.reeve.Start;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.engine.client.boundary.Arguments;
import dev.reeve.internal.engine.client.boundary.EngineCalls;
import dev.reeve.internal.engine.client.deployment.Deployments;
import dev.reeve.internal.engine.client.execution.EngineAccess;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.engine.schedule.ScheduleBook;
import dev.reeve.internal.engine.schedule.ScheduledStart;
import dev.reeve.internal.engine.schedule.Schedules;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The schedules of one namespace of an engine. Polling starts with the first schedule. */
public final class ScheduleRunner {

    static final int SCHEDULES_MAX = Deployments.SCHEDULES_MAX;

    private static final String LABEL = "schedule";

    private final EngineAccess engine;
    private final Node node;
    /**
     * How many may be stored before the schedules are counted again: half of the room at the last count, since other
     * engines store some too. Counting reads all of them.
     */
    private final AtomicInteger uncounted = new AtomicInteger();

    /** Null until the first schedule exists. */
    private @Nullable Schedules running;

    public ScheduleRunner(EngineAccess engine, Node node) {
        this.engine = engine;
        this.node = node;
    }

    /** Continues the stored schedules, unless they run. */
    public void goOn() {
        if (!looksByItself() && !node.store().schedules(engine.namespace()).isEmpty()) {
            changed();
        }
    }

    private synchronized boolean looksByItself() {
        return running != null && running.looksByItself();
    }

    /** A schedule was put, changed or removed. */
    public synchronized void changed() {
        Schedules schedules = running;
        if (schedules == null) {
            schedules = new Schedules(
                    node.store().scheduling(), node.store()::find, engine.namespace(), node.clock(), this::start);
            running = schedules;
            node.schedule(engine.namespace(), schedules::runOnce, schedules::onWork);
        } else {
            schedules.changed();
        }
    }

    private CompletionStage<ExecutionId> start(ScheduledStart due) {
        return engine.startAsync(engine.request(due.schedule().workflow(), due.input(), how(due)), Function.identity());
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

    /** Checks a schedule of a definition that need not be stored. Writes nothing. */
    void check(String name, Plan plan, Json input, Schedule schedule) {
        Arguments.scheduleName(name);
        StartRequest unused = engine.request(plan, input, how(first(name, input, schedule)));
        refuseMore(name);
    }

    private ScheduledStart first(String name, Json input, Schedule schedule) {
        return new ScheduledStart(name, node.clock().now(), schedule, input);
    }

    private void refuseMore(String name) {
        if (uncounted.getAndDecrement() > 0 || isKnown(name)) {
            return;
        }
        int known = EngineCalls.reading(() -> node.store().schedules(engine.namespace()))
                .size();
        uncounted.set((SCHEDULES_MAX - known) / 2);
        if (known >= SCHEDULES_MAX) {
            throw Arguments.invalid("there are %d schedules, and there can be no more".formatted(known));
        }
    }

    private boolean isKnown(String name) {
        return EngineCalls.reading(() -> node.store().scheduling().find(engine.namespace(), name))
                .isPresent();
    }

    /**
     * @return the name
     */
    String keep(String name, Json input, Schedule schedule) {
        Arguments.scheduleName(name);
        StartRequest unused = engine.request(schedule.workflow(), input, how(first(name, input, schedule)));
        refuseMore(name);
        write(() -> book().keep(name, schedule, input, node.clock().now()));
        return name;
    }

    List<ScheduleStatus> list() {
        return engine.reader().schedules();
    }

    void pause(String name, String by, String why) {
        Arguments.scheduleName(name);
        Arguments.command(by, why);
        write(() -> book().pause(name, by, why, node.clock().now()));
    }

    void resume(String name, String by, String why) {
        Arguments.scheduleName(name);
        Arguments.command(by, why);
        write(() -> book().resume(name, by, why, node.clock().now()));
    }

    void delete(String name, String by, String why) {
        Arguments.scheduleName(name);
        Arguments.command(by, why);
        write(() -> book().delete(name, by, why, node.clock().now()));
    }

    private void write(Runnable change) {
        EngineCalls.reading(() -> {
            change.run();
            return change;
        });
        changed();
    }

    private ScheduleBook book() {
        return new ScheduleBook(node.store().scheduling(), engine.namespace());
    }
}
