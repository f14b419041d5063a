package dev.reeve.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tests in {@code src/test/web}, of the parts of the console that need no browser. Skipped where Node is not
 * installed; with {@code -Dnothing.skipped=true} that fails the build.
 */
@Tag("proof")
@DisplayName("The logic of the console")
final class LogicTest {

    private static final Path TOOLS = Path.of("target/web").toAbsolutePath();

    /** The parts of a page that modules need while they are loaded. */
    private static final String PAGE = "globalThis.location={pathname:\"/console\",hash:\"\"};";

    @Test
    @DisplayName("its tests in TypeScript pass")
    void passes(@TempDir Path directory) throws Exception {
        NodeProgram.assumeInstalled("the logic of the console was");
        List<String> tests = tests();
        List<String> command = new ArrayList<>(List.of(
                esbuild(),
                "--bundle",
                "--platform=node",
                "--format=esm",
                "--out-extension:.js=.mjs",
                "--jsx=automatic",
                "--jsx-import-source=preact",
                "--tsconfig-raw={}",
                "--log-level=warning",
                "--banner:js=" + PAGE,
                "--outdir=" + directory));
        command.addAll(tests);
        NodeProgram.run(
                directory, Map.of("NODE_PATH", TOOLS.resolve("node_modules").toString()), command);

        List<String> run = new ArrayList<>(List.of("node", "--test"));
        tests.forEach(test -> run.add(
                directory.resolve(test.replaceAll(".*/|\\.ts$", "") + ".mjs").toString()));
        assertThat(NodeProgram.run(directory, Map.of(), run)).contains("# fail 0");
    }

    private static List<String> tests() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("src/test/web"))) {
            return all.map(Path::toString)
                    .filter(name -> name.endsWith(".test.ts"))
                    .sorted()
                    .toList();
        }
    }

    private static String esbuild() throws IOException {
        try (Stream<Path> all = Files.walk(TOOLS.resolve("esbuild"))) {
            return all.filter(file -> file.getFileName().toString().matches("esbuild(\\.exe)?"))
                    .filter(Files::isRegularFile)
                    .filter(Files::isExecutable)
                    .findFirst()
                    .orElseThrow()
                    .toString();
        }
    }
}
