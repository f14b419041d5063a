package dev.reeve.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Checks the whole repository for what no compiler sees. */
final class TidyTest {

    private static final Path ROOT = Path.of("").toAbsolutePath().resolve("..").normalize();
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final int FILE_LINES_MAX = 600;

    @Test
    @DisplayName("No link in the documentation leads nowhere")
    void linksLeadSomewhere() {
        List<String> dead = new ArrayList<>();
        for (Path page : files(path -> path.toString().endsWith(".md"))) {
            Matcher link = LINK.matcher(read(page));
            while (link.find()) {
                String target = link.group(1).replaceFirst("#.*", "");
                if (!target.isEmpty() && !target.contains("://") && !Files.exists(page.resolveSibling(target))) {
                    dead.add(ROOT.relativize(page) + " → " + link.group(1));
                }
            }
        }
        assertThat(dead).isEmpty();
    }

    @Test
    @DisplayName("Every file of code can be held in the head, and every package says what it is for")
    void filesAreSmallAndPackagesExplained() {
        List<String> findings = new ArrayList<>();
        for (Path file : files(path -> path.toString().endsWith(".java"))) {
            long lines = read(file).lines().count();
            if (lines > FILE_LINES_MAX) {
                findings.add("%s has %d lines".formatted(ROOT.relativize(file), lines));
            }
            boolean production = file.toString().contains("/src/main/java/");
            if (production && !Files.exists(file.resolveSibling("package-info.java"))) {
                findings.add(ROOT.relativize(file) + " lies in a package without package-info.java");
            }
        }
        assertThat(findings).isEmpty();
    }

    @Test
    @DisplayName("No test sleeps, and nothing is left for later")
    void nothingSleepsAndNothingIsLeft() {
        Pattern unfinished = Pattern.compile("\\bTO" + "DO\\b|\\bFIX" + "ME\\b|@Disabled");
        Pattern unfinishedOrSleeping = Pattern.compile(unfinished + "|Thread\\.sleep\\(");
        List<String> findings = new ArrayList<>();
        for (Path file : files(path -> path.toString().endsWith(".java") && !path.endsWith("TidyTest.java"))) {
            boolean test = file.toString().contains("/src/test/");
            Matcher found = (test ? unfinishedOrSleeping : unfinished).matcher(read(file));
            while (found.find()) {
                findings.add(ROOT.relativize(file) + ": " + found.group());
            }
        }
        assertThat(findings).isEmpty();
    }

    private static List<Path> files(Predicate<Path> wanted) {
        try (Stream<Path> all = Files.walk(ROOT)) {
            return all.filter(Files::isRegularFile)
                    .filter(path -> !ROOT.relativize(path).toString().matches("(.*/)?(target|\\.git|node_modules)/.*"))
                    .filter(wanted)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
