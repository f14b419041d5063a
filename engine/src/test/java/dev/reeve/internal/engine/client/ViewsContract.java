package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.HistoryEntry;
import dev.reeve.Json;
import dev.reeve.ProbeAnswer;
import dev.reeve.Purpose;
import dev.reeve.Start;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The views of a store say the same as the engine. */
public abstract class ViewsContract extends EngineFixture {

    /** The columns on which users may build. Later releases may add others. */
    private static final Map<String, String> COLUMNS = Map.of(
            "executions",
            "execution, namespace, key, workflow, version, status, priority, labels, started_at, wake_at, ended_at, error",
            "steps",
            "execution, step, status, attempts, since, waits_until, waits_for, error",
            "attempts",
            "execution, step, purpose, attempt, agent, started_at, complete_by, ended_at, outcome, code, message, child",
            "events",
            "execution, seq, position, at, type, step, purpose, attempt, event");

    private final List<Execution> started = new ArrayList<>();

    /** The first column of the rows of a query in the database of the test that is running. */
    protected abstract List<String> ask(String sql);

    /** A view as queries name it. */
    protected abstract String view(String name);

    private Execution run(String workflow, String definition, Object input) {
        reeve().deploy(DefinitionReader.parse(
                "workflow: " + workflow + "\nversion: 1\nsteps:\n" + definition.indent(2)));
        Execution execution = reeve().start(workflow, input, Start.key(workflow + started.size()));
        started.add(execution);
        return execution;
    }

    private void awaitStatus(Execution execution, String step, StepStatus wanted) {
        await().atMost(PATIENCE).until(() -> status(execution, step) == wanted);
    }

    private static List<String> asDescribed(Execution execution) {
        return execution.describe().steps().stream()
                // a view has no rows for steps that nothing happened to
                .filter(step -> step.status() != StepStatus.PENDING)
                .map(step -> step.step() + " " + step.status())
                .sorted()
                .toList();
    }

    private List<String> asViewed(Execution execution) {
        return ask("select step || ' ' || status from %s where execution = '%s'"
                        .formatted(view("steps"), execution.id()))
                .stream()
                .sorted()
                .toList();
    }

    /** The attempts of a history, with the word of the last event about each. */
    private static List<String> attemptsOf(Execution execution) {
        Map<String, String> outcomes = new TreeMap<>();
        for (HistoryEntry entry : execution.history()) {
            switch (entry.event()) {
                case Event.StepStarted e -> outcomes.put(attempt(e.step(), e.purpose(), e.attempt()), "RUNNING");
                case Event.ChildStarted e -> outcomes.put(attempt(e.step(), e.purpose(), e.attempt()), "RUNNING");
                case Event.AttemptFailed e ->
                    outcomes.replace(
                            attempt(e.step(), e.purpose(), e.attempt()),
                            e.failure().cause().name());
                case Event.StepCompleted e ->
                    outcomes.replace(attempt(e.step(), Purpose.FORWARD, e.attempt()), "COMPLETED");
                case Event.RoundEnded e ->
                    outcomes.replace(attempt(e.step(), Purpose.FORWARD, e.attempt()), "COMPLETED");
                case Event.ProbeAnswered e ->
                    outcomes.replace(
                            attempt(e.step(), Purpose.PROBE, e.attempt()),
                            switch (e.answer()) {
                                case ProbeAnswer.Done done -> "DONE";
                                case ProbeAnswer.NotDone no -> "NOT_DONE";
                                case ProbeAnswer.Running running -> "RUNNING";
                                case ProbeAnswer.Unknown unknown -> "UNKNOWN";
                            });
                case Event.StepCompensated e
                when e.actor() == null ->
                    outcomes.replace(attempt(e.step(), Purpose.COMPENSATION, e.attempt()), "COMPENSATED");
                case Event.RoundUndone e
                when e.actor() == null ->
                    outcomes.replace(attempt(e.step(), Purpose.COMPENSATION, e.attempt()), "COMPENSATED");
                default -> {}
            }
        }
        return outcomes.entrySet().stream()
                .map(each -> each.getKey() + " " + each.getValue())
                .sorted()
                .toList();
    }

    private static String attempt(StepPath step, Purpose purpose, int number) {
        return step + " " + purpose + " " + number;
    }

    private List<String> viewedAttempts(Execution execution) {
        return ask("select step || ' ' || purpose || ' ' || attempt || ' ' || outcome from %s where execution = '%s'"
                        .formatted(view("attempts"), execution.id()))
                .stream()
                .sorted()
                .toList();
    }

