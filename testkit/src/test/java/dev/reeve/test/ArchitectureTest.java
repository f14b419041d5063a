package dev.reeve.test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.reeve.internal.architecture.ClockRules;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The dependencies of the test kit")
final class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.reeve.test", "dev.reeve.internal.test");

    @Test
    void dependsOnTheEngineAndOnNoDatabase() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.reeve.test",
                        "dev.reeve.internal.test..",
                        "dev.reeve.internal.store",
                        "dev.reeve.internal.engine..",
                        "dev.reeve.internal.agent",
                        "dev.reeve.internal.core..",
                        "dev.reeve.internal.model..",
                        "dev.reeve",
                        "dev.reeve.workflow",
                        "dev.reeve.agent",
                        "dev.reeve.spi..",
                        "dev.reeve.internal.values",
                        "java..",
                        "tools.jackson..",
                        "org.junit.jupiter.api..",
                        "org.jspecify..")
                .check(CLASSES);
    }

    @Test
    @DisplayName("Only the extension of the test kit needs JUnit")
    void junitIsForTheExtensionOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.reeve.internal.test.junit")
                .and()
                .haveSimpleNameNotStartingWith("ReeveTest")
                .and()
                .haveSimpleNameNotStartingWith("ReeveExtension")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.junit..")
                .check(CLASSES);
    }

    @Test
    @DisplayName("Time and random numbers are virtual: no code sleeps, waits, reads a clock, or starts a thread")
    void timeIsVirtual() {
        ClockRules.noWallClock().check(CLASSES);
        ClockRules.noMonotonicClock().check(CLASSES);
        noClasses()
                .should()
                .callMethod(Object.class, "wait")
                .orShould()
                .callMethod(CompletableFuture.class, "get")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Executor.class)
                .orShould()
                .callMethod(Thread.class, "start")
                .check(CLASSES);
    }

    @Test
    @DisplayName("The public types are on the list")
    void publicApi() {
        assertThat(CLASSES.stream()
                        .filter(type -> type.getPackageName().equals("dev.reeve.test"))
                        .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                        .map(JavaClass::getSimpleName)
                        .filter(name -> !name.equals("package-info")))
                .containsExactlyInAnyOrder(
                        "ActionCall",
                        "Effect",
                        "RunOutcome",
                        "Ends",
                        "FailureModes",
                        "FailureReport",
                        "Invariant",
                        "InvariantViolatedError",
                        "ReeveTest",
                        "Script",
                        "Services",
                        "VirtualExecution",
                        "VirtualRecovery",
                        "VirtualReeve");
    }
}
