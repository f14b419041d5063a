package dev.reeve.benchmark.earlier.driver;

import java.lang.management.ManagementFactory;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;

/** Measures both releases in turn, and prints a table. */
public final class Main {

    private static final double NANOS_PER_SECOND = 1e9;

    /** The measurement of one release. */
    @FunctionalInterface
    interface Measurement<T> {
        T of(Side side) throws Exception;
    }

    private Main() {}

    public static void main(String[] args) throws Exception {
        Settings settings = Settings.of(args);
        Children children = new Children(settings);
        Table table = new Table();
        StringBuilder times = new StringBuilder();
        boolean failed = false;
        String load = "load %.1f at the beginning".formatted(load());
        String description;
        try (Server server = new Server(settings.directory())) {
            description = server.describe();
            Map<Integer, Part> parts = Map.of(
                    1, new Deployments(settings, children, server, table)::measure,
                    2, new Bounds(settings, children, server, table)::measure,
                    3, new Lanes(settings, children, table)::measure,
                    5, new Removal(settings, children, server, table)::measure,
                    6, new Speed(settings, children, server, table)::measure);
            for (int part : new int[] {1, 2, 3, 5, 6}) {
                if (settings.hasPart(part)) {
                    say("part " + part);
                    long begun = System.nanoTime();
                    try {
                        parts.get(part).measure();
                    } catch (Exception e) {
                        e.printStackTrace();
                        failed = true;
                    }
                    times.append(", part %d %.0f s".formatted(part, (System.nanoTime() - begun) / NANOS_PER_SECOND));
                }
            }
        }
        load += ", %.1f at the end".formatted(load());
        System.out.println(settings.text("title") + ", " + load + ", " + description + times + "\n");
        System.out.println(table.text());
        System.exit(failed ? 1 : 0);
    }

    /** The average of the last minute. */
    private static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    /** A part of the comparison. */
    @FunctionalInterface
    private interface Part {
        void measure() throws Exception;
    }

    /** Measures the two releases, one after the other. */
    static <T> Map<Side, T> each(Measurement<T> measurement) throws Exception {
        Map<Side, T> values = new EnumMap<>(Side.class);
        for (Side side : Side.values()) {
            values.put(side, measurement.of(side));
        }
        return values;
    }

    /** Formats what was measured. */
    static <T> Map<Side, String> texts(Map<Side, T> values, Function<T, String> format) {
        Map<Side, String> texts = new EnumMap<>(Side.class);
        values.forEach((side, value) -> texts.put(side, format.apply(value)));
        return texts;
    }

    static void say(String text) {
        System.err.println(text);
    }
}
