package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.reeve.ConcurrencyPolicy;
import dev.reeve.DeployedVersion;
import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.ExecutionSummary;
import dev.reeve.Missed;
import dev.reeve.ReeveException;
import dev.reeve.Schedule;
import dev.reeve.ScheduleChange;
import dev.reeve.ScheduleStatus;
import dev.reeve.Start;
import dev.reeve.Timetable;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Recurring starts, on every store (S8). */
public abstract class SchedulingContract extends EngineFixture {

    private static final Schedule SECONDLY = Schedule.every("report", Duration.ofSeconds(1))
            .missed(Missed.ALL)
            .whileRunning(ConcurrencyPolicy.ALLOW)
            .label("kind", "sales");

    private void report() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: report
                version: 1
                input: { schema: { type: object } }
                steps:
                  print: { action: report.print, input: { input: "${ input }", key: "${ execution.key }" } }
                """));
    }

    private List<ExecutionSummary> started() {
        return reeve().list(ExecutionQuery.all()
                .workflow("report")
                .label("schedule", "s")
                .limit(1_000));
    }

    private ScheduleStatus status() {
        assertThat(reeve().schedules().list()).hasSize(1);
        return reeve().schedules().list().getFirst();
    }

    @Test
    @DisplayName("S8, I14: every nominal time starts one execution, over restarts, and each names its time")
    void everyNominalTimeIsStartedOnce() {
        report();
        echo(reeve(), "report.print");
        reeve().schedules().put("s", Map.of("a", 1), SECONDLY);
        await().atMost(PATIENCE).until(() -> started().size() >= 2);
        reopened();
        reeve().schedules().put("s", Map.of("a", 1), SECONDLY);
        echo(reeve(), "report.print");
        int before = started().size();
        await().atMost(PATIENCE).until(() -> started().size() >= before + 2);
        reeve().actingAs("alice").schedules().pause("s", "enough");

        List<Instant> nominal = started().stream()
                .map(summary -> Instant.parse(String.valueOf(summary.key()).substring("schedule/s/".length())))
                .sorted()
                .toList();
        assertThat(nominal).doesNotHaveDuplicates();
        for (int i = 1; i < nominal.size(); i++) {
            assertThat(nominal.get(i)).isEqualTo(nominal.get(i - 1).plusSeconds(1));
        }
        await().atMost(PATIENCE)
                .until(() -> started().stream().allMatch(summary -> summary.status() == ExecutionStatus.COMPLETED));
        assertThat(object(reeve().find("schedule/s/" + nominal.getFirst()).orElseThrow()))
                .isEqualTo(Map.of("print", Map.of("input", Map.of("a", 1), "key", "schedule/s/" + nominal.getFirst())));
    }

    @Test
    @DisplayName("S8, O5: a paused schedule starts nothing, over restarts; a deleted one is gone; actor and "
            + "reason are kept")
    void pausedAndDeleted() {
        report();
        reeve().schedules().put("s", Map.of(), SECONDLY);
        reeve().actingAs("alice").schedules().pause("s", "stock-taking");
        assertThat(status().next()).isNull();
        assertThat(status().pause()).extracting("actor", "reason").containsExactly("alice", "stock-taking");
        reopened();
        assertThat(status().pause()).isNotNull();
        assertThat(status().schedule()).isEqualTo(SECONDLY);

        reeve().actingAs("bob").schedules().resume("s", "counted");
        assertThat(status().next()).isNotNull();
        await().atMost(PATIENCE).until(() -> !started().isEmpty());
        reeve().actingAs("carol").schedules().delete("s", "not needed");
        assertThat(reeve().schedules().list()).isEmpty();
        assertThat(reopened().schedules().changes("s"))
                .extracting(ScheduleChange::kind, ScheduleChange::actor, ScheduleChange::reason)
                .containsExactly(
                        tuple(ScheduleChange.Kind.DELETED, "carol", "not needed"),
                        tuple(ScheduleChange.Kind.RESUMED, "bob", "counted"),
                        tuple(ScheduleChange.Kind.PAUSED, "alice", "stock-taking"));
        refused(
                ErrorCode.NOT_FOUND,
                "there is no schedule 's'",
                () -> reeve().actingAs("carol").schedules().delete("s", "not needed"));
        refused(
                ErrorCode.NOT_FOUND,
                "there is no schedule 's'",
                () -> reeve().actingAs("bob").schedules().resume("s", "counted"));
    }

    @Test
    @DisplayName("S8: a schedule that could never start an execution is refused")
    void whatCannotBeStartedIsRefused() {
        refused(ErrorCode.WORKFLOW_UNKNOWN, "report", () -> reeve().schedules().put("s", Map.of(), SECONDLY));
        report();
        refused(ErrorCode.INVALID_INPUT, "schema", () -> reeve().schedules().put("s", List.of(1), SECONDLY));
        refused(ErrorCode.INVALID_INPUT, "name", () -> reeve().schedules().put("", Map.of(), SECONDLY));
        refused(
                ErrorCode.INVALID_INPUT,
                "at most 200",
                () -> reeve().schedules().put("s".repeat(201), Map.of(), SECONDLY));
        assertThat(reeve().schedules().list()).isEmpty();
    }

    @Test
    @DisplayName("S8, S2: a delayed start exists at once, over restarts, and begins at its time")
    void aDelayedStartBeginsAtItsTime() {
        report();
        Start soon = Start.key("soon").after(Duration.ofSeconds(1));
        reeve().start("report", Map.of(), soon);
        Execution later = reeve().start("report", Map.of(), Start.key("later").after(Duration.ofDays(3)));
        assertThat(later.status()).isEqualTo(ExecutionStatus.RUNNING);
        assertThat(later.explain().summary()).startsWith("It begins at ");
        assertThat(later.explain().steps()).isEmpty();

        echo(reopened(), "report.print");

        Execution begun = reeve().find("soon").orElseThrow();
        assertThat(begun.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve().start("report", Map.of(), soon)).isEqualTo(begun);
        Execution still = reeve().find("later").orElseThrow();
        assertThat(still.explain().summary()).startsWith("It begins at ");
        still.actingAs("alice").cancel("not wanted any more");
        assertThat(still.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.CANCELLED);
    }

    @Test
    @DisplayName("S8: a start in the past begins at once; distant times are refused as mistakes")
    void delaysHaveLimits() {
        report();
        echo(reeve(), "report.print");
        Execution past = reeve().start("report", Map.of(), Start.plain().at(Instant.EPOCH));
        assertThat(past.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);

        Duration years = Duration.ofDays(4_000);
        refused(
                ErrorCode.INVALID_INPUT,
                "after: expected 0 to 3650 days",
                () -> reeve().start("report", Map.of(), Start.plain().after(years)));
        refused(
                ErrorCode.INVALID_INPUT,
                "at: expected at most 3650 days",
                () -> reeve().start("report", Map.of(), Start.plain().at(Instant.MAX)));
        refused(
                ErrorCode.INVALID_INPUT,
                "after",
                () -> reeve().start("report", Map.of(), Start.plain().after(years.negated())));
    }

    private void version(int version, String schedule) {
        reeve().deploy(own(version, schedule));
    }

    static Definition own(int version, String schedule) {
        return DefinitionReader.parse("""
                workflow: own
                version: %d
                %s
                steps:
                  print: { action: report.print }
                """.formatted(version, schedule));
    }

    @Test
    @DisplayName("S8: a schedule comes, changes and goes with the definition, and starts the latest version")
    void ofDefinition() {
        version(1, "schedule: { every: 1s, missed: all, whileRunning: allow, input: { n: 1 } }");
        echo(reeve(), "report.print");

        assertThat(status().name()).isEqualTo("own");
        await().atMost(PATIENCE)
                .until(() -> !reeve().list(ExecutionQuery.all().label("schedule", "own"))
                        .isEmpty());
        reeve().actingAs("ann").schedules().pause("own", "stock-taking");
        version(2, "schedule: { at: '2100-01-01T00:00:00Z' }");
        version(1, "schedule: { every: 1s, missed: all, whileRunning: allow, input: { n: 1 } }");

        ScheduleStatus changed = status();
        assertThat(changed.schedule().timetable()).isEqualTo(new Timetable.Once(Instant.parse("2100-01-01T00:00:00Z")));
        assertThat(changed.pause()).isNotNull();
        version(3, "");
        assertThat(reeve().schedules().list()).isEmpty();
        assertThat(reeve().schedules().changes("own").getFirst().reason())
                .isEqualTo("version 3 of the workflow has no schedule");
    }

    @Test
    @DisplayName("S8: a program and a definition do not take each other's schedule")
    void clash() {
        version(1, "");
        reeve().schedules().put("own", Map.of(), Schedule.every("own", Duration.ofDays(1)));

        assertThatExceptionOfType(ReeveException.class)
                .isThrownBy(() -> version(2, "schedule: { every: 1d }"))
                .withMessageContaining("a program has put a schedule of this name")
                .withMessageContaining("nothing was deployed");
        assertThat(reeve().definitions()).extracting(DeployedVersion::version).containsExactly(1);
        version(2, "");
        assertThat(reeve().schedules().list()).as("a program's stays").hasSize(1);

        reeve().schedules().delete("own", "for the definition");
        version(3, "schedule: { every: 1d }");
        assertThatExceptionOfType(ReeveException.class)
                .isThrownBy(() -> reeve().schedules().put("own", Map.of(), Schedule.every("own", Duration.ofDays(2))))
                .withMessageContaining("part of the definition of workflow own");
        assertThatExceptionOfType(ReeveException.class)
                .isThrownBy(() -> reeve().schedules().delete("own", "no"))
                .withMessageContaining("pause it, or deploy a version without a schedule");
        assertThat(status().schedule().timetable()).isEqualTo(new Timetable.Every(Duration.ofDays(1), Instant.EPOCH));
    }

    @Test
    @DisplayName(
            "S8: removing the version with the schedule leaves that of the version before, and the last takes it along")
    void undeployed() {
        version(1, "schedule: { every: 2d }");
        version(2, "schedule: { every: 3d }");

        reeve().undeploy("own", 2, "a mistake");
        assertThat(status().schedule().timetable()).isEqualTo(new Timetable.Every(Duration.ofDays(2), Instant.EPOCH));
        reeve().undeploy("own", 1, "not needed");
        assertThat(reeve().schedules().list()).isEmpty();
    }

    @Test
    @DisplayName("S8: of a set with a schedule that cannot be stored, nothing is deployed")
    void noneOfSet() {
        reeve().deploy(own(1, ""));
        reeve().schedules().put("own", Map.of(), Schedule.every("own", Duration.ofDays(1)));
        Definition other = DefinitionReader.parse("workflow: other\nsteps: { print: { action: report.print } }");

        assertThatExceptionOfType(ReeveException.class)
                .isThrownBy(() -> reeve().deploy(List.of(other, own(2, "schedule: { every: 1d }"))))
                .withMessageContaining("nothing was deployed");

        assertThat(reeve().definitions()).containsExactly(new DeployedVersion("own", 1));
    }

    @Test
    @DisplayName("O5, S8: a schedule that goes with a deployment names the person who deployed")
    void actorOfRemoval() {
        version(1, "schedule: { every: 2d }");

        reeve().actingAs("ann").deploy(own(2, ""));

        assertThat(reeve().schedules().changes("own").getFirst().actor()).isEqualTo("ann");
    }
}
