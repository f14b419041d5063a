package dev.reeve.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Checks what {@code docs/console-wishes.md} names. */
final class ConsoleWishesTest {

    private static final Path PAGE = Repository.ROOT.resolve("docs/console-wishes.md");

    private static final Pattern ROW = Pattern.compile("(?m)^\\| [A-Z].*\\|$");

    private static final Pattern TEST = Pattern.compile("`(\\w+)#(\\w+)`");

    private static final Pattern THREAD =
            Pattern.compile("\\[([^\\]]+)#(\\d+)]\\(https://github\\.com/([^)]+)/(?:issues|pull)/(\\d+)\\)");

    private static List<String> rows() {
        return ROW.matcher(Repository.read(PAGE))
                .results()
                .map(MatchResult::group)
                .toList();
    }

    @Test
    @DisplayName("Every test that the page names exists")
    void testsExist() {
        Map<String, String> sources = Repository.files("java").stream()
                .filter(file -> Repository.name(file).contains("/src/test/java/"))
                .collect(Collectors.toMap(
                        file -> file.getFileName().toString().replace(".java", ""), Repository::read, String::concat));
        List<String> missing = new ArrayList<>();
        TEST.matcher(Repository.read(PAGE)).results().forEach(test -> {
            if (!sources.getOrDefault(test.group(1), "").contains("void " + test.group(2) + "(")) {
                missing.add(test.group());
            }
        });

        assertThat(missing).isEmpty();
    }

    @Test
    @DisplayName("Every row names a thread, says how far the wish is met, and names a test or a file")
    void rowsAreComplete() {
        List<String> rows = rows();

        assertThat(rows).hasSizeGreaterThan(24).allSatisfy(row -> {
            String[] cells = row.split("\\|");
            assertThat(cells).as(row).hasSize(5);
            assertThat(THREAD.matcher(cells[1]).results())
                    .as(row)
                    .isNotEmpty()
                    .allMatch(thread -> thread.group(1).equals(thread.group(3))
                            && thread.group(2).equals(thread.group(4)));
            assertThat(cells[3].strip()).matches("\\*\\*(?:Yes|Partly|Not there)\\.\\*\\* .+");
            assertThat(cells[4])
                    .as(row)
                    .matches(shown -> TEST.matcher(shown).find() || shown.contains("(../console/src/main/web/"));
        });
    }
}
