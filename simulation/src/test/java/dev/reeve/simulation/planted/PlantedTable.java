package dev.reeve.simulation.planted;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The table of planted bugs in docs/reliability.md. */
final class PlantedTable {

    private static final Path DOC = Path.of("..", "docs", "reliability.md");
    private static final String HEAD =
            "| planted | breaks | in worlds with | found in world | seed |\n|---|---|---|---|---|\n";

    private PlantedTable() {}

    /** The current entries, each as {@link #what} gives it. */
    static List<String> named() throws IOException {
        List<String> named = new ArrayList<>();
        for (String[] cells : rows()) {
            named.add(named(cells));
        }
        return named;
    }

    /** In which world each was found, by what {@link #what} gives. */
    static Map<String, Long> seeds() throws IOException {
        Map<String, Long> seeds = new HashMap<>();
        for (String[] cells : rows()) {
            seeds.put(named(cells), Long.valueOf(cells[4].replaceAll("\\D", "")));
        }
        return seeds;
    }

    private static List<String[]> rows() throws IOException {
        return table(Files.readString(DOC))
                .lines()
                .map(row -> row.split(" \\| ", -1))
                .toList();
    }

    private static String named(String[] cells) {
        return String.join(" | ", cells[0], cells[1], cells[2]) + " |";
    }

    static String what(Mutant mutant) {
        String emphasis = mutant.emphasis().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        String worlds = mutant.isShared()
                ? "several nodes"
                : mutant.hasNeighbours() ? "two namespaces" : emphasis.equals("nothing") ? "" : emphasis;
        return "| %s | %s | %s |".formatted(mutant.name(), mutant.rule(), worlds);
    }

    /** Writes how those were found that were; what stands there about the others stays. */
    static void write(Map<Mutant, Found> found) throws IOException {
        Map<String, String> before = new HashMap<>();
        for (String[] cells : rows()) {
            before.put(named(cells), String.join(" | ", cells));
        }
        StringBuilder table = new StringBuilder();
        for (Mutant mutant : Mutant.all()) {
            Found how = found.get(mutant);
            String row = before.getOrDefault(what(mutant), what(mutant) + " never | 0 |");
            table.append(how == null ? row : what(mutant) + " %,d | %,d |".formatted(how.worlds(), how.seed()))
                    .append('\n');
        }
        String text = Files.readString(DOC);
        Files.writeString(DOC, text.replace(HEAD + table(text), HEAD + table));
    }

    private static String table(String text) {
        int begin = text.indexOf(HEAD) + HEAD.length();
        if (begin < HEAD.length()) {
            throw new IllegalStateException(DOC + " has no table that begins with " + HEAD);
        }
        return text.substring(begin, text.indexOf("\n\n", begin) + 1);
    }
}
