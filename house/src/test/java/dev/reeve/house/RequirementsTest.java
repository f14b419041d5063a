package dev.reeve.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Keeps {@code docs/requirements.md} complete, and its codes out of what users read. */
final class RequirementsTest {

    /** A letter of a group and one or two digits, as a word. The percent sign excludes escapes of URIs. */
    private static final Pattern CODE =
            Pattern.compile("(?<![\\w%])(?:[SAVTRCDOHEIFLU][1-9][0-9]?|B[1-9][0-9])(?!\\w)");

    private static final Pattern LINE = Pattern.compile("(?m)^\\| ([A-Z][1-9][0-9]?) \\| .+ \\|$");

    /** Examples in pages for users have such texts as data. */
    private static final Pattern EXAMPLES = Pattern.compile("(?s)```.*?\n```|`[^`\n]*`");

    private static final Pattern COMMENTS = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*");

    @Test
    @DisplayName("Every code of a requirement in the sources has its line in docs/requirements.md")
    void everyCodeHasALine() {
        Set<String> listed = LINE.matcher(Repository.read(Repository.ROOT.resolve("docs/requirements.md")))
                .results()
                .map(line -> line.group(1))
                .collect(Collectors.toSet());

        List<String> findings = new ArrayList<>();
        for (Path file : Repository.files("java", "sql", "yaml", "yml", "sh", "md")) {
            find(file, Repository.read(file), code -> !listed.contains(code), findings);
        }
        assertThat(findings).as("codes without a line").isEmpty();
    }

    @Test
    @DisplayName("No code of a requirement stands in public Javadoc, in the command line, or in pages for users")
    void noCodeIsPublic() {
        List<String> findings = new ArrayList<>();
        for (Path file : Repository.files("java", "md")) {
            String name = Repository.name(file);
            if (name.matches("(README|ARCHITECTURE|CHANGELOG)\\.md|docs/(guide|reference)/.*|examples/.*\\.md")) {
                find(file, EXAMPLES.matcher(Repository.read(file)).replaceAll(""), code -> true, findings);
            } else if (name.startsWith("cli/src/main/")) {
                find(file, Repository.read(file), code -> true, findings);
            } else if (name.contains("/src/main/java/dev/reeve/") && isPublic(name)) {
                COMMENTS.matcher(Repository.read(file))
                        .results()
                        .forEach(comment -> find(file, comment.group(), code -> true, findings));
            }
        }
        assertThat(findings).as("codes where users read them").isEmpty();
    }

    /** Whether users see this source file in the Javadoc. */
    private static boolean isPublic(String name) {
        return name.matches("(api|agent|agent-[\\w-]+|http|micrometer|spring-boot-\\w+|store|store-\\w+|testkit)/.*")
                && !name.contains("/internal/");
    }

    private static void find(Path file, String text, Predicate<String> unwanted, List<String> findings) {
        Matcher code = CODE.matcher(text);
        while (code.find()) {
            if (unwanted.test(code.group())) {
                findings.add(Repository.name(file) + ": " + code.group());
            }
        }
    }
}
