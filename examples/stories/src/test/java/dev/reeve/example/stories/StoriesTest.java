package dev.reeve.example.stories;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.workflow.Workflow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The set of stories as a whole. */
@DisplayName("The ten stories")
class StoriesTest {

    private static final Path TESTS = Path.of("src/test/java/dev/reeve/example/stories");

    private static List<Path> directories() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(""))) {
            return files.filter(Files::isDirectory)
                    .filter(directory -> !directory.toString().matches("src|target"))
                    .sorted()
                    .toList();
        }
    }

    private static String link(String file) {
        return "(" + file.replace('\\', '/') + ")";
    }

    @Test
    @DisplayName("S7: each definition is valid without a warning, and begins with its name and a description")
    void valid() throws IOException {
        for (Path directory : directories()) {
            for (Path file : Story.files(directory.toString())) {
                String text = Files.readString(file);

                assertThat(Workflow.validate(text, file.toString())).isEmpty();
                assertThat(text).as(file.toString()).startsWith("workflow: ").contains("\ndescription: ");
                assertThat(text.lines().limit(3)).anyMatch(line -> line.startsWith("description: "));
            }
        }
    }

    @Test
    @DisplayName("each story is in the table of the page, with its definitions and its test")
    void listed() throws IOException {
        String page = Files.readString(Path.of("README.md"));

        assertThat(directories()).hasSize(10);
        for (Path directory : directories()) {
            assertThat(Story.files(directory.toString()))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(page).contains(link(file.toString())));
        }
        try (Stream<Path> tests = Files.list(TESTS)) {
            assertThat(tests.map(Path::toString).filter(test -> test.matches(".*(?<!Stories|EveryFault)Test\\.java")))
                    .hasSize(10)
                    .allSatisfy(test -> assertThat(page).contains(link(test)));
        }
    }
}
