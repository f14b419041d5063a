package dev.reeve;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The module that users import from")
final class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.reeve");

    @Test
    @DisplayName("It depends on no other module")
    void dependsOnNoOtherModule() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.reeve",
                        "dev.reeve.workflow",
                        "dev.reeve.agent",
                        "dev.reeve.spi..",
                        "dev.reeve.internal.values",
                        "dev.reeve.internal.provider",
                        "java..",
                        "javax.crypto..",
                        "javax.sql",
                        "javax.crypto..",
                        "com.fasterxml.jackson.annotation",
                        "tools.jackson..",
                        "org.jspecify.annotations")
                .check(CLASSES);
    }
}
