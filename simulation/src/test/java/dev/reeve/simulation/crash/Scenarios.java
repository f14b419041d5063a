package dev.reeve.simulation.crash;

import static dev.reeve.ExecutionStatus.CANCELLED;
import static dev.reeve.ExecutionStatus.COMPENSATED;

import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.ReeveException;
import dev.reeve.StepStatus;
import dev.reeve.agent.StepContext;
import dev.reeve.agent.StepFailure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/** One for each way in which a workflow goes on from what is stored. */
final class Scenarios {

    private static final String RETRY = "retry: { maxAttempts: 20, backoff: 1ms, maxBackoff: 2ms }";

    /** Two steps are done, and undone because the third one fails. */
    private static final String UNDONE = """
        workflow: scenario
        steps:
          a: { action: do.a, RETRY, compensate: { action: undo.a, RETRY } }
          b: { action: do.b, after: [a], RETRY, compensate: { action: undo.b, RETRY } }
          c: { action: fail.c, after: [b], RETRY }
        """.replace("RETRY", RETRY);

    private static final List<String> UNDONE_ACTIONS = List.of("do.a", "undo.a", "do.b", "undo.b", "fail.c");

    private Scenarios() {}

    static List<Scenario> all() {
        return List.of(
                chain(),
                diamond(),
                retry(),
                checkpoint(),
                probe(),
                compensation(),
                failingCompensation(),
                cancel(),
                finallySteps(),
                parkedWait(),
                pause(),
                decisions(),
                each(),
                eachUndone(),
                again(),
                signal());
    }

    private static Scenario chain() {
        return new Scenario(
                "chain",
                """
                workflow: scenario
                steps:
                  a: { action: do.a, RETRY }
                  b: { action: do.b, after: [a], RETRY, input: "${ steps.a.output + 1 }" }
                  c: { action: do.c, after: [b], RETRY }
                output: "${ steps.b.output }"
                """.replace("RETRY", RETRY),
                List.of("do.a", "do.b", "do.c"),
                (step, world, times) -> step.action().equals("do.a") ? 1 : 2,
                Scenario.Operator.none(),
                Scenario.End.completed(2));
    }

    private static Scenario diamond() {
        return new Scenario(
                "diamond",
                """
                workflow: scenario
                steps:
                  a: { action: do.a, RETRY }
                  b: { action: do.b, after: [a], RETRY }
                  c: { action: do.c, after: [a], RETRY }
                  d: { action: do.d, after: [b, c], RETRY }
                output: { d: "${ steps.d.output }" }
                """.replace("RETRY", RETRY),
                List.of("do.a", "do.b", "do.c", "do.d"),
                (step, world, times) -> step.action(),
                Scenario.Operator.none(),
                Scenario.End.completed(Map.of("d", "do.d")));
    }

    private static Scenario retry() {
        return new Scenario(
                "retry",
                "workflow: scenario\nsteps: { a: { action: do.a, %s } }\n".formatted(RETRY),
                List.of("do.a"),
                (step, world, times) -> failing(times < 3, "do.a"),
                Scenario.Operator.none(),
                Scenario.End.completed(Map.of("a", "do.a")));
    }

    private static Object failing(boolean fails, Object otherwise) {
        if (fails) {
            throw StepFailure.transientError("NOT_YET", "not yet");
        }
        return otherwise;
    }

    private static Scenario checkpoint() {
        return new Scenario(
                "heartbeat and checkpoint",
                "workflow: scenario\nsteps: { a: { action: do.a, heartbeat: 5s, completeBy: 30s, %s } }\n"
                        .formatted(RETRY),
                List.of("do.a"),
                (step, world, times) -> {
                    Optional<Integer> known = step.checkpoint(Integer.class);
                    step.heartbeat(known.orElse(0) + 1);
                    return failing(times < 3, "done");
                },
                Scenario.Operator.none(),
                Scenario.End.completed(Map.of("a", "done")));
    }

