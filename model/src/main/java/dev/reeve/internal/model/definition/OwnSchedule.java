package dev.reeve.internal.model.definition;

import dev.reeve.ConcurrencyPolicy;
import dev.reeve.Gap;
import dev.reeve.Json;
import dev.reeve.Missed;
import dev.reeve.Overlap;
import dev.reeve.Timetable;
import dev.reeve.internal.model.expression.Template;
import dev.reeve.internal.values.Durations;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The times at which a workflow starts by itself, as its definition says. The schedule has the name of the workflow.
 *
 * @param timetable the nominal times
 * @param missed how to handle times that were missed
 * @param whileRunning how to handle a time while the previous execution is open
 * @param input as written; the executions get {@link #inputOfStarts}
 */
public record OwnSchedule(Timetable timetable, Missed missed, ConcurrencyPolicy whileRunning, Json input) {

    /** The input of every execution. */
    public Json inputOfStarts() {
        return Template.of(input).literal();
    }

    /** The data of its text, without default values. */
    Map<String, @Nullable Object> tree() {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        switch (timetable) {
            case Timetable.ByClock clock -> {
                tree.put("cron", clock.cron().toString());
                tree.put("zone", clock.zone().getId());
                put(tree, "gap", clock.gap(), Gap.NEXT);
                put(tree, "overlap", clock.overlap(), Overlap.FIRST);
            }
            case Timetable.Every rate -> tree.put("every", Durations.format(rate.period()));
            case Timetable.Once once -> tree.put("at", once.instant().toString());
        }
        put(tree, "missed", missed, Missed.ONE);
        put(tree, "whileRunning", whileRunning, ConcurrencyPolicy.SKIP);
        if (!input.equals(Json.EMPTY_OBJECT)) {
            tree.put("input", input.value());
        }
        return tree;
    }

    private static void put(Map<String, @Nullable Object> tree, String key, Enum<?> word, Enum<?> otherwise) {
        if (word != otherwise) {
            tree.put(key, word.name().toLowerCase(Locale.ROOT));
        }
    }
}
