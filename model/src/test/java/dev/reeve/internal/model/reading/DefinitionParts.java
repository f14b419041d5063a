package dev.reeve.internal.model.reading;

import dev.reeve.ConcurrencyPolicy;
import dev.reeve.Cron;
import dev.reeve.Gap;
import dev.reeve.Json;
import dev.reeve.Missed;
import dev.reeve.Overlap;
import dev.reeve.Timetable;
import dev.reeve.internal.model.definition.ComputedTimes;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.ExecutionDefaults;
import dev.reeve.internal.model.definition.OwnSchedule;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.expression.Expression;
import dev.reeve.internal.model.expression.Template;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Parts of random definitions. */
final class DefinitionParts {

    private static final List<Timetable> TIMETABLES = List.of(
            new Timetable.ByClock(Cron.parse("0 3 * * MON-FRI"), ZoneId.of("Europe/Berlin")),
            new Timetable.ByClock(Cron.parse("*/5 8-18 L * *"), ZoneId.of("UTC"), Gap.SKIP, Overlap.BOTH),
            new Timetable.Every(Duration.ofMinutes(5), Instant.EPOCH),
            new Timetable.Once(Instant.parse("2027-01-31T12:00:00Z")));

    private static final List<Object> INPUTS = List.of(Map.of(), Map.of("kind", "sales"), List.of(1, 2));

    private DefinitionParts() {}

    static OwnSchedule schedule(Random random) {
        return new OwnSchedule(
                any(TIMETABLES, random),
                any(List.of(Missed.values()), random),
                any(List.of(ConcurrencyPolicy.values()), random),
                Json.of(any(INPUTS, random)));
    }

    private static <T> T any(List<T> values, Random random) {
        return values.get(random.nextInt(values.size()));
    }

    /** A group of these steps. Expressions read any members of its data, so nothing may be known of them. */
    static Task.Child group(Task.Child child, List<Step> steps, boolean hasInput) {
        Task.Child reading = new Task.Child(
                child.workflow(),
                child.version(),
                hasInput ? Template.of(Json.of("${ input }")) : null,
                child.completeBy(),
                child.onExhausted(),
                child.priority(),
                null);
        Template output = Template.of(Json.of("${ steps.inner_0.output }"));
        return reading.of(new Definition("", 1, "", null, null, ExecutionDefaults.NONE, steps, List.of(), output));
    }

    /** Nothing is known of the type of its value. */
    static String listOf(String reference) {
        return reference.replace("${ ", "${ $append([], ").replace(" }", ") }");
    }

    /** Without those of a compensation that is gone. */
    static ComputedTimes timesOf(ComputedTimes times, Task task) {
        Map<String, Expression> left = new LinkedHashMap<>(times.expressions());
        if (task instanceof Task.Action action && action.compensate() == null) {
            left.keySet().removeIf(place -> place.startsWith(ComputedTimes.OF_COMPENSATION));
        }
        return new ComputedTimes(left);
    }
}
