package dev.reeve.benchmark.earlier.driver;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Part 3: an execution that holds its lane. */
record Lanes(Settings settings, Children children, Table table) {

    /** For the start of the process, and the executions after the longest one. */
    private static final int MORE_SECONDS = 30;

    private static Map<String, String> cases() {
        Map<String, String> cases = new LinkedHashMap<>();
        cases.put("uppercase", "`$uppercase` of 120,000 `ß`");
        cases.put("distinct", "`$distinct` of 12,000 objects with equal hashes");
        cases.put("formatInteger", "`$formatInteger` with a picture of 60,000 digits");
        cases.put("throttle", "a handler that throws `throttled` with the longest duration there is");
        return cases;
    }

    void measure() throws Exception {
        int cap = settings.number("cap");
        for (Map.Entry<String, String> hostile : cases().entrySet()) {
            Map<Side, Outcome> outcomes = Main.each(side -> {
                Path file = Files.createTempDirectory(settings.directory(), "lane").resolve("store.db");
                Duration most = Duration.ofSeconds(2L * cap + MORE_SECONDS);
                return children.program(side, most, "Hostile", file, hostile.getKey(), cap);
            });
            table.add(
                    3,
                    hostile.getValue() + ": the longest of other executions of one step on the same lane",
                    Main.texts(outcomes, it -> text(it, cap)));
        }
    }

    private static String text(Outcome outcome, int cap) {
        String longest = outcome.figures().get("longestMillis");
        if (longest == null) {
            return outcome.end();
        }
        double seconds = Double.parseDouble(longest) / 1000;
        return seconds >= cap ? "more than %d s".formatted(cap) : "%.2f s".formatted(seconds);
    }
}
