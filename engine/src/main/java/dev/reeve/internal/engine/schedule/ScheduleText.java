package dev.reeve.internal.engine.schedule;

import dev.reeve.ConcurrencyPolicy;
import dev.reeve.Cron;
import dev.reeve.Gap;
import dev.reeve.Json;
import dev.reeve.Missed;
import dev.reeve.Overlap;
import dev.reeve.Schedule;
import dev.reeve.ScheduleStatus;
import dev.reeve.Timetable;
import dev.reeve.spi.store.ScheduleRow;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A schedule in its stored form: JSON without default values. The format must stay readable by all later releases.
 *
 * @param input of its executions
 * @param ofDefinition whether a definition put it, which only a deployment changes; otherwise a program did
 */
public record ScheduleText(Schedule schedule, Json input, boolean ofDefinition) {

    /** The stored member that says so. */
    private static final String OF_DEFINITION = "ofDefinition";

    /** A schedule of a program. */
    public ScheduleText(Schedule schedule, Json input) {
        this(schedule, input, false);
    }

    Json write() {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("workflow", schedule.workflow());
        if (schedule.version() != null) {
            tree.put("version", schedule.version());
        }
        switch (schedule.timetable()) {
            case Timetable.ByClock clock -> {
                tree.put("cron", clock.cron().toString());
                tree.put("zone", clock.zone().getId());
                tree.put("gap", word(clock.gap()));
                tree.put("overlap", word(clock.overlap()));
            }
            case Timetable.Every rate -> {
                tree.put("every", rate.period().toString());
                tree.put("first", rate.first().toString());
            }
            case Timetable.Once once -> tree.put("at", once.instant().toString());
        }
        tree.put("missed", word(schedule.missed()));
        tree.put("whileRunning", word(schedule.whileRunning()));
        if (schedule.priority() != 0) {
            tree.put("priority", schedule.priority());
        }
        if (!schedule.labels().isEmpty()) {
            tree.put("labels", schedule.labels());
        }
        tree.put("input", input);
        if (ofDefinition) {
            tree.put(OF_DEFINITION, true);
        }
        return Json.of(tree);
    }

    /**
     * Reads the output of {@link #write}.
     *
     * @throws IllegalArgumentException if the text is something else
     */
    static ScheduleText read(Json json) {
        if (!(json.value() instanceof Map<?, ?> tree)) {
            throw new IllegalArgumentException("a schedule is stored as an object");
        }
        Map<String, String> labels = new LinkedHashMap<>();
        if (tree.get("labels") instanceof Map<?, ?> map) {
            map.forEach((name, value) -> labels.put((String) name, (String) value));
        }
        Schedule schedule = new Schedule(
                text(tree, "workflow"),
                tree.get("version") instanceof Number version ? (Integer) version.intValue() : null,
                timetable(tree),
                Missed.valueOf(constant(tree, "missed")),
                ConcurrencyPolicy.valueOf(constant(tree, "whileRunning")),
                tree.get("priority") instanceof Number priority ? priority.intValue() : 0,
                labels);
        return new ScheduleText(schedule, Json.of(tree.get("input")), Boolean.TRUE.equals(tree.get(OF_DEFINITION)));
    }

    private static Timetable timetable(Map<?, ?> tree) {
        if (tree.containsKey("cron")) {
            return new Timetable.ByClock(
                    Cron.parse(text(tree, "cron")),
                    Timetable.ByClock.zone(text(tree, "zone")),
                    Gap.valueOf(constant(tree, "gap")),
                    Overlap.valueOf(constant(tree, "overlap")));
        }
        return tree.containsKey("every")
                ? new Timetable.Every(Duration.parse(text(tree, "every")), Instant.parse(text(tree, "first")))
                : new Timetable.Once(Instant.parse(text(tree, "at")));
    }

    private static String text(Map<?, ?> tree, String key) {
        if (tree.get(key) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("a stored schedule has no '%s'".formatted(key));
    }

    private static String constant(Map<?, ?> tree, String key) {
        return text(tree, key).toUpperCase(Locale.ROOT);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** Whether a definition put the stored schedule. A damaged one counts as that of a program. */
    public static boolean isOfDefinition(ScheduleRow row) {
        return row.content().value() instanceof Map<?, ?> tree && Boolean.TRUE.equals(tree.get(OF_DEFINITION));
    }

    /** The status of a stored schedule. */
    public static ScheduleStatus status(ScheduleRow row) {
        ScheduleText text = read(row.content());
        return new ScheduleStatus(
                row.name(), text.schedule(), text.input(), row.nextAt(), row.lastStarted(), row.error(), row.pause());
    }
}