    private static Scenario probe() {
        return new Scenario(
                "probe",
                "workflow: scenario\nsteps: { a: { action: do.a, probe: ask.a, completeBy: 40ms, %s } }\n"
                        .formatted(RETRY),
                List.of("do.a", "ask.a"),
                Scenarios::probed,
                Scenario.Operator.none(),
                Scenario.End.completed(Map.of("a", "really done")));
    }

    /** Does what it is asked to, and never says so. */
    private static Object probed(StepContext step, World world, int times) throws InterruptedException {
        if (step.action().equals("do.a")) {
            new CountDownLatch(1).await();
        }
        return world.times("do.a") > 1 ? Map.of("state", "done", "output", "really done") : Map.of("state", "notDone");
    }

    private static Scenario compensation() {
        return new Scenario(
                "compensation",
                UNDONE,
                UNDONE_ACTIONS,
                (step, world, times) -> refused(step, "fail.c"),
                Scenario.Operator.none(),
                Scenario.End.of(COMPENSATED));
    }

    private static Object refused(StepContext step, String refused) {
        if (step.action().equals(refused)) {
            throw StepFailure.businessError("NO", "not at all");
        }
        return step.action();
    }

    private static Scenario failingCompensation() {
        return new Scenario(
                "failing compensation, resolved by an operator",
                UNDONE,
                UNDONE_ACTIONS,
                (step, world, times) ->
                        step.action().equals("undo.b") ? refused(step, "undo.b") : refused(step, "fail.c"),
                execution -> {
                    await(execution, now -> now.status() == ExecutionStatus.ESCALATED || ended(now));
                    unlessDone(() -> execution.actingAs("alice").recovery().resolve("b", Map.of()));
                },
                Scenario.End.of(COMPENSATED));
    }

    private static Scenario cancel() {
        return new Scenario(
                "cancel",
                """
                workflow: scenario
                steps:
                  a: { action: do.a, RETRY, compensate: { action: undo.a, RETRY } }
                  b: { wait: 1h, after: [a] }
                  c: { action: do.c, after: [b], RETRY }
                """.replace("RETRY", RETRY),
                List.of("do.a", "undo.a", "do.c"),
                (step, world, times) -> step.action(),
                execution -> {
                    await(execution, now -> ended(now) || isCompleted(now, "a"));
                    unlessDone(() -> execution.actingAs("alice").cancel("enough"));
                },
                Scenario.End.of(CANCELLED));
    }

    private static Scenario finallySteps() {
        return new Scenario(
                "finally",
                """
                workflow: scenario
                steps:
                  a: { action: do.a, RETRY, compensate: { action: undo.a, RETRY } }
                  b: { action: fail.b, after: [a], RETRY }
                finally:
                  f: { action: close.f, RETRY, input: { outcome: "${ outcome }" } }
                  g: { action: close.g, after: [f], RETRY }
                """.replace("RETRY", RETRY),
                List.of("do.a", "undo.a", "fail.b", "close.f", "close.g"),
                (step, world, times) -> refused(step, "fail.b"),
                Scenario.Operator.none(),
                Scenario.End.of(COMPENSATED));
    }

    private static Scenario parkedWait() {
        return new Scenario(
                "parked wait",
                """
                workflow: scenario
                steps:
                  a: { action: do.a, RETRY }
                  b: { wait: 120ms, after: [a] }
                  c: { action: do.c, after: [b], RETRY }
                output: "${ steps.c.output }"
                """.replace("RETRY", RETRY),
                List.of("do.a", "do.c"),
                (step, world, times) -> step.action(),
                Scenario.Operator.none(),
                Scenario.End.completed("do.c"));
    }

    private static Scenario pause() {
        return new Scenario(
                "pause",
                """
                workflow: scenario
                steps:
                  a:
                    action: do.a
                    retry: { maxAttempts: 1 }
                    onExhausted: { pause: 30ms, rounds: 20, then: compensate }
                """,
                List.of("do.a"),
                (step, world, times) -> failing(times < 3, "late"),
                Scenario.Operator.none(),
                Scenario.End.completed(Map.of("a", "late")));
    }

