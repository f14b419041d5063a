package dev.reeve.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Reeve;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The commands for definitions")
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

    /** No command makes a store. */
    private String store() {
        Path file = directory.resolve("store.db");
        Reeve.open(file).close();
        return file.toString();
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
                .singleElement()
                .asString()
                .startsWith("{\"valid\":false,")
                .contains("\"line\":3,\"column\":10,\"path\":\"steps.pay.acton\"");
    }

    @Test
    @DisplayName("Warnings are printed with their place, and refused with --strict only")
    void warnings() throws Exception {
        String odd = file("odd.yaml", """
                workflow: odd
                steps:
                  off: { when: "${ false }", action: a.b }
                  wait: { await: approval }
                """);

        assertThat(terminal.run("validate", odd)).isZero();
        assertThat(terminal.out())
                .contains("odd.yaml:3:8: warning: the step never runs: its condition is always false")
                .doesNotContain("approval");
        assertThat(terminal.err()).contains("the definition is valid, with 1 warning");
        assertThat(terminal.run("validate", "--strict", good(), odd)).isEqualTo(1);
        assertThat(terminal.out()).contains("odd.yaml: warning: nothing is known to send signal 'approval'");
        assertThat(terminal.err()).contains("2 warnings in 1 of 2 files");
        assertThat(terminal.run("validate", "--json", "--strict", "--signal", "aproval,other", odd))
                .isEqualTo(1);
        assertThat(terminal.out())
                .startsWith("{\"valid\":false,")
                .contains("\"suggestion\":\"Did you mean aproval?\",\"severity\":\"WARNING\"");
        assertThat(terminal.run("validate", "--strict", "--signal", "approval", good()))
                .isZero();
        assertThat(terminal.run("deploy", "--store", store(), odd)).isZero();
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
    @DisplayName(
            "A picture shows steps that are alike as one, and what undoes them as a mark, unless options say otherwise")
    void theGraphIsDrawn() throws Exception {
        StringBuilder text =
                new StringBuilder("workflow: wide\nsteps:\n  pay: { action: a.pay, compensate: a.refund }\n");
        for (int i = 0; i < 9; i++) {
            text.append("  part_%d: { after: [pay], action: a.part }\n".formatted(i));
        }
        String wide = file("wide.yaml", text.toString());

        assertThat(terminal.run("graph", wide, "--svg")).isZero();
        assertThat(terminal.out())
                .startsWith("<svg ")
                .endsWith("</svg>\n")
                .contains("part_0 … part_8")
                .doesNotContain("data-node=\"part_4\"", "data-node=\"pay!undo\"");
        String picture = terminal.out();
        assertThat(terminal.run("graph", wide, "--format", "svg")).isZero();
        assertThat(terminal.out()).isEqualTo(picture);
        assertThat(terminal.run("graph", wide, "--svg", "--unfolded", "--compensations"))
                .isZero();
        assertThat(terminal.out()).contains("data-node=\"part_4\"", "data-node=\"pay!undo\"");
    }

    @Test
    void thereIsNoGraphOfWhatIsInvalid() throws Exception {
        assertThat(terminal.run("graph", bad())).isEqualTo(1);
        assertThat(terminal.out()).isEmpty();
        assertThat(terminal.err()).contains("unknown key 'acton'").contains("'reeve validate ");
        assertThat(terminal.run("graph", directory.resolve("none.yaml").toString()))
                .isEqualTo(1);
        assertThat(terminal.run("graph", good(), "--format", "png")).isEqualTo(2);
    }

    @Test
    @DisplayName("Validate and deploy report missing child workflows, for a set in any order")
    void missingChildren() throws Exception {
        String parent = file("parent.yaml", """
                workflow: parent
                steps:
                  part: { workflow: child }
                """);
        String child = file("child.yaml", """
                workflow: child
                steps:
                  rest: { wait: 3d }
                """);
        String store = store();

        assertThat(terminal.run("validate", parent)).isZero();
        assertThat(terminal.err()).contains("name their files as well, or the store");
        assertThat(terminal.run("validate", parent, good())).isEqualTo(1);
        assertThat(terminal.out()).contains("there is no workflow child in these files");
        assertThat(terminal.run("validate", parent, child)).isZero();

        assertThat(terminal.run("deploy", "--store", store, parent)).isEqualTo(1);
        assertThat(terminal.err()).contains("nothing was deployed").contains("starts child");
        assertThat(terminal.run("deploy", "--store", store, parent, child)).isZero();
        assertThat(terminal.out()).contains("parent version 1 is deployed").contains("child version 1 is deployed");

        String other = file("other.yaml", "workflow: other\nsteps: { part: { workflow: child } }\n");
        assertThat(terminal.run("validate", "--store", store, other)).isZero();
        String wrong = file("wrong.yaml", "workflow: wrong\nsteps: { part: { workflow: child, version: 2 } }\n");
        assertThat(terminal.run("validate", "--store", store, wrong)).isEqualTo(1);
        assertThat(terminal.out()).contains("there is no workflow child version 2 in these files, nor in");
    }

    @Test
    @DisplayName("A definition with problems is reported once; its parent is not reported as missing a child")
    void invalidChildrenAreNotMissing() throws Exception {
        String parent = file("parent.yaml", "workflow: parent\nsteps: { part: { workflow: child } }\n");
        String child = file("child.yaml", "workflow: child\nsteps: { rest: { wiat: 3d } }\n");

        assertThat(terminal.run("validate", parent, child)).isEqualTo(1);
        assertThat(terminal.out()).contains("unknown key 'wiat'").doesNotContain("there is no workflow");

        String orphan = file("orphan.yaml", "workflow: orphan\nsteps: { part: { workflow: children } }\n");
        assertThat(terminal.run("validate", orphan, child)).isEqualTo(1);
        assertThat(terminal.out()).contains("there is no workflow children in these files");
    }

    @Test
    @DisplayName("undeploy removes a version, or says why it cannot")
    void undeploys() throws Exception {
        String store = store();
        String parent = file("parent.yaml", "workflow: parent\nsteps: { part: { workflow: child } }\n");
        String child = file("child.yaml", "workflow: child\nsteps: { rest: { wait: 3d } }\n");
        terminal.run("deploy", "--store", store, parent, child);

        assertThat(terminal.run("undeploy", "child", "1", "--store", store, "--by", "ann", "--reason", "old"))
                .isEqualTo(1);
        assertThat(terminal.err()).contains("child version 1 stays deployed").contains("parent version 1");
        assertThat(terminal.run("undeploy", "parent", "1", "--store", store, "--by", "ann", "--reason", "old"))
                .isZero();
        assertThat(terminal.out()).contains("parent version 1 is undeployed");
        assertThat(terminal.run("undeploy", "child", "1", "--store", store, "--by", "ann", "--reason", "old"))
                .isZero();
        assertThat(terminal.run("undeploy", "child", "1", "--store", store, "--by", "ann", "--reason", "old"))
                .isEqualTo(1);
        assertThat(terminal.err()).contains("has no version");
    }

    @Test
    @DisplayName("The picture in the guide is the graph of the definition above it")
    void theGuideShowsTheGraphOfItsDefinition() throws Exception {
        String guide = Files.readString(Path.of("").toAbsolutePath().resolve("../docs/guide/getting-started.md"));
        String definition = block(guide, "<!-- definition -->\n```yaml\n");
        String picture =
                Files.readString(Path.of("").toAbsolutePath().resolve("../docs/pictures/order_fulfilment.svg"));

        assertThat(guide).contains("](../pictures/order_fulfilment.svg)");
        assertThat(terminal.run("graph", file("order_fulfilment.yaml", definition), "--svg"))
                .isZero();
        assertThat(terminal.out()).isEqualTo(picture);
    }

    private static String block(String page, String start) {
        int from = page.indexOf(start) + start.length();
        return page.substring(from, page.indexOf("```", from));
    }
}
