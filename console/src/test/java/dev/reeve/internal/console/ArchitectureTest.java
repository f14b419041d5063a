package dev.reeve.internal.console;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The dependencies of the console module")
final class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.reeve.internal.console");

    @Test
    @DisplayName("It depends on the handler of the API: on no engine, and on no server")
    void dependsOnTheHandlerOnly() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.reeve.internal.console",
                        "dev.reeve.internal.http",
                        "dev.reeve",
                        "java..",
                        "org.jspecify..")
                .check(CLASSES);
    }
}
