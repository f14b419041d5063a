package dev.reeve.benchmark.earlier.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The rows of the result, as Markdown. */
final class Table {

    private final List<String> lines =
            new ArrayList<>(List.of("| part | measured | before | now |", "|---|---|---|---|"));

    void add(int part, String measured, Map<Side, String> values) {
        String line = "| %d | %s | %s | %s |"
                .formatted(part, measured, cell(values.get(Side.BEFORE)), cell(values.get(Side.NOW)));
        lines.add(line);
        Main.say(line);
    }

    private static String cell(String text) {
        return text == null ? "not measured" : text.replace("|", "\\|");
    }

    String text() {
        return String.join("\n", lines);
    }
}