    private void compare() {
        for (Execution execution : started) {
            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(asViewed(execution)).isEqualTo(asDescribed(execution));
                assertThat(viewedAttempts(execution)).isEqualTo(attemptsOf(execution));
                assertThat(ask("select status from %s where execution = '%s'"
                                .formatted(view("executions"), execution.id())))
                        .containsExactly(execution.describe().status().name());
            });
            if (execution.describe().status().isTerminal()) {
                assertThat(viewedAttempts(execution)).noneMatch(attempt -> attempt.endsWith("RUNNING"));
            }
        }
    }

    private void agent() {
        reeve().agent("tests")
                .action("test.echo", Json.class, (input, step) -> input)
                .action("test.undo", Json.class, (input, step) -> null)
                .action("test.decline", Json.class, (input, step) -> {
                    throw StepFailure.businessError("DECLINED", "no");
                })
                .action("test.undo_fails", Json.class, (input, step) -> {
                    throw StepFailure.businessError("STUCK", "no");
                })
                .start();
    }

    @Test
    @DisplayName("Waits, signals, children, items, rounds and groups that are under way have the same status in both")
    void underWay() {
        agent();
        Execution parcel = run("parcel", "call: { await: { signal: never } }", Map.of());
        Execution child =
                run("child", "ship: { workflow: parcel }\nnext: { action: test.echo, after: [ship] }", Map.of());
        Execution items = run(
                "items",
                "each: { forEach: '${ input.all }', action: test.later, input: { } }",
                Map.of("all", List.of(1, 2)));
        Execution votes =
                run("votes", "vote: { await: vote, repeat: { until: '${ $count(output) = 3 }', max: 5 } }", Map.of());
        Execution group = run(
                "grouped",
                "all:\n  steps:\n    one: { action: test.echo }\n    rest: { after: [one], wait: 3d }",
                Map.of());
        Execution waits = run(
                "waits",
                "a: { action: test.echo }\nb: { after: [a], wait: 2d }\nc: { when: '${ false }', action: test.echo }",
                Map.of());
        votes.actingAs("ann").signal("vote", 1);

        awaitStatus(parcel, "call", StepStatus.WAITING);
        awaitStatus(child, "ship", StepStatus.RUNNING);
        awaitStatus(items, "each[1]", StepStatus.READY);
        awaitStatus(group, "all", StepStatus.RUNNING);
        awaitStatus(waits, "b", StepStatus.WAITING);
        await().atMost(PATIENCE).until(() -> votes.history().size() > 3);
        compare();

        assertThat(ask(
                        "select attempt || ' ' || outcome || ' ' || coalesce(agent, 'no agent') || ' ' || (child is not null) from "
                                + view("attempts") + " where execution = '" + child.id() + "'"))
                .singleElement()
                .satisfies(row -> assertThat(row).startsWith("1 RUNNING no agent"));
    }

    @Test
    @DisplayName("Steps that are done, failed, undone or in need of a person have the same status in both")
    void ended() {
        agent();
        Execution undone = run(
                "undone",
                "a: { action: test.echo, compensate: test.undo }\nb: { after: [a], action: test.decline }\nc: { after: [b], action: test.echo }",
                Map.of());
        Execution stuck = run(
                "stuck",
                "a: { action: test.echo, compensate: test.undo_fails }\nb: { after: [a], action: test.decline }",
                Map.of());
        Execution family = run(
                "family",
                "each: { forEach: '${ input.all }', workflow: part }\nb: { after: [each], action: test.decline }",
                Map.of("all", List.of(1, 2)));
        run("part", "p: { action: test.echo, compensate: test.undo }", Map.of());
        Execution again = run(
                "again",
                "each: { forEach: '${ input.all }', workflow: part }\nb: { after: [each], action: test.decline }",
                Map.of("all", List.of(1, 2)));
        Execution rounds = run(
                "rounds",
                "r: { workflow: part, repeat: { until: '${ round = 3 }', max: 3 } }\nb: { after: [r], action: test.decline }",
                Map.of());

        assertThat(undone.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(again.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(rounds.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPENSATED);
        awaitStatus(stuck, "a", StepStatus.ESCALATED);
        await().atMost(PATIENCE).until(() -> family.describe().status() != ExecutionStatus.RUNNING);
        compare();

        assertThat(viewedAttempts(rounds))
                .containsExactly(
                        "b FORWARD 1 BUSINESS",
                        "r COMPENSATION 1 COMPENSATED",
                        "r COMPENSATION 2 COMPENSATED",
                        "r COMPENSATION 3 COMPENSATED",
                        "r FORWARD 1 COMPLETED",
                        "r FORWARD 2 COMPLETED",
                        "r FORWARD 3 COMPLETED");
        // an operator settles the step; the attempt has failed
        stuck.actingAs("ann").recovery().resolve("a", Map.of());
        compare();
        assertThat(viewedAttempts(stuck)).contains("a COMPENSATION 1 BUSINESS");
        assertThat(ask("select distinct purpose from %s where execution = '%s' and type = 'RoundUndone'"
                        .formatted(view("events"), rounds.id())))
                .containsExactly("COMPENSATION");
    }

    @Test
    @DisplayName("The documented columns are there, and no view needs more than its name")
    void columns() {
        agent();
        Execution execution = run("waits", "a: { action: test.echo }", Map.of());
        execution.awaitEnd(PATIENCE);

        COLUMNS.forEach((name, columns) -> {
            List<String> rows = ask("select count(*) from (select %s from %s where execution = '%s') as t"
                    .formatted(columns, view(name), execution.id()));
            assertThat(rows).as(name).doesNotContain("0");
        });
    }
}
