package dev.reeve.internal.values;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The versions of Jackson on a class path")
final class JacksonVersionsTest {

    @Test
    @DisplayName("Annotations that are too old are reported with the line for the pom")
    void oldAnnotationsAreReported() {
        assertThat(JacksonVersions.misfit("3.2.4", "2.21").orElseThrow())
                .isEqualTo("jackson-annotations 2.21 is too old for Jackson 3.2.4: expected 2.22 or later. Write into"
                        + " dependencyManagement of your pom: <dependency><groupId>com.fasterxml.jackson.core</groupId>"
                        + "<artifactId>jackson-annotations</artifactId><version>2.22</version></dependency>");
        assertThat(JacksonVersions.misfit("3.1.7", "2.19.4").orElseThrow()).contains("expected 2.21 or later");
    }

    @Test
    @DisplayName("Versions that fit, and versions that say nothing, are not reported")
    void fittingVersionsAreNot() {
        assertThat(JacksonVersions.misfit("3.2.4", "2.22")).isEmpty();
        assertThat(JacksonVersions.misfit("3.1.7", "2.21")).isEmpty();
        assertThat(JacksonVersions.misfit("3.0.2", "2.22-SNAPSHOT")).isEmpty();
        assertThat(JacksonVersions.misfit("4.0.0", "2.21")).isEmpty();
        assertThat(JacksonVersions.misfit("3.2.4", "unknown")).isEmpty();
        assertThat(JacksonVersions.misfit()).isEmpty();
    }
}
