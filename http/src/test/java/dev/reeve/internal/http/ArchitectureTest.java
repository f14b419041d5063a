package dev.reeve.internal.http;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The dependencies of the http module")
final class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.reeve.internal.http", "dev.reeve.http");

    @Test
    @DisplayName("It depends on the API, the protocol of agents and drawings: on no engine, and on no server")
    void dependsOnTheApiOnly() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.reeve.http",
                        "dev.reeve.internal.http..",
                        "dev.reeve.internal.access",
                        "dev.reeve.internal.agent.endpoint",
                        "dev.reeve.internal.agent.protocol",
                        "dev.reeve.internal.document",
                        "dev.reeve.internal.drawing",
                        "dev.reeve.internal.drawing.svg",
                        "dev.reeve.internal.sensitive",
                        "dev.reeve.internal.values",
                        "dev.reeve",
                        "dev.reeve.workflow",
                        "dev.reeve.spi..",
                        "java..",
                        "javax.crypto..",
                        "com.sun.net.httpserver",
                        "org.slf4j..",
                        "org.jspecify..")
                .check(CLASSES);
    }
}
