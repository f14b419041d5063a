package dev.reeve.agent.http;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.reeve.internal.architecture.ClockRules;
import java.net.InetAddress;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The dependencies of the HTTP action")
final class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.reeve.agent.http");

    @Test
    @DisplayName("It depends on the API and on Jetty's client, and on no agent and no engine")
    void dependsOnTheApi() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.reeve.agent.http",
                        "dev.reeve.agent",
                        "dev.reeve",
                        "dev.reeve.internal.values",
                        "org.eclipse.jetty..",
                        "java..",
                        "javax.net.ssl",
                        "org.jspecify..")
                .check(CLASSES);
    }

    @Test
    @DisplayName("Only one class sends anything, and only one looks names up")
    void doors() {
        noClasses()
                .that()
                .doNotHaveSimpleName("HttpAction")
                .should()
                .callMethod(InetAddress.class, "getAllByName", String.class)
                .check(CLASSES);
        noClasses()
                .that()
                .haveNameNotMatching(".*\\.JettyCalls(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.eclipse.jetty.client..")
                .check(CLASSES);
    }

    @Test
    @DisplayName("It reads no clock of its own")
    void clocks() {
        ClockRules.noWallClock().check(CLASSES);
        ClockRules.noMonotonicClock().check(CLASSES);
    }
}
