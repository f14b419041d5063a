package dev.reeve.simulation.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The seeds that have been run on each commit: a text file that people may read, merge and edit. Each line is a commit,
 * a backing, the first and the last seed of a range, and {@code clean} or {@code failed}. Empty lines and lines that
 * begin with {@code #} are ignored. Lines are only appended, one file write each, so that an interrupted run keeps all
 * lines that it has written.
 */
final class SeedLedger {

    private static final String CLEAN = "clean";
    private static final String FAILED = "failed";
    private static final int WORDS = 5;

    private final Path file;
    private final String commit;
    private final BackingStore backing;

    /** @param commit of the engine under test; entries of other commits are ignored */
    SeedLedger(Path file, String commit, BackingStore backing) {
        this.file = file;
        this.commit = commit;
        this.backing = backing;
    }

    /**
     * The ranges that this commit has already run without a failure.
     *
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException if it is not a ledger
     */
    List<Seeds> clean() throws IOException {
        List<Seeds> clean = new ArrayList<>();
        if (!Files.exists(file)) {
            return clean;
        }
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] words = line.strip().split("\\s+");
            if (words.length != WORDS || !(words[4].equals(CLEAN) || words[4].equals(FAILED))) {
                throw notALine(number, line);
            }
            Seeds seeds = range(words, number, line);
            if (words[4].equals(CLEAN) && words[0].equals(commit) && words[1].equals(name(backing))) {
                clean.add(seeds);
            }
        }
        return clean;
    }

    private Seeds range(String[] words, int number, String line) {
        try {
            return new Seeds(Long.parseLong(words[2]), Long.parseLong(words[3]));
        } catch (IllegalArgumentException e) {
            throw notALine(number, line);
        }
    }

    private IllegalArgumentException notALine(int number, String line) {
        return new IllegalArgumentException(
                "%s, line %d: expected COMMIT STORE FIRST LAST clean|failed, found: %s".formatted(file, number, line));
    }

    /**
     * Adds the result of a completed range.
     *
     * @param failed the failed seeds; each gets a line of its own, and the next run repeats it
     */
    void add(Seeds range, Set<Long> failed) throws IOException {
        List<Seeds> bad = failed.stream().map(seed -> new Seeds(seed, seed)).toList();
        StringBuilder lines = new StringBuilder();
        range.without(bad).forEach(seeds -> lines.append(line(seeds, CLEAN)));
        bad.forEach(seeds -> lines.append(line(seeds, FAILED)));
        Files.writeString(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private String line(Seeds seeds, String result) {
        return "%s %s %d %d %s%n".formatted(commit, name(backing), seeds.first(), seeds.last(), result);
    }

    private static String name(BackingStore backing) {
        return backing.name().toLowerCase(Locale.ROOT);
    }
}
