package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.ExecutionSummary;
import dev.reeve.MoveCheck;
import dev.reeve.MoveCheck.Obstacle;
import dev.reeve.Start;
import dev.reeve.StepStatus;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Executions that move to another version, on every store (S9). */
public abstract class MoveContract extends EngineFixture {

    private static Definition version(int number, String steps) {
        return DefinitionReader.parse("workflow: report\nversion: %d\nsteps:\n%s".formatted(number, steps.indent(2)));
    }

    private static final Definition ONE = version(1, """
            collect: { action: report.collect }
            rest: { wait: 3d, after: [collect] }
            print: { action: report.print, after: [rest] }
            """);

    /** Goes on after a signal, and not after three days; sends instead of printing. */
    private static final Definition TWO = version(2, """
            collect: { action: report.collect }
            rest: { wait: 3d, after: [collect] }
            look: { await: { signal: seen }, after: [collect] }
            send: { action: report.send, after: [look], input: { version: "${ execution.version }" } }
            """);

    private static final Definition THREE = version(3, """
            collect: { action: report.gather }
            print: { action: report.print, after: [collect] }
            """);

    private static final Definition LIMITED =
            version(1, "print: { action: report.print, limit: { concurrency: 1 } }\n");
    private static final Definition UNLIMITED = version(2, "print: { action: report.print }\n");

    private Execution resting(String key) {
        Execution execution = reeve().start("report", Map.of(), Start.key(key).version(1));
        await().atMost(PATIENCE).until(() -> status(execution, "rest") == StepStatus.WAITING);
        return execution;
    }

    private void deployed() {
        List.of(ONE, TWO, THREE).forEach(reeve()::deploy);
        echo(reeve(), "report.collect");
    }

    @Test
    @DisplayName("S9, I4: a moved execution continues, over restarts, and lists actor and reason")
    void itGoesOnWithTheOtherVersion() {
        deployed();
        Execution before = resting("k");
        before.actingAs("alice").recovery().moveTo(2, "people want to see it first");

        assertThat(before.summary().version()).isEqualTo(2);
        assertThat(status(before, "look")).isEqualTo(StepStatus.WAITING);
        Execution after = reopened().find("k").orElseThrow();
        assertThat(after.summary().version()).isEqualTo(2);
        assertThat(events(after, Event.ExecutionMoved.class))
                .containsExactly(new Event.ExecutionMoved(2, "alice", "people want to see it first"));

        echo(reeve(), "report.send");
        after.actingAs("bob").signal("seen", Map.of());
        await().atMost(PATIENCE).until(() -> status(after, "send") == StepStatus.COMPLETED);
        assertThat(after.describe().steps().getLast().output()).hasToString("{\"version\":2}");
        assertThat(after.status()).isEqualTo(ExecutionStatus.RUNNING);
        assertThat(reeve().list(ExecutionQuery.all().workflow("report")))
                .extracting(ExecutionSummary::version)
                .containsExactly(2);
    }

    @Test
    @DisplayName("S9: a parked execution can be moved")
    void aParkedExecutionIsMoved() {
        deployed();
        resting("k");
        Execution parked = reopened().find("k").orElseThrow();

        parked.actingAs("alice").recovery().moveTo(2, "as all others");

        assertThat(parked.summary().version()).isEqualTo(2);
        assertThat(parked.explain().steps())
                .extracting(step -> step.step().toString())
                .contains("rest", "look");
    }

    /** @return what the agent's calls wait for */
    private CountDownLatch printer() {
        reeve().deploy(LIMITED);
        reeve().deploy(UNLIMITED);
        CountDownLatch gate = new CountDownLatch(1);
        reeve().agent("printer")
                .action("report.print", Map.class, (input, step) -> {
                    calls.add("print");
                    gate.await();
                    return null;
                })
                .slots(10)
                .start();
        return gate;
    }

    private Execution printed(int version) {
        return reeve().start("report", Map.of(), Start.plain().version(version));
    }

