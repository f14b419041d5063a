package dev.reeve.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ErrorCode;
import dev.reeve.ExecutionStatus;
import dev.reeve.internal.core.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The page docs/reference/errors.md has every code that Reeve itself gives, and no other. */
@DisplayName("docs/reference/errors.md")
final class CodesDocTest {

    private static final Path PAGE = Path.of("..", "docs", "reference", "errors.md");

    /** Where failures are made. The model's are the codes of expressions. */
    private static final List<String> MODULES = List.of("api", "model", "core", "agent", "engine");

    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*");

    /** Codes are written in capitals, and nothing else is, but for what is named below. */
    private static final Pattern CAPITALS = Pattern.compile("\"([A-Z]{4,}(?:_[A-Z]+)*|[A-Z]+(?:_[A-Z]+)+)\"");

    /** In capitals, but no code: answers of probes and purposes as events have them, and a scheme. */
    private static final Set<String> NO_CODES = Set.of("DONE", "NOT_DONE", "RUNNING", "FORWARD", "HTTPS");

    private static final Pattern ON_PAGE = Pattern.compile("`([A-Z]+(?:_[A-Z]+)*)`");

    /** The example of how the name of an exception becomes a code. */
    private static final Set<String> EXPLAINED = Set.of("IO_EXCEPTION");

    @Test
    @DisplayName("has every code of the engine and the agent, every refusal and every ErrorCode")
    void complete() throws IOException {
        Set<String> codes = new TreeSet<>(inSources());
        Arrays.stream(Refusal.values()).map(Enum::name).forEach(codes::add);
        Arrays.stream(ErrorCode.values()).map(Enum::name).forEach(codes::add);
        // A child that has not completed: its status is the end of the code.
        Arrays.stream(ExecutionStatus.values())
                .filter(status -> status.isTerminal() && status != ExecutionStatus.COMPLETED)
                .forEach(status -> codes.add("CHILD_" + status));

        assertThat(codes).contains("PIVOT_PASSED", "CHILD_GONE", "INPUT_MISMATCH", "EXPRESSION_WORK_LIMIT", "FENCED");
        assertThat(onPage()).containsExactlyInAnyOrderElementsOf(codes);
    }

    private static Set<String> onPage() throws IOException {
        return ON_PAGE.matcher(Files.readString(PAGE))
                .results()
                .map(found -> found.group(1))
                .filter(code -> !EXPLAINED.contains(code))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> inSources() throws IOException {
        Set<String> codes = new TreeSet<>();
        for (String module : MODULES) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    CAPITALS.matcher(COMMENT.matcher(Files.readString(file)).replaceAll(""))
                            .results()
                            .map(found -> found.group(1))
                            .filter(text -> !NO_CODES.contains(text))
                            .forEach(codes::add);
                }
            }
        }
        return codes;
    }
}
