package dev.reeve.internal.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The dependencies of the server module")
final class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.reeve.internal.server");

    @Test
    @DisplayName("It depends on the API, the handler, the HTTP action, Jetty and Micrometer, and on no engine")
    void dependsOnTheHandler() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.reeve.internal.server..",
                        "dev.reeve.internal.http..",
                        "dev.reeve.internal.access",
                        "dev.reeve.internal.values",
                        "dev.reeve.internal.document",
                        "dev.reeve",
                        "dev.reeve.agent",
                        "dev.reeve.agent.http",
                        "dev.reeve.workflow",
                        "dev.reeve.micrometer",
                        "dev.reeve.spi",
                        "io.micrometer..",
                        "org.eclipse.jetty..",
                        "com.nimbusds..",
                        "java..",
                        "javax.crypto..",
                        "org.slf4j..",
                        "org.jspecify..")
                .check(CLASSES);
    }

    @Test
    @DisplayName("Only the package of tokens knows their library")
    void tokensStayInTheirPackage() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.reeve.internal.server.oidc")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.nimbusds..")
                .check(CLASSES);
    }

    @Test
    @DisplayName("Only the classes named after Jetty know it")
    void jettyStaysBehindItsClasses() {
        noClasses()
                .that()
                .haveSimpleNameNotStartingWith("Jetty")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.eclipse.jetty..")
                .check(CLASSES);
    }
}
