package dev.reeve.benchmark.soak;

import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionResult;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.process.Pause;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The mixed load, across successive engines: the executions started, the pending signals and cancels, and the ends. The
 * owning thread starts executions. Other threads report their ends.
 */
final class SoakLoad implements AutoCloseable {

    private static final int WRONG_MAX = 20;
    private static final String BY = "soak";

    private record Expected(SoakKind kind, long number) {}

    /** A signal or cancel to send at this time. */
    private record Deed(ExecutionId id, Expected of, long dueNanos) {}

    private final Map<ExecutionId, Expected> open = new ConcurrentHashMap<>();
    private final Queue<Deed> signals = new ConcurrentLinkedQueue<>();
    private final Queue<Deed> cancels = new ConcurrentLinkedQueue<>();
    private final Map<SoakKind, LongAdder> started = new EnumMap<>(SoakKind.class);
    private final LongAdder ended = new LongAdder();
    private final LongAdder overloaded = new LongAdder();
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final AtomicInteger busy = new AtomicInteger();
    private final ExecutorService deeds = Executors.newVirtualThreadPerTaskExecutor();
    private long numbers;

    /** Number of the current engine. A failed future of an earlier engine is no failure. */
    private final AtomicInteger life = new AtomicInteger();

    SoakLoad() {
        for (SoakKind kind : SoakKind.values()) {
            started.put(kind, new LongAdder());
        }
    }

    void start(Reeve reeve) {
        long number = numbers++;
        SoakKind kind = SoakKind.of(number);
        Expected expected = new Expected(kind, number);
        busy.incrementAndGet();
        try {
            var unused = reeve.startAsync(kind.workflow(), kind.input(number), kind.how(number))
                    .whenComplete((execution, failure) -> {
                        if (failure == null) {
                            started(execution, expected);
                        } else {
                            refused(failure);
                        }
                        busy.decrementAndGet();
                    });
        } catch (ReeveException e) {
            refused(e);
            busy.decrementAndGet();
        }
    }

    private void started(Execution execution, Expected expected) {
        open.put(execution.id(), expected);
        of(expected.kind).increment();
        long now = System.nanoTime();
        if (expected.kind == SoakKind.SIGNAL) {
            signals.add(new Deed(
                    execution.id(), expected, now + Duration.ofSeconds(1).toNanos()));
        } else if (expected.kind == SoakKind.CANCELLED) {
            cancels.add(new Deed(
                    execution.id(), expected, now + Duration.ofSeconds(2).toNanos()));
        }
        await(execution);
    }

    private void refused(Throwable failure) {
        if (failure instanceof ReeveException known && known.code() == ErrorCode.OVERLOADED) {
            overloaded.increment();
        } else {
            wrong("a start failed: " + failure);
        }
    }

    private void await(Execution execution) {
        int awaitedIn = life.get();
        var unused = execution.result().whenComplete((result, failure) -> {
            if (failure == null) {
                ended(result);
            } else if (awaitedIn == life.get()) {
                wrong("nobody said how %s ended: %s".formatted(execution.id(), failure));
            }
        });
    }

    private void ended(ExecutionResult result) {
        Expected expected = open.remove(result.id());
        if (expected == null) {
            return; // the earlier engine reported it too
        }
        ended.increment();
        Json output = result.output();
        boolean isRight = result.status() == expected.kind.end()
                && (result.status() != ExecutionStatus.COMPLETED
                        || (output != null && output.equals(expected.kind.output(expected.number))));
        if (!isRight) {
            wrong("%s, of %s, ended as %s with %s: %s"
                    .formatted(result.id(), expected.kind.workflow(), result.status(), output, result.failure()));
        }
    }

    /** Sends the signals and the cancels that are due. */
    void act(Reeve reeve) {
        act(reeve, signals);
        act(reeve, cancels);
    }

    private void act(Reeve reeve, Queue<Deed> queue) {
        Deed next;
        while ((next = queue.peek()) != null && next.dueNanos - System.nanoTime() <= 0) {
            Deed deed = queue.remove();
            busy.incrementAndGet();
            deeds.execute(() -> {
                try {
                    act(reeve, deed);
                } catch (RuntimeException e) {
                    wrong("%s, of %s, could not be acted on: %s".formatted(deed.id, deed.of.kind.workflow(), e));
                } finally {
                    busy.decrementAndGet();
                }
            });
        }
    }

    private static void act(Reeve reeve, Deed deed) {
        Execution execution = reeve.find(deed.id)
                .orElseThrow(() -> new CheckFailedException("execution " + deed.id + " is not in the store"));
        if (deed.of.kind == SoakKind.SIGNAL) {
            execution.actingAs(BY).signal("approval", deed.of.kind.output(deed.of.number));
        } else {
            execution.actingAs(BY).cancel("this kind is cancelled");
        }
    }

    /** Waits until all requests to this engine are answered. After that it can be closed. */
    void settle(Duration patience) {
        CheckFailedException.check(
                Pause.until(() -> busy.get() == 0, patience),
                () -> "%d starts or deeds got no answer within %s".formatted(busy.get(), patience));
        life.incrementAndGet();
    }

    /** Waits for the executions that an earlier engine has not ended. */
    void goOn(Reeve reeve) {
        for (ExecutionId id : open.keySet()) {
            reeve.find(id).ifPresentOrElse(this::await, () -> wrong("execution " + id + " is lost"));
        }
    }

    private LongAdder of(SoakKind kind) {
        LongAdder count = started.get(kind);
        if (count == null) {
            throw new IllegalStateException("nobody counts " + kind);
        }
        return count;
    }

    private void wrong(String what) {
        if (wrong.size() < WRONG_MAX) {
            wrong.add(what);
        }
    }

    /** @throws CheckFailedException if any execution did not end as required */
    void check() {
        CheckFailedException.check(wrong.isEmpty(), () -> String.join("; ", wrong));
    }

    long startedCount() {
        return started.values().stream().mapToLong(LongAdder::sum).sum();
    }

    long startedCount(SoakKind kind) {
        return of(kind).sum();
    }

    long endedCount() {
        return ended.sum();
    }

    long overloadedCount() {
        return overloaded.sum();
    }

    int openCount() {
        return open.size();
    }

    /** For messages. */
    @Nullable ExecutionId anyOpen() {
        return open.keySet().stream().findFirst().orElse(null);
    }

    @Override
    public void close() {
        deeds.close();
    }
}
