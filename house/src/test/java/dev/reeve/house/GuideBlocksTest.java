package dev.reeve.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The Java blocks of the pages")
final class GuideBlocksTest {

    private static final Pattern BLOCK = Pattern.compile("(?s)```java\n(.*?)```");

    /** A text with an address has two slashes, too. */
    private static final Pattern COMMENT = Pattern.compile("(?<!:)//[^\n]*");

    /** The first lines of the blocks that no source contains, and why. */
    private static final Map<String, String> ELSEWHERE = Map.of(
            "org.postgresql.ds.PGSimpleDataSource database = new org.postgresql.ds.PGSimpleDataSource();",
            "PasteTest puts it into the program of the README, and runs that",
            "reeve.deploy(Workflow.load(Path.of(\"report.yaml\")));",
            "ScheduleGuideTest compares it with its source, which has another path",
            "final class JmsChannel implements MessageChannel {",
            "needs JMS, which is on no class path here");

    @Test
    @DisplayName("Each one is in the source of a test or an example, and so compiled")
    void areCompiled() {
        String sources = Repository.files("java").stream()
                .filter(file -> Repository.name(file).matches(".*/src/test/java/.*|examples/.*"))
                .map(file -> squeezed(Repository.read(file)))
                .collect(Collectors.joining("\n"));
        List<String> missing = new ArrayList<>();
        Set<String> used = new LinkedHashSet<>();
        for (Path page : Repository.files("md")) {
            for (String block : blocks(page)) {
                String first = block.lines().findFirst().orElse("").strip();
                if (ELSEWHERE.containsKey(first)) {
                    used.add(first);
                } else if (!sources.contains(squeezed(block))) {
                    missing.add(Repository.name(page) + ": " + first);
                }
            }
        }

        assertThat(missing).as("blocks that nothing compiles").isEmpty();
        assertThat(used).as("exceptions that are needed").isEqualTo(ELSEWHERE.keySet());
    }

    private static List<String> blocks(Path page) {
        return BLOCK.matcher(Repository.read(page))
                .results()
                .map((MatchResult block) -> block.group(1))
                .toList();
    }

    /** Without white space, which is the formatter's, and without comments. */
    private static String squeezed(String code) {
        return COMMENT.matcher(code).replaceAll("").replaceAll("\\s+", "");
    }
}
