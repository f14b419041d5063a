package dev.reeve.benchmark.member;

import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionResult;
import dev.reeve.Json;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.Start;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.process.Ledger;
import dev.reeve.benchmark.process.Pause;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The callers of one node. They start executions at a steady rate, send signals to executions of other nodes, and wait
 * for ends of executions of other nodes. They learn of these from the ledgers. The next process of a place finishes
 * the calls of a killed one.
 */
final class ClusterLoad {

    private static final Duration WAIT = Duration.ofSeconds(10);
    private static final Duration AGAIN = Duration.ofMillis(100);
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final ExecutionId NONE = new ExecutionId(new UUID(0, 0));

    private final ClusterPlan plan;
    private final int place;
    private final boolean plain;
    private final Reeve reeve;
    private final Ledger ledger;
    private final ClusterLedgers ledgers;
    private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

    /** The executions that this place has started and nobody has seen end. */
    private final Set<ExecutionId> open = ConcurrentHashMap.newKeySet();

    private int next;
    private volatile boolean resting;
    private volatile boolean ending;

    /** @param plain whether only kinds that older releases know are started */
    ClusterLoad(ClusterPlan plan, int place, boolean plain, Reeve reeve, Ledger ledger) {
        this.plan = plan;
        this.place = place;
        this.plain = plain;
        this.reeve = reeve;
        this.ledger = ledger;
        this.ledgers = new ClusterLedgers(plan.ledgers());
    }

    void begin() {
        Set<Integer> intended = new TreeSet<>();
        Set<Integer> unanswered = look(intended);
        next = intended.stream().mapToInt(number -> number + plan.nodes()).max().orElse(place);
        unanswered.stream().filter(ClusterKind::hasKey).forEach(this::start);
        Thread.ofPlatform().daemon().name("looking").start(() -> {
            while (!ending) {
                Pause.of(LOOK);
                look(new TreeSet<>());
            }
        });
        Thread.ofPlatform().daemon().name("starting").start(this::startAll);
    }

    /** Starts nothing more. */
    void rest() {
        resting = true;
    }

    /** Makes no more calls. */
    void end() {
        resting = true;
        ending = true;
    }

    private void startAll() {
        long interval = Duration.ofSeconds(1).toNanos() / plan.rate();
        for (long at = System.nanoTime(); !resting; at += interval) {
            Pause.until(at);
            if (open.size() < plan.inflight()) {
                add(Ledger.Kind.INTENDED, NONE, 0, 0, next);
                start(next);
                next += plan.nodes();
            }
        }
    }

    /**
     * Reads the ledgers. Awaits and signals the executions that this place waits for or signals.
     *
     * @param intended receives the numbers of this place
     * @return those without an answer
     */
    private Set<Integer> look(Set<Integer> intended) {
        Map<Integer, ExecutionId> started = new HashMap<>();
        Set<ExecutionId> signalled = new HashSet<>();
        Set<ExecutionId> ended = new HashSet<>();
        for (ClusterLedgers.Line line : ledgers.more()) {
            Ledger.Entry entry = line.entry();
            switch (entry.kind()) {
                case INTENDED -> {
                    if (line.place() == place) {
                        intended.add(entry.detail());
                    }
                }
                case ACKNOWLEDGED -> started.put(entry.detail(), entry.execution());
                case SIGNALLED -> signalled.add(entry.execution());
                case ENDED -> ended.add(entry.execution());
                case CALLED, FAILED, WRONG -> {
                    // nothing follows from it
                }
            }
        }
        open.removeAll(ended);
        started.forEach((number, id) -> {
            if (plan.waiter(number) == place && !ended.contains(id)) {
                callers.execute(() -> await(id));
            }
            if (plan.signaller(number) == place
                    && ClusterKind.of(number, plain) == ClusterKind.SIGNAL
                    && !signalled.contains(id)) {
                callers.execute(() -> signal(number, id));
            }
        });
        Set<Integer> unanswered = new TreeSet<>(intended);
        unanswered.removeAll(started.keySet());
        return unanswered;
    }

    private void start(int number) {
        boolean keyed = ClusterKind.hasKey(number);
        Start how = keyed ? Start.key("cluster-" + number) : Start.plain();
        String workflow = ClusterKind.of(number, plain).workflow();
        callers.execute(() -> {
            Execution execution = persistently(
                    ClusterCall.START,
                    NONE,
                    keyed,
                    () -> reeve.start(workflow, new Json("{\"n\":%d}".formatted(number)), how));
            if (execution != null) {
                open.add(execution.id());
                add(Ledger.Kind.ACKNOWLEDGED, execution.id(), 0, 0, number);
            }
        });
    }

    private void signal(int number, ExecutionId id) {
        Boolean done = persistently(ClusterCall.SIGNAL, id, true, () -> {
            try {
                found(id).signalOnce(ClusterKind.APPROVAL, Map.of("n", number), "signal-" + number);
            } catch (ReeveException e) {
                // Only the signal lets this execution end. So an earlier call was answered, and nobody heard it.
                if (e.code() != ErrorCode.REFUSED) {
                    throw e;
                }
            }
            return true;
        });
        if (done != null) {
            add(Ledger.Kind.SIGNALLED, id, 0, 0, number);
        }
    }

    private void await(ExecutionId id) {
        ExecutionResult result =
                persistently(ClusterCall.AWAIT, id, true, () -> found(id).awaitEnd(WAIT));
        if (result != null) {
            add(Ledger.Kind.ENDED, id, 0, 0, ClusterLedgers.STATUSES.indexOf(result.status()));
        }
    }

    private Execution found(ExecutionId id) {
        return reeve.find(id).orElseThrow(() -> new CheckFailedException("execution " + id + " is not in the store"));
    }

    /**
     * Repeats a call until it is answered.
     *
     * @param sure whether a call without an answer may be repeated
     * @return null if there is no answer
     */
    private <T> @Nullable T persistently(ClusterCall call, ExecutionId id, boolean sure, Supplier<T> question) {
        for (int failures = 1; !ending; failures++) {
            try {
                return question.get();
            } catch (ReeveException e) {
                if (call == ClusterCall.AWAIT && e.code() == ErrorCode.TIMED_OUT) {
                    failures--;
                    continue;
                }
                if (call == ClusterCall.AWAIT && ending) {
                    return null; // closing cannot wait for the end
                }
                boolean known = e.code() == ErrorCode.OVERLOADED;
                boolean again = e.code().isTransient() || e.code() == ErrorCode.FENCED;
                Ledger.Kind kind = again || ending ? Ledger.Kind.FAILED : Ledger.Kind.WRONG;
                add(kind, id, ClusterCall.ALL.indexOf(call), failures, 0);
                System.err.printf("%tT %s of %s failed (%d): %s%n", System.currentTimeMillis(), call, id, failures, e);
                if (kind == Ledger.Kind.WRONG || !(sure || known)) {
                    return null;
                }
                Pause.of(AGAIN);
            } catch (RuntimeException e) {
                add(Ledger.Kind.WRONG, id, ClusterCall.ALL.indexOf(call), failures, 0);
                e.printStackTrace();
                return null;
            }
        }
        return null;
    }

    private void add(Ledger.Kind kind, ExecutionId id, int step, int attempt, int detail) {
        ledger.add(new Ledger.Entry(kind, id, step, attempt, detail, System.currentTimeMillis()));
    }
}
