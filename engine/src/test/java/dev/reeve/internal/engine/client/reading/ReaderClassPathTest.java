package dev.reeve.internal.engine.client.reading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ReeveReader;
import dev.reeve.internal.classpath.OtherAnnotations;
import dev.reeve.internal.classpath.OtherAnnotations.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The class path at the opening of a reader")
final class ReaderClassPathTest {

    @Test
    @DisplayName("A reader reports libraries that do not fit each other, with what to write into the pom")
    void aReaderIsChecked(@TempDir Path directory) throws Exception {
        Outcome outcome = OtherAnnotations.withVersion(directory, "Jackson-annotations", "2.15.0")
                .run(Child.class);

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.printed())
                .contains("STORE_UNUSABLE", "jackson-annotations 2.15.0 is too old for Jackson")
                .contains("<artifactId>jackson-annotations</artifactId>")
                .as("not the missing store")
                .doesNotContain("nothing.db");
    }

    /** Opens a store for reading. The store does not exist, so on a class path that fits the opening fails as well. */
    static final class Child {

        private Child() {}

        public static void main(String[] args) {
            try (ReeveReader reader = ReeveReader.open(Path.of("nothing.db"))) {
                System.out.println(reader.describe());
            }
        }
    }
}
