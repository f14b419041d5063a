package dev.reeve.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The compiler of TypeScript is in a jar, and needs a Node to run. Skipped where there is none; with
 * {@code -Dnothing.skipped=true} that fails the build.
 */
@Tag("proof")
@DisplayName("The types of the console's sources")
final class TypesTest {

    private static final String COMPILER = "META-INF/resources/webjars/typescript/5.9.2/lib/";

    @Test
    @DisplayName("They fit each other, and the types of the API")
    void fit(@TempDir Path directory) throws Exception {
        NodeProgram.assumeInstalled("the types of the console were");
        unpack(directory);
        List<String> command = List.of("node", directory.resolve("tsc.js").toString(), "-p", "src/main/web");
        assertThat(NodeProgram.run(directory, Map.of(), command)).isEmpty();
    }

    /** The compiler and the types of browsers. */
    private static void unpack(Path directory) throws IOException {
        URL one = Objects.requireNonNull(TypesTest.class.getResource("/" + COMPILER + "tsc.js"));
        try (JarFile jar = ((JarURLConnection) one.openConnection()).getJarFile()) {
            for (ZipEntry entry : jar.stream().toList()) {
                String name = entry.getName();
                if (name.matches(COMPILER + "(_?tsc\\.js|lib\\.[a-z0-9.]*d\\.ts)")) {
                    try (InputStream in = jar.getInputStream(jar.getEntry(name))) {
                        Files.copy(in, directory.resolve(name.substring(COMPILER.length())));
                    }
                }
            }
        }
    }
}
