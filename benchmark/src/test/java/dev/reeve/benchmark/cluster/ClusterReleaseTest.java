package dev.reeve.benchmark.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A release in another checkout")
final class ClusterReleaseTest {

    @TempDir
    private Path checkout;

    private void build(String entry) throws IOException {
        Path target = Files.createDirectories(checkout.resolve("benchmark").resolve("target"));
        Files.writeString(target.resolve("classpath"), "/a.jar:/b.jar\n");
        Files.createFile(target.resolve("reeve-benchmark-0.1.0-tests.jar"));
        try (OutputStream file = Files.newOutputStream(target.resolve("reeve-benchmark-0.1.0.jar"));
                JarOutputStream jar = new JarOutputStream(file)) {
            jar.putNextEntry(new JarEntry(entry));
            jar.closeEntry();
        }
    }

    @Test
    @DisplayName("its program is found, also in another package, and runs with its own class path")
    void found() throws IOException {
        build("dev/reeve/benchmark/ClusterChild.class");

        ClusterRelease release = ClusterRelease.at(checkout);

        assertThat(release.main()).isEqualTo("dev.reeve.benchmark.ClusterChild");
        assertThat(release.classPath())
                .isEqualTo(checkout.resolve("benchmark/target/reeve-benchmark-0.1.0.jar") + ":/a.jar:/b.jar");
        assertThat(release.words()).isEqualTo(List.of());
    }

    @Test
    @DisplayName("a checkout that is not built is refused, as is a release without a cluster")
    void notThere() throws IOException {
        assertThatThrownBy(() -> ClusterRelease.at(checkout))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("build it with " + checkout.resolve("reeve build"));

        build("dev/reeve/benchmark/Bench.class");
        assertThatThrownBy(() -> ClusterRelease.at(checkout)).hasMessageContaining("has no cluster to run");
    }
}
