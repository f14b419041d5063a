package dev.reeve.internal.engine.client.operation;

import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.Schedule;
import dev.reeve.ScheduleStatus;
import dev.reeve.Start;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.engine.client.boundary.Arguments;
import dev.reeve.internal.engine.client.boundary.EngineCalls;
import dev.reeve.internal.engine.client.execution.EngineAccess;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.engine.schedule.ScheduleBook;
import dev.reeve.internal.engine.schedule.ScheduledStart;
import dev.reeve.internal.engine.schedule.Schedules;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.spi.store.ScheduleRow;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The schedules of one namespace of an engine. Polling starts with the first schedule. */
public final class ScheduleRunner {

    /** A higher number would be a queue rather than schedules. */
    static final int SCHEDULES_MAX = 1_000;

    private static final String LABEL = "schedule";

    private final EngineAccess engine;
    private final Node node;
    /** Null until the first schedule exists. */
    private @Nullable Schedules running;

    /**
     * How many may be stored before the schedules are counted again: half of the room at the last count, since other
     * engines store some too. Counting reads all of them.
     */
    private final AtomicInteger uncounted = new AtomicInteger();

    /** The schedules that callers register at this moment. */
    private final Queue<Registration> waiting = new ConcurrentLinkedQueue<>();

    /** A schedule that a caller registers. The thread that stores it, maybe for another caller, notes the outcome. */
    private static final class Registration {
        final ScheduledStart first;
        boolean stored;

        @Nullable RuntimeException refusal;

        Registration(ScheduledStart first) {
            this.first = first;
        }

        String name() {
            return first.name();
        }

        /** @return whether the action has not failed */
        boolean attempt(Runnable action) {
            try {
                action.run();
                return true;
            } catch (RuntimeException e) {
                refusal = e;
                return false;
            }
        }
    }

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

    private synchronized void changed() {
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
        if (uncounted.getAndDecrement() > 0) {
            return;
        }
        Set<String> known = names();
        uncounted.set((SCHEDULES_MAX - known.size()) / 2);
        if (known.size() >= SCHEDULES_MAX && !known.contains(name)) {
            throw tooMany(known.size());
        }
    }

    private Set<String> names() {
        List<ScheduleRow> known = EngineCalls.reading(() -> node.store().schedules(engine.namespace()));
        return known.stream().map(ScheduleRow::name).collect(Collectors.toCollection(HashSet::new));
    }

    private static ReeveException tooMany(int count) {
        return Arguments.invalid("there are %d schedules, and there can be no more".formatted(count));
    }

    /**
     * Registers a schedule. Those that other callers register at the same time are stored in the same transaction,
     * since each transaction waits for the disk.
     *
     * @param alone runs an action while nothing is deployed or removed, one action after the other
     */
    void put(String name, Json input, Schedule schedule, Consumer<Runnable> alone) {
        Registration mine = new Registration(first(name, input, schedule));
        waiting.add(mine);
        try {
            alone.accept(this::registerWaiting);
        } finally {
            waiting.remove(mine); // it is still there if it was not attempted
        }
        if (!mine.stored) {
            throw mine.refusal != null
                    ? mine.refusal
                    : ReeveException.of(
                            ErrorCode.INTERNAL,
                            "the thread that registered schedule '%s' for this caller has died; register it again"
                                    .formatted(name));
        }
    }

    /** Once this returns, everything that was waiting when it began has its outcome. */
    private void registerWaiting() {
        List<Registration> group = new ArrayList<>();
        for (Registration one = waiting.poll(); one != null; one = waiting.poll()) {
            group.add(one);
        }
        if (group.size() > 1) {
            registerTogether(group);
        } else {
            group.forEach(this::register);
        }
    }

    private void register(Registration one) {
        one.stored = one.attempt(() -> keep(one.name(), one.first.input(), one.first.schedule()));
    }

    private void registerTogether(List<Registration> group) {
        List<Registration> valid = group.stream()
                .filter(one -> one.attempt(() -> check(one.first)))
                .toList();
        Map<String, Registration> fresh = new LinkedHashMap<>();
        List<Registration> others = new ArrayList<>();
        try {
            Set<String> known = names();
            for (Registration one : valid) {
                if (known.contains(one.name())) {
                    others.add(one);
                } else if (known.size() >= SCHEDULES_MAX) {
                    one.refusal = tooMany(known.size());
                } else {
                    known.add(one.name());
                    fresh.put(one.name(), one);
                }
            }
            if (!fresh.isEmpty()) {
                others.addAll(0, keepNew(fresh));
            }
        } catch (RuntimeException e) {
            for (Registration one : valid) {
                one.refusal = one.refusal == null ? EngineCalls.translated(e) : one.refusal;
            }
            return;
        }
        others.forEach(this::register);
    }

    /** @return those whose name another engine has used meanwhile */
    private List<Registration> keepNew(Map<String, Registration> fresh) {
        List<ScheduledStart> firsts =
                fresh.values().stream().map(one -> one.first).toList();
        Set<String> stored =
                EngineCalls.reading(() -> book().keepNew(firsts, node.clock().now()));
        changed();
        fresh.values().forEach(one -> one.stored = stored.contains(one.name()));
        return fresh.values().stream().filter(one -> !one.stored).toList();
    }

    private void check(ScheduledStart first) {
        Arguments.scheduleName(first.name());
        StartRequest unused = engine.request(first.schedule().workflow(), first.input(), how(first));
    }

    /**
     * @return the name
     */
    String keep(String name, Json input, Schedule schedule) {
        check(first(name, input, schedule));
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
