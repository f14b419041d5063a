package dev.reeve.internal.model.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reeve.workflow.InvalidWorkflowException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Malformed and malicious definitions, as files. The expected problems are in {@code expected.txt}: under its name a
 * line for every problem, as it is shown.
 */
@DisplayName("D12, D13, D14: hostile definitions are refused with place, reason and advice")
final class HostileCorpusTest {

    private static Map<String, List<String>> expected() throws Exception {
        Map<String, List<String>> expected = new TreeMap<>();
        List<String> current = new ArrayList<>();
        for (String line : Files.readAllLines(WorkflowTest.resource("hostile/expected.txt"))) {
            if (line.startsWith("  ")) {
                current.add(line.strip());
            } else if (!line.isBlank() && !line.startsWith("#")) {
                current = new ArrayList<>();
                expected.put(line.strip(), current);
            }
        }
        return expected;
    }

    @TestFactory
    Stream<DynamicTest> everyFileIsRefusedAsExpected() throws Exception {
        Map<String, List<String>> expected = expected();
        Path directory = WorkflowTest.resource("hostile/expected.txt").resolveSibling("");
        List<String> files;
        try (Stream<Path> paths = Files.list(directory)) {
            files = paths.map(path -> path.getFileName().toString())
                    .filter(name -> !name.equals("expected.txt"))
                    .sorted()
                    .toList();
        }
        assertThat(expected.keySet()).containsExactlyElementsOf(files);
        return files.stream()
                .map(name -> DynamicTest.dynamicTest(
                        name, () -> check(directory.resolve(name), expected.getOrDefault(name, List.of()))));
    }

    private static void check(Path file, List<String> expected) throws IOException {
        InvalidWorkflowException e =
                catchThrowableOfType(InvalidWorkflowException.class, () -> DefinitionLoader.load(file));

        assertThat(e).as("is refused").isNotNull();
        assertThat(e.problems().stream().map(problem -> problem.toString().replace('\n', ' ')))
                .containsExactlyElementsOf(expected);
        assertThat(e.problems())
                .allSatisfy(problem -> assertThat(problem.line()).isPositive());
    }
}
