package dev.reeve.internal.model.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reeve.ConcurrencyPolicy;
import dev.reeve.Cron;
import dev.reeve.Gap;
import dev.reeve.Json;
import dev.reeve.Missed;
import dev.reeve.Overlap;
import dev.reeve.Timetable;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.DefinitionFormat;
import dev.reeve.internal.model.definition.OwnSchedule;
import dev.reeve.workflow.InvalidWorkflowException;
import dev.reeve.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S8: the schedule in a definition. */
class ScheduleReadingTest {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private static Definition read(String schedule) {
        return DefinitionReader.parse(
                "workflow: report\nschedule: " + schedule + "\nsteps: { print: { action: report.print } }");
    }

    private static List<String> problems(String text) {
        return catchThrowableOfType(InvalidWorkflowException.class, () -> DefinitionReader.parse(text))
                .problems()
                .stream()
                .map(problem -> problem.path() + ": " + problem.message())
                .toList();
    }

    @Test
    @DisplayName("Local times, rates and single instants, with the policies of schedules")
    void timetables() {
        assertThat(read("{ cron: '0 3 * * MON-FRI', zone: Europe/Berlin }").schedule())
                .isEqualTo(new OwnSchedule(
                        new Timetable.ByClock(Cron.parse("0 3 * * MON-FRI"), BERLIN),
                        Missed.ONE,
                        ConcurrencyPolicy.SKIP,
                        Json.EMPTY_OBJECT));
        assertThat(read("{ cron: '@daily', zone: UTC, gap: skip, overlap: both, missed: all, whileRunning: queue }")
                        .schedule())
                .isEqualTo(new OwnSchedule(
                        new Timetable.ByClock(Cron.parse("@daily"), ZoneId.of("UTC"), Gap.SKIP, Overlap.BOTH),
                        Missed.ALL,
                        ConcurrencyPolicy.QUEUE,
                        Json.EMPTY_OBJECT));
        assertThat(read("{ every: 5m, input: { kind: sales } }").schedule())
                .isEqualTo(new OwnSchedule(
                        new Timetable.Every(Duration.ofMinutes(5), Instant.EPOCH),
                        Missed.ONE,
                        ConcurrencyPolicy.SKIP,
                        new Json("{\"kind\":\"sales\"}")));
        assertThat(read("{ at: '2027-01-31T13:00:00+01:00' }").schedule())
                .extracting(OwnSchedule::timetable)
                .isEqualTo(new Timetable.Once(Instant.parse("2027-01-31T12:00:00Z")));
        assertThat(read("{ every: 5m }").format()).isEqualTo(DefinitionFormat.LANGUAGE);
    }

    @Test
    @DisplayName("The builder gives the same definition, and the text is read as it was")
    void builder() {
        Workflow built = Workflow.named("report")
                .schedule(
                        new Timetable.ByClock(Cron.parse("0 3 * * *"), BERLIN),
                        s -> s.missed(Missed.SKIP)
                                .whileRunning(ConcurrencyPolicy.ALLOW)
                                .input(Map.of("kind", "sales")))
                .step("print", s -> s.action("report.print"))
                .build();

        assertThat(built)
                .isEqualTo(read("{ cron: 0 3 * * *, zone: Europe/Berlin, missed: skip, whileRunning: allow,"
                        + " input: { kind: sales } }"));
        assertThat(DefinitionReader.parse(built.toYaml())).isEqualTo(built);
        assertThat(DefinitionReader.restore(built.toJson())).isEqualTo(built);
        assertThat(Workflow.named("report")
                        .schedule(new Timetable.Every(Duration.ofMinutes(5), Instant.EPOCH))
                        .step("print", s -> s.action("report.print"))
                        .build())
                .isEqualTo(read("{ every: 5m }"));
    }

    @Test
    @DisplayName("An escaped expression in the input is text, also after a round trip")
    void escaped() {
        Definition workflow = read("{ every: 5m, input: { price: 'about $${ price }' } }");

        assertThat(workflow.schedule())
                .extracting(OwnSchedule::inputOfStarts)
                .isEqualTo(new Json("{\"price\":\"about ${ price }\"}"));
        assertThat(DefinitionReader.restore(workflow.toJson())).isEqualTo(workflow);
        assertThat(DefinitionReader.parse(workflow.toYaml())).isEqualTo(workflow);
        assertThat(Workflow.validate("""
                workflow: report
                input: { schema: { type: object, properties: { code: { type: string, maxLength: 4 } } } }
                schedule: { every: 5m, input: { code: "$${ab" } }
                steps: { print: { action: report.print } }
                """, "w.yaml")).isEmpty();
    }

    @Test
    @DisplayName("All problems at once")
    void wrong() {
        assertThat(problems("""
                workflow: report
                input: { schema: { type: object, required: [kind], properties: { kind: { type: string } } } }
                schedule:
                  cron: "61 3 * * *"
                  every: 500ms
                  missed: never
                  input: { kind: 1 }
                steps: { print: { action: report.print, retry: { giveUpAfter: 0s } } }
                """))
                .anyMatch(problem -> problem.startsWith("schedule: 'cron' is in local time, and there is no zone")
                        || problem.startsWith("schedule.zone"))
                .anyMatch(problem -> problem.startsWith("schedule.every: a schedule has one of cron, every and at"))
                .anyMatch(problem -> problem.startsWith("schedule.cron: "))
                .anyMatch(problem -> problem.startsWith("schedule.every: the period 500ms is out of range"))
                .anyMatch(problem -> problem.startsWith("schedule.missed: expected skip or one or all"))
                .anyMatch(problem -> problem.startsWith("schedule.input.kind: not what the workflow's input must be: "))
                .anyMatch(problem -> problem.startsWith("steps.print.retry.giveUpAfter: "));
        assertThat(problems("workflow: w\nschedule: { zone: UTC }\nsteps: { a: { action: x.y } }"))
                .contains("schedule: the schedule has no times", "schedule.zone: 'zone' belongs to 'cron'");
        assertThat(problems("workflow: w\nschedule: { every: 5m, input: '${ now }' }\nsteps: { a: { action: x.y } }"))
                .anyMatch(problem -> problem.startsWith("schedule.input: the input of a schedule is the same"));
        assertThat(problems("workflow: w\nschedule: { at: tomorrow }\nsteps: { a: { action: x.y } }"))
                .containsExactly("schedule.at: 'tomorrow' is not an instant: expected ISO-8601 text with a zone such as"
                        + " 2027-01-31T12:00:00Z");
    }
}
