package dev.reeve.simulation.oracle;

import dev.reeve.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A right history with one event left out, repeated, or put before the event of the same step that came before it.
 *
 * @param what was done to it
 */
record Mutant(RandomRun run, List<RandomRun.Row> rows, String what) {

    private enum Change {
        LEFT_OUT,
        REPEATED,
        EARLIER
    }

    private static final List<Change> CHANGES = List.of(Change.values());

    static Mutant of(RandomRun run, RandomGenerator random) {
        List<RandomRun.Row> rows = new ArrayList<>(run.rows());
        int number = random.nextInt(rows.size());
        RandomRun.Row row = rows.get(number);
        List<@Nullable Object> events = new ArrayList<>((List<?>) value(row.events()));
        int index = random.nextInt(events.size());
        Object event = events.get(index);
        boolean movable = index > 0 && sameStep(events.get(index - 1), event);
        Change change = CHANGES.get(random.nextInt(movable ? 3 : 2));
        switch (change) {
            case LEFT_OUT -> events.remove(index);
            case REPEATED -> events.add(index, event);
            case EARLIER -> events.add(index - 1, events.remove(index));
        }
        rows.set(number, new RandomRun.Row(row.at(), Json.of(events).text()));
        return new Mutant(
                run, rows, "row %d event %d %s: %s in %s".formatted(number, index, change, event, row.events()));
    }

    /** Events of two steps in one row may have any order. */
    private static boolean sameStep(@Nullable Object one, @Nullable Object other) {
        return one instanceof Map<?, ?> a
                && other instanceof Map<?, ?> b
                && a.get("step") instanceof String step
                && step.equals(b.get("step"));
    }

    private static Object value(String json) {
        Object value = new Json(json).value();
        if (value == null) {
            throw new IllegalStateException("a row of nothing");
        }
        return value;
    }

    boolean isTakenForRight() {
        Oracle oracle = run.newOracle();
        List<String> breaches = new ArrayList<>();
        for (RandomRun.Row row : rows) {
            breaches.addAll(oracle.accept(row.events(), row.at()));
        }
        breaches.addAll(oracle.atEnd());
        return breaches.isEmpty();
    }
}
