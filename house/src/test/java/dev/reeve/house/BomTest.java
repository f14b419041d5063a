package dev.reeve.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The BOM")
final class BomTest {

    private static final Path ROOT = Path.of("").toAbsolutePath().resolve("..").normalize();

    /** Programs and tests: nobody's build depends on them. */
    private static final Set<String> PROGRAMS = Set.of(
            "reeve-bom",
            "reeve-simulation",
            "reeve-engine-postgresql",
            "reeve-engine-sqlite",
            "reeve-faults",
            "reeve-cli",
            "reeve-benchmark",
            "reeve-agent-conformance",
            "reeve-house");

    @Test
    @DisplayName("It names every artifact that is a library, and nothing else")
    void namesEveryLibrary() throws IOException {
        String root = Files.readString(ROOT.resolve("pom.xml"));
        List<String> libraries = Pages.matches("<module>(.*?)</module>", root).stream()
                .map(module -> artifact(ROOT.resolve(module).resolve("pom.xml")))
                .filter(artifact -> !PROGRAMS.contains(artifact) && !artifact.startsWith("reeve-example-"))
                .toList();

        String bom = Files.readString(ROOT.resolve("bom/pom.xml"));
        String managed = bom.substring(bom.indexOf("<dependencyManagement>"), bom.indexOf("</dependencyManagement>"));

        assertThat(Pages.matches("<artifactId>(.*?)</artifactId>", managed))
                .containsExactlyInAnyOrderElementsOf(libraries);
    }

    @Test
    @DisplayName("The installed pom has no parent, no properties, and versions of Reeve only")
    void carriesNothingElse() throws IOException {
        String installed = Files.readString(ROOT.resolve("bom/.flattened-pom.xml"));

        assertThat(installed).doesNotContain("<parent>", "<properties>", "${revision}");
        assertThat(Pages.matches("<groupId>(.*?)</groupId>", installed)).containsOnly("dev.reeve");
    }

    private static String artifact(Path pom) {
        try {
            String text = Files.readString(pom);
            return Pages.matches("<artifactId>(.*?)</artifactId>", text.substring(text.indexOf("</parent>")))
                    .get(0);
        } catch (IOException e) {
            throw new IllegalStateException("cannot read " + ROOT.relativize(pom), e);
        }
    }
}
