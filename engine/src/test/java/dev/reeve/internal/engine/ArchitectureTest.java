package dev.reeve.internal.engine;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.sql.Connection;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.Timer;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The house of ARCHITECTURE.md, kept. */
final class ArchitectureTest {

    private static final String ROOT = "dev.reeve.internal.engine.";

    private final JavaClasses engine = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("dev.reeve.internal.engine", "dev.reeve.spi.store");

    /** Every room of the engine, and the rooms that it may enter. A room that is not here does not exist. */
    private static final Map<String, Set<String>> ARROWS = Map.ofEntries(
            entry("runtime", Set.of()),
            entry("archive", Set.of("runtime")),
            entry("notification", Set.of("runtime")),
            entry("webhook", Set.of("runtime")),
            entry("schedule", Set.of("runtime")),
            entry("audit", Set.of("runtime", "schedule")),
            entry("dispatch.breaker", Set.of()),
            entry("dispatch.queue", Set.of("runtime")),
            entry("dispatch", Set.of("runtime", "dispatch.breaker", "dispatch.queue")),
            entry("scheduler.definition", Set.of()),
            entry("scheduler.message", Set.of("dispatch")),
            entry("scheduler.admission", Set.of("runtime", "scheduler.message")),
            entry("scheduler.memory", Set.of("runtime", "dispatch.queue", "scheduler.message", "scheduler.admission")),
            entry(
                    "scheduler.batch",
                    Set.of(
                            "runtime",
                            "dispatch",
                            "dispatch.queue",
                            "scheduler.message",
                            "scheduler.admission",
                            "scheduler.memory")),
            entry(
                    "scheduler.decision",
                    Set.of(
                            "runtime",
                            "dispatch",
                            "dispatch.queue",
                            "scheduler.message",
                            "scheduler.admission",
                            "scheduler.definition",
                            "scheduler.memory",
                            "scheduler.batch")),
            entry(
                    "scheduler.recovery",
                    Set.of(
                            "runtime",
                            "dispatch",
                            "dispatch.queue",
                            "scheduler.message",
                            "scheduler.admission",
                            "scheduler.definition",
                            "scheduler.memory",
                            "scheduler.batch",
                            "scheduler.decision")),
            entry(
                    "scheduler",
                    Set.of(
                            "runtime",
                            "dispatch",
                            "dispatch.queue",
                            "scheduler.message",
                            "scheduler.admission",
                            "scheduler.definition",
                            "scheduler.memory",
                            "scheduler.batch",
                            "scheduler.decision",
                            "scheduler.recovery")),
            entry("retention", Set.of("runtime", "archive", "scheduler", "scheduler.decision", "scheduler.definition")),
            entry("supervisor", Set.of("runtime", "dispatch", "scheduler", "scheduler.batch")),
            entry("bulk", Set.of("scheduler", "scheduler.definition", "scheduler.message")),
            entry(
                    "cluster",
                    Set.of(
                            "runtime",
                            "archive",
                            "notification",
                            "audit",
                            "dispatch",
                            "scheduler",
                            "scheduler.message",
                            "scheduler.admission",
                            "scheduler.definition",
                            "scheduler.batch",
                            "retention",
                            "supervisor",
                            "bulk")),
            entry(
                    "client",
                    Set.of(
                            "runtime",
                            "archive",
                            "notification",
                            "webhook",
                            "schedule",
                            "audit",
                            "dispatch",
                            "dispatch.queue",
                            "scheduler",
                            "scheduler.message",
                            "scheduler.definition",
                            "scheduler.batch",
                            "retention",
                            "supervisor",
                            "bulk",
                            "cluster")));

    /** Circles of top-level classes that are meant, each with its reason. The list only shrinks. */
    private static final Map<String, Predicate<String>> MEANT = Map.of(
            "an interface offers its instance for production",
            Set.of("runtime.Surroundings", "runtime.Machine")::contains,
            "many to many: an agent offers actions, and an action has agents; a slot is one such pair",
            Set.of("dispatch.AgentSession", "dispatch.Service", "dispatch.Slot", "dispatch.Delivery")::contains,
            "helpers of the client still live in its large classes",
            name -> name.startsWith("client."));

    @Test
    @DisplayName("Every package of the engine is named, and each dependency between packages is allowed")
    void roomsDependInOneDirection() {
        Map<String, Set<String>> found = arrows(ArchitectureTest::room);

        assertThat(found.keySet()).isEqualTo(new TreeSet<>(ARROWS.keySet()));
        for (Map.Entry<String, Set<String>> from : found.entrySet()) {
            assertThat(from.getValue())
                    .as("rooms that %s enters", from.getKey())
                    .isSubsetOf(ARROWS.getOrDefault(from.getKey(), Set.of()));
        }
        for (Map.Entry<String, Set<String>> from : ARROWS.entrySet()) {
            assertThat(from.getValue())
                    .as("from %s to what does not lead back", from.getKey())
                    .allMatch(to -> !ARROWS.getOrDefault(to, Set.of()).contains(from.getKey()));
        }
        slices().matching("dev.reeve.internal.engine.(**)")
                .should()
                .beFreeOfCycles()
                .check(engine);
    }

    @Test
    @DisplayName("No circle of top-level classes, except for the listed ones")
    void classesDependInOneDirection() {
        Map<String, Set<String>> direct = arrows(ArchitectureTest::topLevel);
        Map<String, Set<String>> reached = new TreeMap<>();
        direct.keySet().forEach(from -> reached.put(from, reachedFrom(from, direct)));

        Set<String> circular = new TreeSet<>();
        reached.forEach((one, others) -> others.stream()
                .filter(other -> reached.getOrDefault(other, Set.of()).contains(one))
                .filter(other -> MEANT.values().stream().noneMatch(meant -> meant.test(one) && meant.test(other)))
                .forEach(other -> circular.add(one + " <-> " + other)));

        assertThat(circular).isEmpty();
    }

    private static Set<String> reachedFrom(String from, Map<String, Set<String>> direct) {
        Set<String> reached = new TreeSet<>();
        Deque<String> next = new ArrayDeque<>(direct.getOrDefault(from, Set.of()));
        while (!next.isEmpty()) {
            String name = next.remove();
            if (reached.add(name)) {
                next.addAll(direct.getOrDefault(name, Set.of()));
            }
        }
        return reached;
    }

    /** What the engine's own classes depend on, as named by {@code name}. Leaves out what is within one name. */
    private Map<String, Set<String>> arrows(Function<JavaClass, String> name) {
        Map<String, Set<String>> arrows = new TreeMap<>();
        for (JavaClass from : engine) {
            if (!isEngine(from)) {
                continue;
            }
            Set<String> targets = arrows.computeIfAbsent(name.apply(from), any -> new TreeSet<>());
            for (Dependency dependency : from.getDirectDependenciesFromSelf()) {
                JavaClass to = dependency.getTargetClass().getBaseComponentType();
                if (isEngine(to) && !name.apply(to).equals(name.apply(from))) {
                    targets.add(name.apply(to));
                }
            }
        }
        return arrows;
    }

    private static boolean isEngine(JavaClass type) {
        return type.getPackageName().startsWith(ROOT) && !type.getSimpleName().equals("package-info");
    }

    private static String room(JavaClass type) {
        return type.getPackageName().substring(ROOT.length());
    }

    private static String topLevel(JavaClass type) {
        String name = type.getName().substring(ROOT.length());
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
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
