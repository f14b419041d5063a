package dev.reeve.internal.drawing;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Drawings are pure data: no clock, random number, thread, font or I/O")
final class ArchitectureTest {

    private static final String ROOT = "dev.reeve.internal.drawing";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    void dependsOnDefinitionsOnly() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        ROOT + "..",
                        "dev.reeve",
                        "dev.reeve.workflow",
                        "dev.reeve.internal.document",
                        "dev.reeve.internal.model..",
                        "java.lang..",
                        "java.util",
                        "java.util.function",
                        "java.util.stream",
                        "org.jspecify..")
                .check(CLASSES);
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveNameMatching("java\\.util\\.(Random|SplittableRandom|UUID|Timer|Locale)|java\\.lang\\.Thread.*")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .check(CLASSES);
    }

    @Test
    @DisplayName("The layout knows boxes only, and the picture knows the drawing only")
    void roomsAreApart() {
        classes()
                .that()
                .resideInAPackage(ROOT + ".layout")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(ROOT + ".layout", "java..", "org.jspecify..")
                .check(CLASSES);
        classes()
                .that()
                .resideInAPackage(ROOT + ".svg")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(ROOT + ".svg", ROOT, "java..", "org.jspecify..")
                .check(CLASSES);
    }
}
