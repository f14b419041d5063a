package dev.reeve.internal.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The dependencies of the agent module")
final class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.reeve.internal.agent");

    @Test
    void dependsOnTheApiOnly() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.reeve.internal.agent..",
                        "dev.reeve.internal.provider",
                        "dev.reeve",
                        "dev.reeve.workflow",
                        "dev.reeve.agent",
                        "dev.reeve.spi..",
                        "dev.reeve.internal.values",
                        "dev.reeve.internal.wire",
                        "dev.reeve.internal.payload",
                        "java..",
                        "javax.crypto..",
                        "tools.jackson..",
                        "org.slf4j..",
                        "org.jspecify..")
                .check(CLASSES);
    }

    @Test
    @DisplayName("The agent reads no wall clock, and the monotonic clock in one place")
    void clocks() {
        noClasses()
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Thread.class, "sleep", long.class)
                .orShould()
                .callMethod(Math.class, "random")
                .check(CLASSES);
        noClasses()
                .that()
                .doNotHaveSimpleName("Ticker")
                .should()
                .callMethod(System.class, "nanoTime")
                .check(CLASSES);
    }
}
