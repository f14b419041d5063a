package dev.reeve.internal.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.reeve.internal.architecture.ClockRules;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The dependencies of the agent module")
final class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.reeve.internal.agent", "dev.reeve.agent.jdbc");

    @Test
    void dependsOnTheApiOnly() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.reeve",
                        "dev.reeve.agent..",
                        "dev.reeve.internal.agent..",
                        "dev.reeve.internal.payload",
                        "dev.reeve.internal.provider",
                        "dev.reeve.internal.values",
                        "dev.reeve.internal.wire",
                        "dev.reeve.spi..",
                        "dev.reeve.workflow",
                        "java..",
                        "javax.crypto..",
                        "javax.sql..",
                        "tools.jackson.core..",
                        "tools.jackson.databind..",
                        "org.slf4j..",
                        "org.jspecify..")
                .orShould()
                .haveFullyQualifiedName(UnnamedStatements.class.getName() + "$Driver")
                .check(CLASSES);
    }

    @Test
    @DisplayName("The agent reads no wall clock, and the monotonic clock in one place")
    void clocks() {
        ClockRules.noWallClock().check(CLASSES);
        ClockRules.noMonotonicClock("Ticker").check(CLASSES);
    }
}
