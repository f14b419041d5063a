package dev.reeve.internal.engine.client.opening;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

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
        assertThatCode(ClassPath::verify).doesNotThrowAnyException();
    }

    private static String warning(boolean hasLogger) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        ClassPath.warn(hasLogger, new PrintStream(err, true, StandardCharsets.UTF_8));
        return err.toString(StandardCharsets.UTF_8);
    }
}
