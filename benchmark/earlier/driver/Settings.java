package dev.reeve.benchmark.earlier.driver;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The options of {@code run}, as NAME=VALUE. */
final class Settings {

    private static final Map<String, String> DEFAULTS = Map.ofEntries(
            Map.entry("parts", "1,2,3,5,6"),
            Map.entry("executions", "500"),
            Map.entry("ended", "400000"),
            Map.entry("expressions", "10000"),
            Map.entry("cap", "60"),
            Map.entry("seconds", "60"),
            Map.entry("rate", "8000"),
            Map.entry("retention", "5"),
            Map.entry("kept", "20000"),
            Map.entry("rounds", "3"),
            Map.entry("measured", "20"),
            Map.entry("warmup", "10"));
    private static final Set<String> NEEDED = Set.of("dir", "java", "before", "now", "title");

    private final Map<String, String> values = new HashMap<>(DEFAULTS);

    private Settings() {}

    static Settings of(String[] arguments) {
        Settings settings = new Settings();
        for (String argument : arguments) {
            String[] parts = argument.split("=", 2);
            if (parts.length != 2 || !DEFAULTS.containsKey(parts[0]) && !NEEDED.contains(parts[0])) {
                throw new IllegalArgumentException("unknown option: " + argument);
            }
            settings.values.put(parts[0], parts[1]);
        }
        return settings;
    }

    String text(String name) {
        return values.get(name);
    }

    int number(String name) {
        return Integer.parseInt(values.get(name));
    }

    Path directory() {
        return Path.of(values.get("dir"));
    }

    boolean hasPart(int part) {
        return List.of(values.get("parts").split(",")).contains(Integer.toString(part));
    }

    /** The beginning of the command of a new process on the classes of one release. */
    List<String> java(Side side, List<String> options) {
        List<String> command = new ArrayList<>(List.of(values.get("java"), "--enable-native-access=ALL-UNNAMED"));
        command.addAll(options);
        command.add("-cp");
        command.add(values.get(side.word()));
        return command;
    }
}
