package dev.reeve.example.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class QuickstartTest {

    @TempDir
    private Path directory;

    @Test
    @DisplayName("The program in the README prints the documented output, twice, because its starts have keys (I2)")
    void theProgramRuns() {
        String file = directory.resolve("orders.db").toString();

        String first = output(file);
        String second = output(file);

        assertThat(first).startsWith("o-1 paid, key ").endsWith("COMPENSATED\n");
        assertThat(second).isEqualTo(first);
    }

    @Test
    @DisplayName("The program in the README equals this program, imports included")
    void theReadmeShowsThisProgram() throws IOException {
        Path module = Path.of("").toAbsolutePath();
        String program = Files.readString(module.resolve("src/main/java/dev/reeve/example/quickstart/Quickstart.java"));

        String pasted = program.substring(program.indexOf("import "));

        assertThat(Files.readString(module.resolve("../../README.md")))
                .contains("```java\n" + pasted.strip() + "\n```");
    }

    private static String output(String file) {
        PrintStream standard = System.out;
        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        System.setOut(new PrintStream(captured, true, StandardCharsets.UTF_8));
        try {
            Quickstart.main(new String[] {file});
        } finally {
            System.setOut(standard);
        }
        return captured.toString(StandardCharsets.UTF_8);
    }
}