    private void completes(Execution execution) {
        assertThat(execution.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("S9 S8: a running call leaves the limit that the other version does not have")
    void limitOfTheVersionBefore() {
        CountDownLatch gate = printer();
        Execution moved = printed(1);
        await().atMost(PATIENCE).until(() -> calls.size() == 1);
        moved.actingAs("alice").recovery().moveTo(2, "there is room");
        gate.countDown();
        completes(moved);

        completes(printed(1));
    }

    @Test
    @DisplayName("S9 S8: a step that waits for a limit begins when the other version has none")
    void noLimitAnyMore() {
        CountDownLatch gate = printer();
        Execution first = printed(1);
        await().atMost(PATIENCE).until(() -> calls.size() == 1);
        Execution waiting = printed(1);
        assertThat(status(waiting, "print")).isEqualTo(StepStatus.READY);

        waiting.actingAs("alice").recovery().moveTo(2, "there is room");

        await().atMost(PATIENCE).until(() -> calls.size() == 2);
        gate.countDown();
        completes(waiting);
        completes(first);
        completes(printed(1));
    }

    @Test
    @DisplayName("S9 S8: a step that waits for a limit does not block itself when the other version allows more")
    void aHigherLimit() {
        reeve().deploy(version(3, "print: { action: report.print, limit: { concurrency: 2 } }\n"));
        CountDownLatch gate = printer();
        Execution first = printed(1);
        await().atMost(PATIENCE).until(() -> calls.size() == 1);
        Execution waiting = printed(1);

        waiting.actingAs("alice").recovery().moveTo(3, "two at a time");

        await().atMost(PATIENCE).until(() -> calls.size() == 2);
        gate.countDown();
        completes(first);
        completes(waiting);
    }

    @Test
    @DisplayName("S9 S8: a running call counts when the other version has a limit")
    void limitOfTheVersionAfter() {
        reeve().deploy(version(3, "print: { action: report.print, limit: { concurrency: 1 } }\n"));
        CountDownLatch gate = printer();
        Execution moved = printed(2);
        await().atMost(PATIENCE).until(() -> calls.size() == 1);

        moved.actingAs("alice").recovery().moveTo(3, "there is no room");

        Execution waiting = printed(3);
        assertThat(status(waiting, "print")).isEqualTo(StepStatus.READY);
        gate.countDown();
        completes(moved);
        completes(waiting);
    }

    @Test
    @DisplayName("S9: obstacles of a move are reported, and nothing changes")
    void whatIsInTheWayIsTold() {
        deployed();
        Execution execution = resting("k");

        refused(
                ErrorCode.REFUSED,
                "step 'collect' has begun, and is a call of 'report.collect'; in version 3 a call of 'report.gather';"
                        + " step 'rest' has begun, and version 3 has no such step",
                () -> execution.actingAs("alice").recovery().moveTo(3, "why not"));
        refused(
                ErrorCode.WORKFLOW_UNKNOWN,
                "has no version 4",
                () -> execution.actingAs("alice").recovery().moveTo(4, "why not"));
        refused(
                ErrorCode.INVALID_INPUT,
                "actor",
                () -> execution.actingAs("").recovery().moveTo(2, "why not"));
        refused(
                ErrorCode.INVALID_INPUT,
                "version",
                () -> execution.actingAs("alice").recovery().moveTo(0, "why not"));
        assertThat(execution.summary().version()).isEqualTo(1);
        execution.actingAs("alice").cancel("enough");
        execution.awaitEnd(PATIENCE);
        refused(
                ErrorCode.REFUSED,
                "ended",
                () -> execution.actingAs("alice").recovery().moveTo(2, "too late"));
    }

    @Test
    @DisplayName("S9: a check reports the obstacles of all executions, grouped")
    void itIsToldBeforehand() {
        deployed();
        List<ExecutionId> ids = List.of(resting("a").id(), resting("b").id());
        Execution done = reeve().start("report", Map.of(), Start.key("c").version(3));

        MoveCheck fits = reeve().check(TWO);
        MoveCheck strands = reeve().check(THREE);

        assertThat(fits.executions()).isEqualTo(3);
        assertThat(fits.movable()).isEqualTo(2);
        assertThat(fits.obstacles())
                .containsExactly(new Obstacle(
                        "collect",
                        "has begun, and is a call of 'report.gather'; in version 2 a call of 'report.collect'",
                        1,
                        done.id()));
        assertThat(strands.executions()).isEqualTo(2);
        assertThat(strands.stranded()).isEqualTo(2);
        assertThat(strands.obstacles()).hasSize(2).allSatisfy(obstacle -> {
            assertThat(obstacle.executions()).isEqualTo(2);
            assertThat(ids).contains(obstacle.example());
        });
    }

    @Test
    @DisplayName("S9: a changed definition without a new number is checked as the next version")
    void aChangedDefinitionIsTheNextVersion() {
        deployed();
        resting("a");
        Definition changed = version(1, """
                collect: { action: report.collect }
                rest: { wait: 3d, after: [collect] }
                shred: { action: report.shred, after: [rest] }
                """);

        assertThat(reeve().check(changed))
                .extracting(MoveCheck::version, MoveCheck::movable)
                .containsExactly(4, 1);
        assertThat(reeve().check(ONE))
                .extracting(MoveCheck::version, MoveCheck::executions)
                .containsExactly(1, 0);
    }

    @Test
    @DisplayName("S9: a moved execution is re-run with the version it was moved to")
    void itIsDoneAgainWithThatVersion() {
        deployed();
        Execution execution = resting("k");
        execution.actingAs("alice").recovery().moveTo(2, "people want to see it first");
        execution.actingAs("alice").cancel("stopped");
        execution.awaitEnd(PATIENCE);

        Execution again = execution.actingAs("alice").recovery().rerunFrom("look", "once more");

        assertThat(again.summary().version()).isEqualTo(2);
        assertThat(status(again, "look")).isEqualTo(StepStatus.WAITING);
    }
}
