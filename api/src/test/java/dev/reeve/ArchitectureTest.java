package dev.reeve;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.reeve.workflow.GroupBuilder;
import dev.reeve.workflow.StepBuilder;
import dev.reeve.workflow.Workflow;
import dev.reeve.workflow.WorkflowBuilder;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The module that users import from")
final class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.reeve");

    @Test
    @DisplayName("The api module depends on no other module")
    void dependsOnNoOtherModule() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.reeve",
                        "dev.reeve.workflow",
                        "dev.reeve.agent",
                        "dev.reeve.spi..",
                        "dev.reeve.internal.values",
                        "dev.reeve.internal.wire",
                        "dev.reeve.internal.provider",
                        "dev.reeve.internal.document",
                        "dev.reeve.internal.payload",
                        "dev.reeve.internal.sensitive",
                        "dev.reeve.internal.access",
                        "java..",
                        "javax.crypto..",
                        "javax.sql",
                        "com.fasterxml.jackson.annotation",
                        "tools.jackson..",
                        "org.jspecify.annotations")
                .check(CLASSES);
    }

    @Test
    @DisplayName("The package values uses only the exceptions and ids of dev.reeve")
    void valuesAreBeneath() {
        noClasses()
                .that()
                .resideInAPackage("dev.reeve.internal.values")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.reeve.workflow", "dev.reeve.agent", "dev.reeve.spi..", "dev.reeve.internal.provider")
                .check(CLASSES);
    }

    @Test
    @DisplayName("No circle of files, except for the listed ones")
    void hasNoCircleOfFiles() {
        slices().assignedFrom(FILES)
                .should()
                .beFreeOfCycles()
                // A public interface opens its own implementation; the provider's signature names the interface.
                .ignoreDependency(
                        resideOutsideOfPackage("dev.reeve.internal.."), resideInAPackage("dev.reeve.internal.provider"))
                // Reeve.open(DataSource) returns the subtype that joins the caller's transaction.
                .ignoreDependency(Reeve.class, JdbcReeve.class)
                // Execution.recovery() gives the verbs that recover it, and a rerun is another execution.
                .ignoreDependency(Execution.class, RecoveryOperations.class)
                // ReeveException.of() chooses the subtype that belongs to a code.
                .ignoreDependency(type(ReeveException.class), assignableTo(ReeveException.class))
                // Workflow.named() begins a builder, which ends with a workflow.
                .ignoreDependency(Workflow.class, WorkflowBuilder.class)
                // A step may be a group of steps.
                .ignoreDependency(StepBuilder.class, GroupBuilder.class)
                .check(CLASSES);
    }

    /** A file is a top-level class with all that is nested in it. */
    private static final SliceAssignment FILES = new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            String name = type.getName();
            int nested = name.indexOf('$');
            return SliceIdentifier.of(nested < 0 ? name : name.substring(0, nested));
        }

        @Override
        public String getDescription() {
            return "files";
        }
    };
}
