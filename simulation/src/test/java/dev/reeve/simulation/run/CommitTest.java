package dev.reeve.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A ledger of seeds names a commit only if nothing but this commit was run. */
final class CommitTest {

    @TempDir
    private Path checkout;

    @BeforeEach
    void commit() throws Exception {
        Assumptions.assumeTrue(git("--version") == 0, "git is not installed");
        write("module/src/main/java/A.java", "class A {}");
        git("init", "--quiet");
        git("add", ".");
        assertThat(git("-c", "user.name=me", "-c", "user.email=me@example.org", "commit", "--quiet", "-m", "first"))
                .isZero();
        Files.createDirectories(checkout.resolve("module/target"));
    }

    private void write(String name, String text) throws IOException {
        Path file = checkout.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private int git(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git", "-C", checkout.toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    @Test
    @DisplayName("Committed sources have a commit, from any directory of the checkout")
    void clean() throws InterruptedException {
        assertThat(Commit.of(checkout)).get().asString().hasSizeGreaterThanOrEqualTo(10);
        assertThat(Commit.of(checkout.resolve("module/target"))).isEqualTo(Commit.of(checkout));
    }

    @Test
    @DisplayName("Changed sources have no commit")
    void changed() throws Exception {
        write("module/src/main/java/A.java", "class A { int b; }");

        assertThat(Commit.of(checkout)).isEmpty();
    }

    @Test
    @DisplayName("Sources outside of git are compiled as well, so there is no commit")
    void unknownSources() throws Exception {
        write("module/src/main/java/B.java", "class B {}");

        assertThat(Commit.of(checkout)).isEmpty();
        assertThat(Commit.of(checkout.resolve("module/target"))).isEmpty();
    }

    @Test
    @DisplayName("The same holds for a build file outside of git")
    void unknownBuild() throws Exception {
        write("other/pom.xml", "<project/>");

        assertThat(Commit.of(checkout)).isEmpty();
    }

    @Test
    @DisplayName("Other files beside the sources are allowed")
    void unknownNotes() throws Exception {
        write("seeds.ledger", "1-1000");
        write("notes/today.txt", "all is well");

        assertThat(Commit.of(checkout)).isPresent();
    }
}
