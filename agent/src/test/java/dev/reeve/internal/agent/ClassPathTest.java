package dev.reeve.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.reeve.ErrorCode;
import dev.reeve.agent.Agent;
import dev.reeve.spi.transport.AgentTransport;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Reply;
import dev.reeve.spi.transport.SessionId;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The class path at opening")
final class ClassPathTest {

    @Test
    @DisplayName("A missing SLF4J provider is reported in one line, with what to write into the pom")
    void aMissingLoggerIsReported() {
        assertThat(warning(false).lines())
                .singleElement()
                .asString()
                .startsWith("reeve: SLF4J has no provider on the class path")
                .contains("<artifactId>slf4j-simple</artifactId>", "<scope>runtime</scope>");
        assertThat(warning(true)).isEmpty();
    }

    @Test
    @DisplayName("The class path of this build fits")
    void thisClassPathFits() {
        assertThatCode(() -> ClassPath.verify(ErrorCode.REFUSED)).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("An agent on its own reports libraries that do not fit each other, with what to write into the pom")
    void anAgentAloneIsChecked(@TempDir Path directory) throws Exception {
        Path old = withVersion(directory.resolve("annotations.jar"), "2.15.0");

        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        old + File.pathSeparator + System.getProperty("java.class.path"),
                        Child.class.getName())
                .redirectErrorStream(true)
                .start();
        String printed = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(child.waitFor()).isEqualTo(1);
        assertThat(printed)
                .contains("RefusedException", "jackson-annotations 2.15.0 is too old for Jackson")
                .contains("<artifactId>jackson-annotations</artifactId>");
    }

    /** Starts an agent that never reaches its node. */
    static final class Child {

        private Child() {}

        public static void main(String[] args) {
            try (Agent agent = Agent.named("alone")
                    .action("card.charge", (input, step) -> input)
                    .transport(new Silence())
                    .start()) {
                System.out.println("started " + agent.name());
            }
        }
    }

    private static final class Silence implements AgentTransport {

        @Override
        public CompletionStage<SessionId> register(Registration registration) {
            return new CompletableFuture<>();
        }

        @Override
        public CompletionStage<Reply> exchange(SessionId session, Exchange exchange, Duration wait) {
            return new CompletableFuture<>();
        }

        @Override
        public CompletionStage<Void> leave(SessionId session) {
            return new CompletableFuture<>();
        }
    }

    /** The annotations of this build with another version in their manifest. */
    private static Path withVersion(Path jar, String version) throws Exception {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
        URI source = Class.forName("com.fasterxml.jackson.annotation.JsonProperty")
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI();
        try (JarFile from = new JarFile(new File(source));
                JarOutputStream to = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            for (JarEntry entry : Collections.list(from.entries())) {
                if (entry.getName().endsWith(".class")) {
                    to.putNextEntry(new JarEntry(entry.getName()));
                    from.getInputStream(entry).transferTo(to);
                }
            }
        }
        return jar;
    }

    private static String warning(boolean hasLogger) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        ClassPath.warn(hasLogger, new PrintStream(err, true, StandardCharsets.UTF_8));
        return err.toString(StandardCharsets.UTF_8);
    }
}
