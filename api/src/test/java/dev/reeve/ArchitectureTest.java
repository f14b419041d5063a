package dev.reeve;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The module that users import from")
final class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.reeve");

    @Test
    @DisplayName("It depends on no other module")
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
                        "dev.reeve.internal.provider",
                        "java..",
                        "javax.sql",
                        "com.fasterxml.jackson.annotation",
                        "tools.jackson..",
                        "org.jspecify.annotations")
                .check(CLASSES);
    }

    @Test
    @DisplayName("No public signature mentions an internal type")
    void noSignatureMentionsAnInternalType() {
        List<String> found = new ArrayList<>();
        for (JavaClass type : CLASSES) {
            if (isInternal(type) || !isVisible(type)) {
                continue;
            }
            Stream.concat(type.getRawInterfaces().stream(), type.getRawSuperclass().stream())
                    .filter(ArchitectureTest::isInternal)
                    .forEach(above -> found.add(type.getName() + " is a " + above.getName()));
            for (JavaMember member : type.getMembers()) {
                boolean visible = member.getModifiers().contains(JavaModifier.PUBLIC)
                        || member.getModifiers().contains(JavaModifier.PROTECTED);
                if (visible
                        && types(member)
                                .flatMap(t -> t.getAllInvolvedRawTypes().stream())
                                .anyMatch(ArchitectureTest::isInternal)) {
                    found.add(member.getFullName());
                }
            }
        }
        assertThat(found).isEmpty();
    }

    private static Stream<? extends JavaType> types(JavaMember member) {
        return switch (member) {
            case JavaField field -> Stream.of(field.getType());
            case JavaCodeUnit unit -> Stream.concat(Stream.of(unit.getReturnType()), unit.getParameterTypes().stream());
            default -> Stream.empty();
        };
    }

    private static boolean isVisible(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(ArchitectureTest::isVisible).orElse(true);
    }

    private static boolean isInternal(JavaClass type) {
        return type.getPackageName().startsWith("dev.reeve.internal");
    }
}
