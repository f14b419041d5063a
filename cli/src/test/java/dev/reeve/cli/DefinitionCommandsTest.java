package dev.reeve.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("What the command line says of definitions, without any store")
final class DefinitionCommandsTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    private final Terminal terminal = new Terminal();

    private String file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text).toString();
    }

    private String good() throws IOException {
        return file("good.yaml", """
                workflow: w
                steps:
                  pay: { action: payment.charge }
                  ship: { after: [pay], action: shipping.create }
                """);
    }

    private String bad() throws IOException {
        return file("bad.yaml", """
                workflow: w
                steps:
                  pay: { acton: payment.charge }
                """);
    }

    @Test
    void validDefinitionsEndWithZero() throws Exception {
        assertThat(terminal.run("validate", good(), good())).isZero();
        assertThat(terminal.out()).isEmpty();
        assertThat(terminal.err()).contains("all 2 definitions are valid");
    }

    @Test
    void problemsAreShownInTheirLine() throws Exception {
        String bad = bad();

        assertThat(terminal.run(
                        "validate", good(), bad, directory.resolve("none.yaml").toString()))
                .isEqualTo(1);
        assertThat(terminal.out())
                .contains(bad + ":3:10: unknown key 'acton'")
                .contains("    3 |   pay: { acton: payment.charge }\n      |          ^~~~~\n")
                .contains("      = Did you mean action?\n")
                .contains("none.yaml: there is no file");
        assertThat(terminal.err()).contains("3 problems in 2 of 3 files");
    }

    @Test
    void problemsForPrograms() throws Exception {
        assertThat(terminal.run("validate", "--json", bad())).isEqualTo(1);
        assertThat(terminal.lines())
                .hasSize(2)
                .anyMatch(line -> line.contains("\"line\":3,\"column\":10,\"path\":\"steps.pay.acton\""));
    }

    @Test
    void theGraphIsShown() throws Exception {
        String good = good();

        assertThat(terminal.run("graph", good)).isZero();
        assertThat(terminal.lines()).contains("   2  ship  shipping.create  ← pay");
        assertThat(terminal.run("graph", good, "--format", "mermaid")).isZero();
        assertThat(terminal.out()).startsWith("flowchart TD").contains("s_pay --> s_ship");
        assertThat(terminal.run("graph", good, "--format", "dot")).isZero();
        assertThat(terminal.out()).contains("\"pay\" -> \"ship\";");
    }

    @Test
    void thereIsNoGraphOfWhatIsInvalid() throws Exception {
        assertThat(terminal.run("graph", bad())).isEqualTo(1);
        assertThat(terminal.out()).isEmpty();
        assertThat(terminal.err()).contains("unknown key 'acton'").contains("./reeve validate");
        assertThat(terminal.run("graph", directory.resolve("none.yaml").toString()))
                .isEqualTo(1);
        assertThat(terminal.run("graph", good(), "--format", "png")).isEqualTo(2);
    }
}
