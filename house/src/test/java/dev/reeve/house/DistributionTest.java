package dev.reeve.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The archive of the command line")
final class DistributionTest {

    private static final String NAME = "reeve-" + System.getProperty("project.version");

    @TempDir
    private Path directory;

    @Test
    @DisplayName("The unpacked archive runs: the version, a definition, a mistake, the completion script")
    void runsWhereItIsUnpacked() throws Exception {
        Path zip = Path.of("").toAbsolutePath().resolve("../cli/target/" + NAME + ".zip");
        unpack(zip);
        Path definition = Files.writeString(
                directory.resolve("w.yaml"), "workflow: w\nsteps:\n  pay: { action: payment.charge }\n");

        assertThat(reeve(0, "--version")).contains("reeve " + System.getProperty("project.version"));
        assertThat(reeve(0, "validate", definition.toString())).isNotEmpty();
        assertThat(reeve(2, "list", "--store", "a", "--limit", "many")).contains("  --limit=");
        assertThat(reeve(0, "completion")).contains("_complete_reeve");
    }

    private String reeve(int code, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of("sh", directory.resolve(NAME + "/bin/reeve").toString()));
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile(directory, "out", "");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
        builder.environment().put("REEVE_JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).as("%s ends", command).isTrue();
        String text = Files.readString(out);
        assertThat(process.exitValue()).as(text).isEqualTo(code);
        return text;
    }

    private void unpack(Path zip) throws IOException {
        try (InputStream file = Files.newInputStream(zip);
                ZipInputStream entries = new ZipInputStream(file)) {
            for (ZipEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
                Path target = directory.resolve(entry.getName()).normalize();
                assertThat(target.startsWith(directory))
                        .as("%s stays inside", target)
                        .isTrue();
                if (!entry.isDirectory()) {
                    Files.createDirectories(target.getParent());
                    Files.copy(entries, target);
                }
            }
        }
    }
}
