package dev.reeve.internal.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The dependencies of the client module")
final class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.reeve.internal.client");

    @Test
    @DisplayName("It depends on the API and the JDK: on no engine, no agent, no server and no parser")
    void dependsOnTheApiOnly() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.reeve.internal.client",
                        "dev.reeve.internal.document",
                        "dev.reeve.internal.payload",
                        "dev.reeve.internal.provider",
                        "dev.reeve.internal.values",
                        "dev.reeve.internal.wire",
                        "dev.reeve",
                        "dev.reeve.agent",
                        "dev.reeve.workflow",
                        "dev.reeve.spi.transport",
                        "java..",
                        "javax.net.ssl",
                        "org.jspecify..")
                .check(CLASSES);
    }

    @Test
    @DisplayName("Only its surroundings read a clock")
    void clocks() {
        noClasses()
                .that()
                .doNotHaveSimpleName("Surroundings")
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Thread.class, "sleep", long.class)
                .check(CLASSES);
    }
}
