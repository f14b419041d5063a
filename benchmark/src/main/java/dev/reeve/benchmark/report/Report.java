package dev.reeve.benchmark.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * The results of a workload, in the order of addition: one line of JSON for programs, a table for people. Both use the
 * same names.
 */
public final class Report {

    private record Measure(Object value, String unit) {}

    private final Map<String, Measure> measures = new LinkedHashMap<>();

    /** @param unit for people; the name contains it too, where it matters */
    public Report add(String name, double value, int decimals, String unit) {
        // JSON has no number for "nothing was measured", so the figure is left out.
        if (Double.isFinite(value)) {
            measures.put(name, new Measure(BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP), unit));
        }
        return this;
    }

    public Report add(String name, long value, String unit) {
        measures.put(name, new Measure(value, unit));
        return this;
    }

    public Report add(String name, String value) {
        measures.put(name, new Measure(value, ""));
        return this;
    }

    /** One figure of each of several runs. */
    public Report add(String name, List<Double> values, int decimals) {
        List<BigDecimal> rounded = values.stream()
                .map(value -> BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP))
                .toList();
        measures.put(name, new Measure(rounded, ""));
        return this;
    }

    /** The figures of another report, after those of this one. */
    public Report addAll(Report other) {
        measures.putAll(other.measures);
        return this;
    }

    /** @throws IllegalArgumentException if there is no such figure */
    double number(String name) {
        Measure measure = measures.get(name);
        if (measure == null || !(measure.value() instanceof Number number)) {
            throw new IllegalArgumentException("no figure called " + name);
        }
        return number.doubleValue();
    }

    String json() {
        Map<String, Object> values = new LinkedHashMap<>();
        measures.forEach((name, measure) -> values.put(name, measure.value()));
        return JsonMapper.shared().writeValueAsString(values);
    }

    public String table() {
        int nameLength =
                measures.keySet().stream().mapToInt(String::length).max().orElse(0);
        StringBuilder table = new StringBuilder();
        measures.forEach((name, measure) -> {
            String value = switch (measure.value()) {
                case BigDecimal decimal ->
                    String.format(Locale.ROOT, "%,." + Math.max(0, decimal.scale()) + "f", decimal);
                case Long number -> String.format(Locale.ROOT, "%,d", number);
                default -> measure.value().toString();
            };
            String padded = measure.unit().isEmpty() ? value : "%14s".formatted(value);
            table.append("  %%-%ds  %%s %%s"
                            .formatted(nameLength)
                            .formatted(name, padded, measure.unit())
                            .stripTrailing())
                    .append('\n');
        });
        return table.toString();
    }
}
