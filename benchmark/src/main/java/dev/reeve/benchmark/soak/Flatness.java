package dev.reeve.benchmark.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Checks that resource usage stays constant: compares the mean of the last quarter of a run with that of the second
 * quarter. The first quarter is left out, because caches and files fill up then.
 */
final class Flatness {

    private static final double GROWTH_MAX = 1.10;

    /** Absolute tolerance, because small figures are coarse. */
    private static final Map<String, Double> SLACK =
            Map.of(SoakLook.HEAP, 8.0, SoakLook.THREADS, 4.0, SoakLook.FILES, 6.0, SoakLook.OPEN, 150.0);

    private static final double SLACK_OF_SIZES = 8.0;

    /** With fewer measurements the quarters mean little. */
    static final int LOOKS_MIN = 12;

    /**
     * One figure.
     *
     * @param before mean of the second quarter
     * @param after mean of the last quarter
     */
    record Trend(String name, double before, double after) {

        boolean isFlat() {
            return after <= before * GROWTH_MAX + SLACK.getOrDefault(name, SLACK_OF_SIZES);
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT, "%s: %,.1f in the second quarter, %,.1f in the last", name, before, after);
        }
    }

    private Flatness() {}

    static List<Trend> trends(List<SoakLook> looks) {
        int quarter = looks.size() / 4;
        List<SoakLook> second = looks.subList(quarter, 2 * quarter);
        List<SoakLook> last = looks.subList(looks.size() - quarter, looks.size());
        List<Trend> trends = new ArrayList<>();
        for (String name : looks.getLast().values().keySet()) {
            trends.add(new Trend(name, mean(second, name), mean(last, name)));
        }
        return trends;
    }

    private static double mean(List<SoakLook> looks, String name) {
        return looks.stream()
                .mapToDouble(look -> look.values().getOrDefault(name, 0.0))
                .average()
                .orElse(0);
    }
}
