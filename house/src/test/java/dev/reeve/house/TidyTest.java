package dev.reeve.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Checks the whole repository for what no compiler sees. */
final class TidyTest {

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final int FILE_LINES_MAX = 600;

    @Test
    @DisplayName("Every link in the documentation leads to a file")
    void linksLeadSomewhere() {
        List<String> dead = new ArrayList<>();
        for (Path page : Repository.files("md")) {
            Matcher link = LINK.matcher(Repository.read(page));
            while (link.find()) {
                String target = link.group(1).replaceFirst("#.*", "");
                if (!target.isEmpty() && !target.contains("://") && !Files.exists(page.resolveSibling(target))) {
                    dead.add(Repository.name(page) + " → " + link.group(1));
                }
            }
        }
        assertThat(dead).isEmpty();
    }

    @Test
    @DisplayName("No source file is longer than 600 lines, and every package has a description")
    void filesAreSmallAndPackagesExplained() {
        List<String> findings = new ArrayList<>();
        for (Path file : Repository.files("java")) {
            long lines = Repository.read(file).lines().count();
            if (lines > FILE_LINES_MAX) {
                findings.add("%s has %d lines".formatted(Repository.name(file), lines));
            }
            boolean production = file.toString().contains("/src/main/java/");
            if (production && !Files.exists(file.resolveSibling("package-info.java"))) {
                findings.add(Repository.name(file) + " lies in a package without package-info.java");
            }
        }
        assertThat(findings).isEmpty();
    }

    @Test
    @DisplayName("No test sleeps, and no work is marked as left for later")
    void nothingSleepsAndNothingIsLeft() {
        Pattern unfinished = Pattern.compile("\\bTO" + "DO\\b|\\bFIX" + "ME\\b|@Dis" + "abled");
        Pattern unfinishedOrSleeping = Pattern.compile(unfinished + "|Thread\\.slee" + "p\\(");
        List<String> findings = new ArrayList<>();
        for (Path file : Repository.files("java")) {
            boolean test = file.toString().contains("/src/test/");
            Matcher found = (test ? unfinishedOrSleeping : unfinished).matcher(Repository.read(file));
            while (found.find()) {
                findings.add(Repository.name(file) + ": " + found.group());
            }
        }
        assertThat(findings).isEmpty();
    }
}
