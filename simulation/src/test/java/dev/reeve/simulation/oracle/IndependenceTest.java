package dev.reeve.simulation.oracle;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class IndependenceTest {

    @Test
    @DisplayName("the oracle uses definitions, expressions and JSON of Reeve, and no other code")
    void knowsNothingOfTheCore() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.reeve.simulation.oracle",
                        "dev.reeve",
                        "dev.reeve.workflow",
                        "dev.reeve.internal.values",
                        "dev.reeve.internal.model.definition",
                        "dev.reeve.internal.model.expression",
                        "dev.reeve.internal.model.schema",
                        "java..",
                        "org.jspecify.annotations")
                .check(new ClassFileImporter()
                        .withImportOption(location -> !location.contains("/test-classes/"))
                        .importPackages("dev.reeve.simulation.oracle"));
    }
}
