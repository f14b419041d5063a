package dev.reeve.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Checks the whole repository for what no compiler sees. */
final class TidyTest {

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final int FILE_LINES_MAX = 600;

    @Test
    @DisplayName("Every link in the documentation leads to a file, and to a heading in it if it names one")
    void linksLeadSomewhere() {
        List<String> dead = new ArrayList<>();
        Map<Path, Set<String>> anchors = new HashMap<>();
        for (Path page : Repository.files("md")) {
            Matcher link = LINK.matcher(Repository.read(page));
            while (link.find()) {
                String[] target = link.group(1).split("#", 2);
                Path file = target[0].isEmpty()
                        ? page
                        : page.resolveSibling(target[0]).normalize();
                if (link.group(1).contains("://")) {
                    continue;
                }
                boolean found = Files.exists(file);
                if (found && target.length > 1 && file.toString().endsWith(".md")) {
                    found = anchors.computeIfAbsent(file, it -> Pages.anchors(Repository.read(it)))
                            .contains(target[1]);
                }
                if (!found) {
                    dead.add(Repository.name(page) + " → " + link.group(1));
                }
            }
        }
        assertThat(dead).isEmpty();
    }

    @Test
    @DisplayName("The anchor of a heading is the one that GitHub makes")
    void anchors() {
        assertThat(Pages.anchors("""
                # Two releases, side by side
                ## `forEach` and *items*
                ## A [link](other.md#part) – and a dash
                ```
                # a comment in a program
                ```
                ## Größe_1
                ### Size
                ### Size ###
                <a id="by-hand"></a>
                """))
                .containsExactlyInAnyOrder(
                        "two-releases-side-by-side",
                        "foreach-and-items",
                        "a-link--and-a-dash",
                        "größe_1",
                        "size",
                        "size-1",
                        "by-hand");
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
