package dev.reeve.faults.engine;

import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.Start;
import dev.reeve.StepDescription;
import dev.reeve.StepStatus;
import dev.reeve.agent.StepContext;
import dev.reeve.agent.StepFailure;
import dev.reeve.workflow.Workflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/**
 * Small executions of every kind: a chain, one whose steps fail now and then, one that waits, one that is compensated.
 * Each start has a key, and is repeated under this key until it is acknowledged. Thread-safe.
 */
public final class Workload {

    /** A step loses an attempt with each kill. No test has more kills than this maximum. */
    private static final String RETRY = "retry: { maxAttempts: 50, backoff: 20ms, maxBackoff: 200ms }";

    private static final List<String> DEFINITIONS = List.of("""
            workflow: chain
            version: 1
            steps:
              a: { action: do, completeBy: 20s, %1$s }
              b: { after: [a], action: do, completeBy: 20s, %1$s }
              c: { after: [b], action: do, completeBy: 20s, %1$s }
            """, """
            workflow: flaky
            version: 1
            steps:
              a: { action: fail.sometimes, completeBy: 20s, %1$s }
              b: { after: [a], action: do, completeBy: 20s, %1$s }
            """, """
            workflow: waiting
            version: 1
            steps:
              a: { action: do, completeBy: 20s, %1$s }
              b: { after: [a], wait: 200ms }
              c: { after: [b], action: do, completeBy: 20s, %1$s }
            """, """
            workflow: undone
            version: 1
            steps:
              a: { action: do, completeBy: 20s, %1$s, compensate: { action: undo, %1$s } }
              b: { after: [a], action: do, completeBy: 20s, %1$s, compensate: { action: undo, %1$s } }
              c: { after: [b], action: refuse, completeBy: 20s, %1$s }
            """);

    static final List<String> NAMES = List.of("chain", "flaky", "waiting", "undone");

    /** Errors that leave open whether a start was stored: ask again, under the same key. */
    private static final Set<ErrorCode> ASK_AGAIN =
            Set.of(ErrorCode.STORE_UNAVAILABLE, ErrorCode.TIMED_OUT, ErrorCode.OVERLOADED);

    private static final int CLIENTS = 4;

    private final Reeve reeve;
    private final Ledger ledger;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();

    private Workload(Reeve reeve, Ledger ledger, List<String> definitions) {
        this.reeve = reeve;
        this.ledger = ledger;
        definitions.forEach(
                text -> persistently(() -> reeve.deploy(Workflow.parse(text.formatted(RETRY))), "deploying"));
    }

    /** Deploys the definitions, and starts an agent for their actions. */
    public Workload(Reeve reeve, Ledger ledger) {
        this(reeve, ledger, DEFINITIONS);
        serve();
    }

    /** Deploys the definitions. Other engines have the agents. */
    static Workload withoutAgents(Reeve reeve, Ledger ledger) {
        return new Workload(reeve, ledger, DEFINITIONS);
    }

    private void serve() {
        reeve.agent("worker")
                .action("do", JsonNode.class, (input, step) -> done(step))
                .action("undo", JsonNode.class, (input, step) -> done(step))
                .action("fail.sometimes", JsonNode.class, (input, step) -> failSometimes(step))
                .action("refuse", JsonNode.class, (input, step) -> refuse(step))
                .slots(50)
                .start();
    }

    private Map<String, Integer> done(StepContext step) {
        ledger.called(step);
        LockSupport.parkNanos(
                Duration.ofMillis(Integer.getInteger("faults.slow", 0)).toNanos());
        ledger.returned(step);
        return Map.of("attempt", step.attempt());
    }

    private Map<String, Integer> failSometimes(StepContext step) {
        ledger.called(step);
        ledger.returned(step);
        if (step.attempt() % 3 != 0) {
            throw StepFailure.transientError("BUSY", "not this time");
        }
        return Map.of("attempt", step.attempt());
    }

    private Map<String, Integer> refuse(StepContext step) {
        ledger.called(step);
        ledger.returned(step);
        throw StepFailure.businessError("REFUSED", "never");
    }

    /** The name of the workflow of this key. */
    static String workflow(int number) {
        return NAMES.get(number % NAMES.size());
    }

    static String key(int number) {
        return workflow(number) + "-" + number;
    }

    /**
     * Starts an execution, with retries, and records the acknowledgement.
     *
     * @throws ReeveException if this engine is no longer usable
     */
    public Execution start(int number) {
        Execution execution = persistently(
                () -> reeve.start(workflow(number), new Json("{\"n\":%d}".formatted(number)), Start.key(key(number))),
                "starting " + key(number));
        ledger.acknowledged(key(number), execution.id());
        return execution;
    }

    /** Waits for its end, with retries, and records it. */
    public void awaitEnd(Execution execution) {
        String status = persistently(
                () -> execution.awaitEnd(Duration.ofSeconds(30)).status().name(), "waiting for " + execution);
        ledger.ended(execution.id(), status);
    }

    /** Starts this many more, with four clients at once, and waits for all. */
    public void run(int count) {
        int from = next.getAndAdd(count);
        List<CompletableFuture<Void>> running = IntStream.range(0, CLIENTS)
                .mapToObj(client -> CompletableFuture.runAsync(
                        () -> {
                            List<Execution> started = new ArrayList<>();
                            for (int number = from + client; number < from + count; number += CLIENTS) {
                                started.add(start(number));
                            }
                            started.forEach(this::awaitEnd);
                        },
                        task -> Thread.ofVirtual().start(task)))
                .toList();
        running.forEach(CompletableFuture::join);
    }

    /**
     * Waits until no execution is open, including those of other processes. A step whose agent was lost five times in a
     * row is escalated, because the step itself may be the cause. Here it is not, so the step is retried.
     */
    public void runToEnd() {
        ExecutionStatus[] open = Stream.of(ExecutionStatus.values())
                .filter(status -> !status.isTerminal())
                .toArray(ExecutionStatus[]::new);
        Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> {
            persistently(() -> reeve.list(ExecutionQuery.all().status(ExecutionStatus.ESCALATED)), "listing")
                    .forEach(poisoned -> retry(poisoned.id()));
            return persistently(() -> reeve.list(ExecutionQuery.all().status(open)), "listing")
                    .isEmpty();
        });
    }

    private void retry(ExecutionId id) {
        Execution execution = reeve.find(id).orElseThrow();
        for (StepDescription step : execution.describe().steps()) {
            if (step.status() == StepStatus.ESCALATED) {
                execution.actingAs("operator").recovery().retry(step.step().toString());
            }
        }
    }

    /** Number of requests that were not answered and had to be repeated. */
    public int refused() {
        return refused.get();
    }

    /** A call that may be repeated. */
    public interface Question<T> {
        T ask();
    }

    /** Repeats a call until it is answered. */
    public <T> T persistently(Question<T> question, String what) {
        long giveUp = System.nanoTime() + Duration.ofMinutes(3).toNanos();
        while (true) {
            try {
                return question.ask();
            } catch (ReeveException e) {
                if (!ASK_AGAIN.contains(e.code())) {
                    throw e;
                }
                refused.incrementAndGet();
                if (System.nanoTime() > giveUp) {
                    throw new IllegalStateException(what + " has not succeeded in three minutes", e);
                }
                LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
            }
        }
    }
}
