package dev.reeve.internal.core;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.JavaMember.Predicates.declaredIn;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Deciding is a pure function: nothing in here knows the time, chance, threads, files or the order of a hash. */
class ArchitectureTest {

    private static final String ROOT = "dev.reeve.internal.core";

    /** Every room of the core, and the rooms that it uses. The empty name is the package of the commands. */
    private static final Map<String, Set<String>> ARROWS = Map.of(
            "explanation", Set.of("rules", "", "state", "recovery"),
            "rules", Set.of("", "state", "recovery"),
            "start", Set.of("state", "recovery"),
            "", Set.of("state"),
            "state", Set.of("recovery"),
            "recovery", Set.of(),
            "codec", Set.of("", "state"));

    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(location -> !location.contains("/test-classes/"))
            .importPackages("dev.reeve.internal.core");

    @Test
    @DisplayName("the core uses the language, the model and a JSON parser, and nothing else")
    void dependencies() {
        classes()
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        "com.fasterxml.jackson.annotation",
                        "dev.reeve",
                        "dev.reeve.workflow",
                        "dev.reeve.internal.values",
                        "dev.reeve.internal.core..",
                        "dev.reeve.internal.model.definition",
                        "dev.reeve.internal.model.expression",
                        "dev.reeve.internal.model.schema",
                        "java.lang",
                        "java.lang.invoke",
                        // a cache of parsed payloads, which never changes a decision
                        "java.lang.ref",
                        "java.lang.runtime",
                        "java.nio.charset",
                        "java.time",
                        "java.util",
                        "java.util.function",
                        "org.jspecify.annotations",
                        "tools.jackson.core.."))
                .check(CORE);
    }

    @Test
    @DisplayName("every package uses only the packages below it")
    void rooms() {
        Map<String, Set<String>> arrows = new TreeMap<>();
        for (JavaClass origin : CORE) {
            Set<String> uses = arrows.computeIfAbsent(room(origin), room -> new TreeSet<>());
            for (Dependency dependency : origin.getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass().getBaseComponentType();
                if (target.getPackageName().startsWith(ROOT) && !room(target).equals(room(origin))) {
                    uses.add(room(target));
                }
            }
        }

        assertThat(arrows).isEqualTo(ARROWS);
    }

    private static String room(JavaClass type) {
        return type.getPackageName().equals(ROOT) ? "" : type.getPackageName().substring(ROOT.length() + 1);
    }

    @Test
    @DisplayName("no clock and no random numbers")
    void pure() {
        DescribedPredicate<JavaMember> now = name("now")
                .<JavaMember>forSubtype()
                .and(declaredIn(Instant.class)
                        .or(declaredIn(OffsetDateTime.class))
                        .or(declaredIn(ZonedDateTime.class))
                        .or(declaredIn(LocalDate.class))
                        .or(declaredIn(LocalDateTime.class)));
        noClasses().should().accessTargetWhere(targetIs(now)).check(CORE);
        noClasses().should().callMethod(System.class, "currentTimeMillis").check(CORE);
        noClasses().should().callMethod(System.class, "nanoTime").check(CORE);
        noClasses()
                .should()
                .callMethod(System.class, "identityHashCode", Object.class)
                .check(CORE);
        noClasses().should().callMethod(Math.class, "random").check(CORE);
        noClasses().should().callMethod(UUID.class, "randomUUID").check(CORE);
        noClasses()
                .should()
                .dependOnClassesThat(
                        oneOf(Clock.class, Random.class, SecureRandom.class, Thread.class, ThreadLocal.class))
                .check(CORE);
    }

    @Test
    @DisplayName("no collection whose order depends on a hash")
    void noHashOrder() {
        noClasses()
                .should()
                .dependOnClassesThat(oneOf(HashMap.class, HashSet.class, IdentityHashMap.class))
                .check(CORE);
    }

    private static DescribedPredicate<com.tngtech.archunit.core.domain.JavaAccess<?>> targetIs(
            DescribedPredicate<JavaMember> member) {
        return DescribedPredicate.describe(
                member.getDescription(),
                access -> access.getTarget().resolveMember().map(member::test).orElse(false));
    }

    private static DescribedPredicate<JavaClass> oneOf(Class<?>... types) {
        DescribedPredicate<JavaClass> any = DescribedPredicate.alwaysFalse();
        for (Class<?> each : types) {
            any = any.or(type(each));
        }
        return any;
    }
}
