package dev.reeve.internal.model.reading;

import dev.reeve.ConcurrencyPolicy;
import dev.reeve.Cron;
import dev.reeve.Gap;
import dev.reeve.InvalidException;
import dev.reeve.Json;
import dev.reeve.Missed;
import dev.reeve.Overlap;
import dev.reeve.Timetable;
import dev.reeve.internal.model.definition.OwnSchedule;
import dev.reeve.internal.model.document.DocumentNode;
import dev.reeve.internal.model.document.Problems;
import dev.reeve.internal.model.expression.Template;
import dev.reeve.internal.model.schema.JsonSchema;
import dev.reeve.internal.values.Durations;
import dev.reeve.workflow.Problem;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the schedule of a workflow. */
final class ScheduleReader {

    private static final Set<String> KEYS =
            Fields.keys("cron", "zone", "gap", "overlap", "every", "at", "missed", "whileRunning", "input");

    /** The maximum length of the names of schedules. */
    private static final int NAME_LENGTH_MAX = 200;

    private static final List<String> TIMES = List.of("cron", "every", "at");

    private static final String EXAMPLE = "an object such as { cron: \"0 3 * * *\", zone: Europe/Berlin }";

    private final Problems problems;

    ScheduleReader(Problems problems) {
        this.problems = problems;
    }

    /**
     * Reads the schedule; null if there is none, or it cannot be read.
     *
     * @param schema that of the workflow's input; null if there is none
     * @param workflow the name of the workflow, which is that of the schedule
     */
    @Nullable OwnSchedule read(Fields outer, @Nullable JsonSchema schema, @Nullable String workflow) {
        DocumentNode.Mapping mapping = outer.object("schedule", EXAMPLE);
        if (mapping == null) {
            return null;
        }
        if (workflow != null && workflow.length() > NAME_LENGTH_MAX) {
            problems.addOfMeaning(
                    outer.keyPlace("schedule"),
                    "the schedule has the name of the workflow, which has %d characters, and the limit is %d"
                            .formatted(workflow.length(), NAME_LENGTH_MAX),
                    "Choose a shorter name");
        }
        Fields fields = Fields.of(mapping, problems, KEYS);
        Timetable timetable = timetable(fields);
        Missed missed = fields.word("missed", List.of(Missed.values()));
        ConcurrencyPolicy whileRunning = fields.word("whileRunning", List.of(ConcurrencyPolicy.values()));
        Json input = input(fields, schema);
        return timetable == null
                ? null
                : new OwnSchedule(
                        timetable,
                        missed == null ? Missed.ONE : missed,
                        whileRunning == null ? ConcurrencyPolicy.SKIP : whileRunning,
                        input);
    }

    private @Nullable Timetable timetable(Fields fields) {
        List<String> given = TIMES.stream().filter(fields::has).toList();
        if (given.isEmpty()) {
            problems.missing(fields.place(), "cron", "the schedule has no times", "Add 'cron', 'every' or 'at'");
        } else if (given.size() > 1) {
            problems.add(
                    fields.keyPlace(given.get(1)),
                    "a schedule has one of cron, every and at, and here are %s".formatted(String.join(" and ", given)),
                    "Remove all but one");
        }
        for (String key : List.of("zone", "gap", "overlap")) {
            if (fields.has(key) && !fields.has("cron")) {
                problems.add(fields.keyPlace(key), "'%s' belongs to 'cron'".formatted(key), "Remove it");
            }
        }
        Timetable clock = clock(fields);
        Timetable rate = every(fields);
        Timetable once = text(fields, "at", "an instant such as 2027-01-31T12:00:00Z", ScheduleReader::once);
        return given.size() != 1 ? null : clock != null ? clock : rate != null ? rate : once;
    }

    private @Nullable Timetable clock(Fields fields) {
        Cron cron = text(fields, "cron", "a cron expression such as \"0 3 * * *\"", Cron::parse);
        if (fields.has("cron") && !fields.has("zone")) {
            problems.missing(
                    fields.place(), "zone", "'cron' is in local time, and there is no zone", "Add 'zone: UTC'");
        }
        ZoneId zone = text(fields, "zone", "a time zone such as Europe/Berlin", Timetable.ByClock::zone);
        Gap gap = fields.word("gap", List.of(Gap.values()));
        Overlap overlap = fields.word("overlap", List.of(Overlap.values()));
        return cron == null || zone == null
                ? null
                : new Timetable.ByClock(
                        cron, zone, gap == null ? Gap.NEXT : gap, overlap == null ? Overlap.FIRST : overlap);
    }

    private @Nullable Timetable every(Fields fields) {
        Duration period = fields.duration("every", Fields.DURATION_MIN);
        try {
            return period == null ? null : new Timetable.Every(period, Instant.EPOCH);
        } catch (InvalidException e) {
            problems.addOfMeaning(
                    fields.place("every"),
                    "the period %s is out of range: expected 1s to 3650d, in whole seconds"
                            .formatted(Durations.format(period)),
                    "");
            return null;
        }
    }

    private static Timetable once(String text) {
        try {
            return new Timetable.Once(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "'%s' is not an instant: expected ISO-8601 text with a zone such as 2027-01-31T12:00:00Z"
                            .formatted(text),
                    e);
        }
    }

    private <T> @Nullable T text(Fields fields, String key, String expected, Function<String, T> read) {
        String text = fields.text(key, expected);
        if (text == null) {
            return null;
        }
        try {
            return read.apply(text);
        } catch (IllegalArgumentException e) {
            problems.addOfMeaning(fields.place(key), String.valueOf(e.getMessage()), "");
            return null;
        }
    }

    /** The input is the same for all executions, so it is checked here. */
    private Json input(Fields fields, @Nullable JsonSchema schema) {
        Template template = fields.template("input");
        if (template != null && !template.expressions().isEmpty()) {
            problems.addOfMeaning(
                    fields.place("input"),
                    "the input of a schedule is the same for all executions, and has no expressions",
                    "Compute it in the steps, for example with ${ execution.key }, which has the nominal time");
            return Json.EMPTY_OBJECT;
        }
        Json input = template == null ? Json.EMPTY_OBJECT : template.source();
        String path = fields.place("input").path();
        for (Problem problem : schema == null || problems.isChecked()
                ? List.<Problem>of()
                : schema.check(path, template == null ? input : template.literal())) {
            problems.addAt(
                    problem.path(),
                    "not what the workflow's input must be: " + problem.message(),
                    problem.suggestion());
        }
        return input;
    }
}
