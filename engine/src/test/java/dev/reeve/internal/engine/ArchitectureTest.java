package dev.reeve.internal.engine;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.reeve.internal.architecture.Rooms;
import dev.reeve.internal.architecture.Rooms.Room;
import java.sql.Connection;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
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

    private static final String ROOT = "dev.reeve.internal.engine";

    private final JavaClasses engine = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages(ROOT, "dev.reeve.spi.store");

    /**
     * Every room of the engine, from the bottom to the top: a room enters only rooms above it in this list. Neither a
     * room nor an arrow exists that is not here.
     */
    private static final List<Room> ROOMS = Rooms.list("""
            runtime
            cluster.membership
            archive
            notification: runtime
            webhook: runtime
            schedule: runtime
            audit: runtime, schedule
            dispatch.breaker
            dispatch.queue: runtime
            dispatch: runtime, dispatch.breaker, dispatch.queue
            scheduler.definition: runtime
            scheduler.message: dispatch
            scheduler.admission: runtime, scheduler.message
            scheduler.memory: runtime, dispatch.queue, scheduler.definition, scheduler.message, \
                scheduler.admission
            scheduler.batch: runtime, dispatch.queue, dispatch, scheduler.message, scheduler.admission, \
                scheduler.memory
            scheduler.decision: runtime, dispatch.queue, dispatch, scheduler.definition, scheduler.message, \
                scheduler.admission, scheduler.memory, scheduler.batch
            scheduler.recovery: runtime, dispatch, scheduler.definition, scheduler.message, scheduler.admission, \
                scheduler.memory, scheduler.batch, scheduler.decision
            scheduler: runtime, dispatch.queue, dispatch, scheduler.definition, scheduler.message, \
                scheduler.admission, scheduler.memory, scheduler.batch, scheduler.decision, scheduler.recovery
            inbox: runtime, scheduler.definition, scheduler.message, scheduler.admission, scheduler.batch, \
                scheduler.recovery
            mail: runtime, dispatch
            retention: runtime, archive, scheduler.definition, scheduler
            supervisor: runtime, dispatch, scheduler.batch, scheduler
            bulk: scheduler.definition, scheduler
            cluster: runtime, cluster.membership, notification, audit, dispatch, dispatch.queue, \
                scheduler.definition, scheduler.message, scheduler.admission, scheduler.batch, scheduler, \
                retention, supervisor, inbox, mail, bulk
            client.boundary: scheduler.message
            client.opening: client.boundary
            client.situation: client.boundary, dispatch.queue, dispatch, cluster
            client.deployment: runtime, schedule, scheduler.definition, scheduler, cluster, client.boundary
            client.reading: runtime, archive, schedule, audit, dispatch, scheduler.definition, scheduler.message, \
                scheduler, bulk, cluster, client.boundary, client.opening, client.situation, client.deployment
            client.execution: runtime, notification, scheduler.message, scheduler, inbox, cluster, \
                client.boundary, client.reading, client.deployment
            client.operation: runtime, notification, schedule, audit, dispatch, scheduler.batch, scheduler, \
                supervisor, bulk, cluster, client.boundary, client.reading, client.deployment, client.execution
            client.offline: schedule, client.boundary, client.opening
            client: runtime, archive, webhook, scheduler.definition, scheduler.message, scheduler, cluster, \
                client.boundary, client.opening, client.reading, client.deployment, client.execution, \
                client.operation
            """);

    @Test
    @DisplayName("Every package of the engine is named, with exactly its dependencies, which have one direction")
    void roomsDependInOneDirection() {
        new Rooms(ROOT, engine).check(ROOMS);
    }

    @Test
    @DisplayName("The auditor shares only the core with what it checks")
    void theAuditorIsIndependent() {
        noClasses()
                .that()
                .resideInAPackage("..engine.audit..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("..engine.scheduler..", "..engine.dispatch..", "..engine.supervisor..")
                .because("an auditor must not share the mistakes of what it checks")
                .check(engine);
    }

    @Test
    @DisplayName("R34: no clock, random number or thread outside of runtime")
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
    @DisplayName("The engine uses no database types, except to pass on a caller's connection")
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
