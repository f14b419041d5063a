package dev.reeve.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The agent's place in the house")
final class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.reeve.agent");

    @Test
    void dependsOnCoreAndModelOnly() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.reeve.agent..",
                        "dev.reeve.core",
                        "dev.reeve.model",
                        "java..",
                        "tools.jackson..",
                        "org.slf4j..",
                        "org.jspecify..")
                .check(CLASSES);
    }

    @Test
    @DisplayName("What agents and nodes say to each other knows nothing of either")
    void transportDependsOnNothingOfTheAgent() {
        noClasses()
                .that()
                .resideInAPackage("dev.reeve.agent.transport")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.reeve.agent", "tools.jackson..")
                .check(CLASSES);
    }

    @Test
    @DisplayName("No wall clock at all, and the monotonic one in one place")
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
