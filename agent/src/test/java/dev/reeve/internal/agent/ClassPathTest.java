package dev.reeve.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.reeve.ErrorCode;
import dev.reeve.agent.Agent;
import dev.reeve.internal.classpath.OtherAnnotations;
import dev.reeve.internal.classpath.OtherAnnotations.Outcome;
import dev.reeve.spi.transport.AgentTransport;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Reply;
import dev.reeve.spi.transport.SessionId;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

@DisplayName("The class path at opening")
final class ClassPathTest {

    @Test
    @DisplayName("A missing SLF4J provider is reported in one line, with what to write into the pom")
    void aMissingLoggerIsReported() {
        assertThat(ClassPath.lostLogs(new URLClassLoader(new URL[0], null))
                        .orElseThrow()
                        .lines())
                .singleElement()
                .asString()
                .startsWith("reeve: SLF4J has no provider on the class path")
                .contains("<artifactId>slf4j-simple</artifactId>", "<scope>runtime</scope>");
        assertThat(ClassPath.lostLogs(LoggerFactory.class.getClassLoader())).isEmpty();
    }

    @Test
    @DisplayName("A provider that is registered but missing is left to SLF4J, and nothing fails")
    void aStaleProviderFailsNothing(@TempDir Path directory) throws Exception {
        Path services = Files.createDirectories(directory.resolve("META-INF/services"));
        Files.writeString(services.resolve("org.slf4j.spi.SLF4JServiceProvider"), "com.example.Gone");

        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, null)) {
            assertThat(ClassPath.lostLogs(loader)).isEmpty();
        }
    }

    @Test
    @DisplayName("An SLF4J 1.7 on the class path is reported, with what to write into the pom, and nothing fails")
    void anOldLoggerIsReported() throws Exception {
        Method lostLogs = new WithoutProviders()
                .loadClass(ClassPath.class.getName())
                .getDeclaredMethod("lostLogs", ClassLoader.class);
        lostLogs.setAccessible(true);

        assertThat((Optional<?>) lostLogs.invoke(null, LoggerFactory.class.getClassLoader()))
                .get()
                .asString()
                .startsWith("reeve: the SLF4J on the class path is older than 2.0")
                .contains("dependencyManagement", "<artifactId>slf4j-api</artifactId>");
    }

    /** Loads the class under test as on a class path with SLF4J 1.7, which has no service providers. */
    private static final class WithoutProviders extends ClassLoader {

        WithoutProviders() {
            super(ClassPathTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.equals("org.slf4j.spi.SLF4JServiceProvider")) {
                throw new ClassNotFoundException(name);
            }
            if (!name.equals(ClassPath.class.getName())) {
                return super.loadClass(name, resolve);
            }
            try (InputStream in = ClassPath.class.getResourceAsStream("ClassPath.class")) {
                byte[] code = Objects.requireNonNull(in).readAllBytes();
                return defineClass(name, code, 0, code.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    @Test
    @DisplayName("The class path of this build fits")
    void thisClassPathFits() {
        assertThatCode(() -> ClassPath.verify(ErrorCode.REFUSED)).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("An agent on its own reports libraries that do not fit each other, with what to write into the pom")
    void anAgentAloneIsChecked(@TempDir Path directory) throws Exception {
        Outcome outcome = OtherAnnotations.withVersion(directory, "Jackson-annotations", "2.15.0")
                .run(Child.class);

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.printed())
                .contains("RefusedException", "jackson-annotations 2.15.0 is too old for Jackson")
                .contains("<artifactId>jackson-annotations</artifactId>");
    }

    @Test
    @DisplayName("In an application's one flat jar, the version of the application is not that of its libraries")
    void aFlatJarIsNotRefused(@TempDir Path directory) throws Exception {
        Outcome outcome =
                OtherAnnotations.withVersion(directory, "shop", "2.3.1").run(Child.class);

        assertThat(outcome.printed()).contains("started alone");
        assertThat(outcome.code()).isEqualTo(0);
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
}
