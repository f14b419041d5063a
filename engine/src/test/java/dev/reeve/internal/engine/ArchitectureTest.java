package dev.reeve.internal.engine;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.sql.Connection;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.Timer;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The house of ARCHITECTURE.md, kept. */
final class ArchitectureTest {

    private final JavaClasses engine = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("dev.reeve.internal.engine", "dev.reeve.spi.store");

    @Test
    @DisplayName("The rooms of the engine depend on each other in one direction")
    void roomsDependInOneDirection() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("client")
                .definedBy("..engine.client..")
                .layer("cluster")
                .definedBy("..engine.cluster..")
                .layer("audit")
                .definedBy("..engine.audit..")
                .layer("supervisor")
                .definedBy("..engine.supervisor..")
                .layer("scheduler")
                .definedBy("..engine.scheduler..")
                .layer("dispatch")
                .definedBy("..engine.dispatch..")
                .layer("store")
                .definedBy("..spi.store..")
                .layer("runtime")
                .definedBy("..engine.runtime..")
                .layer("bulk")
                .definedBy("..engine.bulk..")
                .whereLayer("bulk")
                .mayOnlyBeAccessedByLayers("cluster", "client")
                .whereLayer("client")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("cluster")
                .mayOnlyBeAccessedByLayers("client")
                .whereLayer("audit")
                .mayOnlyBeAccessedByLayers("cluster", "client")
                .whereLayer("supervisor")
                .mayOnlyBeAccessedByLayers("cluster", "client")
                .whereLayer("scheduler")
                .mayOnlyBeAccessedByLayers("bulk", "supervisor", "cluster", "client")
                .whereLayer("dispatch")
                .mayOnlyBeAccessedByLayers("scheduler", "supervisor", "cluster", "client")
                .check(engine);
        noClasses()
                .that()
                .resideInAPackage("..engine.audit..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("..engine.scheduler..", "..engine.dispatch..", "..engine.supervisor..")
                .because("whoever checks the lanes must not share their mistakes")
                .check(engine);
        slices().matching("dev.reeve.internal.engine.(*)..")
                .should()
                .beFreeOfCycles()
                .check(engine);
    }

    @Test
    @DisplayName("No clock, chance or thread outside of runtime (R34, RELIABILITY 6.1)")
    void timeAndChanceComeThroughPorts() {
        noClasses()
                .that()
                .resideOutsideOfPackage("..engine.runtime..")
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(LocalDate.class, "now")
                .orShould()
                .callMethod(UUID.class, "randomUUID")
                .orShould()
                .callMethod(Math.class, "random")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Random.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(ThreadLocalRandom.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(ExecutorService.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Executors.class)
                .check(engine);
        noClasses()
                .that()
                .resideOutsideOfPackage("..engine.runtime..")
                .should()
                .callMethodWhere(
                        target(nameMatching(".*Async")).and(target(owner(assignableTo(CompletionStage.class)))))
                .orShould()
                .callMethod(System.class, "identityHashCode", Object.class)
                .orShould()
                .callMethod(Set.class, "copyOf", Collection.class)
                .orShould()
                .callMethod(Map.class, "copyOf", Map.class)
                .orShould()
                .callMethod(Collection.class, "parallelStream")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Timer.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(LockSupport.class)
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.SplittableRandom")
                .check(engine);
        noClasses()
                .that()
                .resideOutsideOfPackages("..engine.runtime..", "..engine.client..")
                .should()
                .dependOnClassesThat()
                .areAssignableTo(Thread.class)
                .check(engine);
    }

    @Test
    @DisplayName("The engine knows no database; a caller's connection it hands through")
    void theEngineKnowsNoDatabase() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                                "java.sql..",
                                "org.sqlite..",
                                "org.postgresql..",
                                "dev.reeve.internal.sqlite..",
                                "dev.reeve.internal.postgresql..")
                        .and(not(type(Connection.class))))
                .check(engine);
        noClasses()
                .that()
                .resideOutsideOfPackages("..spi.store..", "..engine.client..")
                .should()
                .dependOnClassesThat()
                .areAssignableTo(Connection.class)
                .check(engine);
        noClasses()
                .should()
                .callMethodWhere(target(owner(type(Connection.class))))
                .check(engine);
    }
}