    private static Scenario decisions() {
        return new Scenario(
                "any, when, continue",
                """
                workflow: scenario
                steps:
                  a: { action: do.a, RETRY }
                  b: { action: fail.b, RETRY, onExhausted: continue }
                  c: { action: do.c, after: [a, b], join: any, RETRY }
                  d: { action: do.d, after: [a], when: "${ steps.a.output = 'something else' }", RETRY }
                  e: { action: do.e, after: [b, c, d], RETRY }
                output: "${ steps.e.output }"
                """.replace("RETRY", RETRY),
                List.of("do.a", "fail.b", "do.c", "do.d", "do.e"),
                (step, world, times) -> refused(step, "fail.b"),
                Scenario.Operator.none(),
                Scenario.End.completed("do.e"));
    }

    private static Scenario each() {
        return new Scenario(
                "each of a list",
                """
                workflow: scenario
                steps:
                  a: { action: do.a, RETRY, forEach: [1, 2, 3], concurrency: 2 }
                  b: { action: do.b, after: [a], RETRY }
                output: "${ steps.a.output }"
                """.replace("RETRY", RETRY),
                List.of("do.a", "do.b"),
                (step, world, times) -> step.action(),
                Scenario.Operator.none(),
                Scenario.End.completed(List.of("do.a", "do.a", "do.a")).withKeys(Map.of("do.a", 3)));
    }

    private static Scenario eachUndone() {
        return new Scenario(
                "each of a list, undone",
                """
                workflow: scenario
                steps:
                  a: { action: do.a, RETRY, forEach: [1, 2], concurrency: 1, compensate: { action: undo.a, RETRY } }
                  b: { action: fail.b, after: [a], RETRY }
                """.replace("RETRY", RETRY),
                List.of("do.a", "undo.a", "fail.b"),
                (step, world, times) -> refused(step, "fail.b"),
                Scenario.Operator.none(),
                Scenario.End.of(COMPENSATED).withKeys(Map.of("do.a", 2, "undo.a", 2)));
    }

    private static Scenario again() {
        return new Scenario(
                "again until it holds",
                """
                workflow: scenario
                steps:
                  a: { action: do.a, RETRY, repeat: { until: "${ round = 3 }", delay: 5ms } }
                output: "${ steps.a.output }"
                """.replace("RETRY", RETRY),
                List.of("do.a"),
                (step, world, times) -> step.action(),
                Scenario.Operator.none(),
                Scenario.End.completed("do.a").withKeys(Map.of("do.a", 3)));
    }

    /** The sender does not always get an answer, and sends it again. */
    private static Scenario signal() {
        return new Scenario(
                "a signal that counts once",
                """
                workflow: scenario
                steps:
                  a: { action: do.a, RETRY }
                  b: { after: [a], await: go }
                  c: { after: [b], await: { signal: go, timeout: 20ms, default: none } }
                output: ["${ steps.b.output }", "${ steps.c.output }"]
                """.replace("RETRY", RETRY),
                List.of("do.a"),
                (step, world, times) -> step.action(),
                execution -> unlessDone(() -> execution.actingAs("alice").signalOnce("go", 5, "1")),
                Scenario.End.completed(List.of(5, "none")));
    }

    private static boolean ended(Execution execution) {
        return execution.status().isTerminal();
    }

    private static boolean isCompleted(Execution execution, String step) {
        return execution.describe().steps().stream()
                .anyMatch(found -> found.step().toString().equals(step) && found.status() == StepStatus.COMPLETED);
    }

    private static void await(Execution execution, Predicate<Execution> condition) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(2))
                .until(() -> condition.test(execution));
    }

    /** A command whose answer was lost may have been obeyed, and is refused then. */
    private static void unlessDone(Runnable command) {
        try {
            command.run();
        } catch (ReeveException e) {
            if (e.code() != ErrorCode.REFUSED) {
                throw e;
            }
        }
    }
}
