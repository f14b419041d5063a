package dev.reeve.internal.model;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.reeve.internal.model.expression.ExpressionWork;
import dev.reeve.internal.model.reading.DefinitionLoader;
import dev.reeve.internal.model.reading.ModelProvider;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The model is pure: no clock, random number, thread or I/O")
final class ArchitectureTest {

    private static final String ROOT = "dev.reeve.internal.model";

    private static final JavaClasses MODEL = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    private static final Set<String> FROM_BELOW = Set.of(
            "dev.reeve",
            "dev.reeve.workflow",
            "dev.reeve.internal.values",
            "dev.reeve.internal.sensitive",
            "dev.reeve.internal.provider");

    private static DescribedPredicate<JavaCall<?>> call(String ownerRegex, String methodRegex) {
        return target(owner(nameMatching(ownerRegex)))
                .and(target(nameMatching(methodRegex)))
                .forSubtype();
    }

    private static void check(ArchRule rule) {
        rule.check(MODEL);
    }

    @Test
    void readsNoClock() {
        check(noClasses()
                .should()
                .callMethodWhere(call("java\\.time\\..*", "now"))
                .orShould()
                .callMethodWhere(call("java\\.lang\\.System", "currentTimeMillis|nanoTime"))
                .orShould()
                .callMethodWhere(call("java\\.time\\.Clock", "system.*|tick.*"))
                .orShould()
                .callMethodWhere(call("java\\.util\\.Date", "<init>")));
    }

    @Test
    void dependsOnNoChanceAndNoMachine() {
        check(noClasses()
                .should()
                .dependOnClassesThat()
                .haveNameMatching(
                        "java\\.util\\.(Random|SplittableRandom|concurrent\\.ThreadLocalRandom)|java\\.security\\.SecureRandom|java\\.util\\.random\\..*")
                .orShould()
                .callMethodWhere(call("java\\.lang\\.Math", "random"))
                .orShould()
                .callMethodWhere(call("java\\.util\\.UUID", "randomUUID"))
                .orShould()
                .callMethodWhere(call("java\\.util\\.Collections", "shuffle"))
                .orShould()
                .callMethodWhere(call("java\\.lang\\.System", "identityHashCode|getenv|getProperty"))
                .orShould()
                .callMethodWhere(call("java\\.util\\.Locale", "getDefault"))
                .orShould()
                .callMethodWhere(call("java\\.time\\.ZoneId", "systemDefault"))
                .orShould()
                .callMethodWhere(call("java\\.util\\.TimeZone", "getDefault")));
    }

    @Test
    void startsNoThreadAndTakesNoLock() {
        // evaluations look whether their thread is interrupted, which ends one that nobody waits for any more
        check(noClasses()
                .that()
                .doNotHaveFullyQualifiedName(ExpressionWork.class.getName())
                .should()
                .dependOnClassesThat()
                .haveNameMatching("java\\.lang\\.Thread"));
        check(noClasses()
                .should()
                .dependOnClassesThat()
                .haveNameMatching(
                        "java\\.util\\.Timer|java\\.util\\.concurrent\\.(Executor.*|CompletableFuture|ForkJoin.*|locks\\..*|Semaphore|CountDownLatch)")
                .orShould()
                .callMethodWhere(call("java\\.util\\.(Collection|stream\\..*)", "parallel.*")));
        // a library function is handed nothing of the evaluation that calls it: its work is kept beside it, for the one
        // call
        check(noClasses()
                .that()
                .doNotHaveFullyQualifiedName(ExpressionWork.class.getName())
                .should()
                .dependOnClassesThat()
                .haveNameMatching("java\\.lang\\.ThreadLocal"));
    }

    @Test
    void readsAFileInOnePlaceOnly() {
        check(
                noClasses()
                        .that()
                        .doNotHaveFullyQualifiedName(DefinitionLoader.class.getName())
                        .and()
                        .doNotHaveFullyQualifiedName(ModelProvider.class.getName())
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(
                                "java.nio.file..",
                                "java.net..",
                                "java.nio.channels..",
                                "java.net.http..",
                                "javax.script..")
                        .orShould()
                        .dependOnClassesThat()
                        .haveNameMatching(
                                "java\\.io\\.(File.*|.*Stream|.*Reader|.*Writer|RandomAccessFile)|java\\.lang\\.(Process|ProcessBuilder|Runtime)"));
        check(noClasses()
                .that()
                .haveFullyQualifiedName(DefinitionLoader.class.getName())
                .should()
                .callMethodWhere(call("java\\.nio\\.file\\.Files", "(?!newInputStream|size|isDirectory).*")));
    }

    @Test
    void seesNoOtherModuleAndNoLogger() {
        check(noClasses()
                .should()
                .dependOnClassesThat(new DescribedPredicate<>("of Reeve outside of the model, or a logger") {
                    @Override
                    public boolean test(JavaClass type) {
                        return (type.getPackageName().startsWith("dev.reeve")
                                        && !type.getPackageName().startsWith("dev.reeve.internal.model")
                                        && !FROM_BELOW.contains(type.getPackageName()))
                                || type.getPackageName().startsWith("org.slf4j")
                                || type.getPackageName().startsWith("java.util.logging");
                    }
                }));
    }

    @Test
    void everyRoomKnowsOnlyWhatItsDoorSays() {
        check(layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("expression")
                .definedBy(ROOT + ".expression")
                .layer("schema")
                .definedBy(ROOT + ".schema")
                .layer("document")
                .definedBy(ROOT + ".document")
                .layer("definition")
                .definedBy(ROOT + ".definition")
                .layer("validation")
                .definedBy(ROOT + ".validation")
                .layer("reading")
                .definedBy(ROOT + ".reading")
                .layer("graph")
                .definedBy(ROOT + ".graph")
                .whereLayer("expression")
                .mayNotAccessAnyLayer()
                .whereLayer("document")
                .mayNotAccessAnyLayer()
                .whereLayer("schema")
                .mayOnlyAccessLayers("expression")
                .whereLayer("definition")
                .mayOnlyAccessLayers("expression", "schema")
                .whereLayer("validation")
                .mayOnlyAccessLayers("definition", "document", "expression", "schema")
                .whereLayer("reading")
                .mayOnlyAccessLayers("definition", "document", "expression", "schema", "validation")
                .whereLayer("graph")
                .mayOnlyAccessLayers("definition", "expression"));
    }

    @Test
    void everyClassIsInARoom() {
        check(classes()
                .should()
                .resideInAnyPackage(
                        ROOT + ".expression",
                        ROOT + ".schema",
                        ROOT + ".document",
                        ROOT + ".definition",
                        ROOT + ".validation",
                        ROOT + ".reading",
                        ROOT + ".graph"));
    }

    @Test
    void eachLibraryIsKnownToOneRoom() {
        check(noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".expression")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.dashjoin.."));
        check(noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".schema")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.networknt.."));
        check(noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".document")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.snakeyaml.."));
    }

    @Test
    void isClosedForInheritance() {
        check(classes()
                .that()
                .areTopLevelClasses()
                .and()
                .areNotInterfaces()
                .and()
                .doNotHaveSimpleName("package-info")
                .should()
                .haveModifier(JavaModifier.FINAL));
    }
}
