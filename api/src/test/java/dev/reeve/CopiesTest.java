package dev.reeve;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Records that are copied with a change")
final class CopiesTest {

    /** For each record, the methods that return a changed copy. */
    private static final Map<JavaClass, List<String>> COPIES = copies();

    @Test
    @DisplayName("options and policies have with… for it; what one call gets has methods named after its components")
    void oneWayForEach() {
        Set<String> named = new TreeSet<>();
        COPIES.forEach((type, methods) -> {
            if (methods.stream().noneMatch(name -> name.startsWith("with"))) {
                named.add(type.getSimpleName());
            } else {
                assertThat(methods).as(type.getName()).allMatch(name -> name.startsWith("with"));
            }
        });

        assertThat(named).containsExactly("BulkRequest", "ExecutionQuery", "Schedule", "Start");
    }

    @Test
    @DisplayName("those of dev.reeve have no constructor besides the one with all components")
    void noTelescope() {
        assertThat(COPIES.keySet())
                .filteredOn(type -> type.getPackageName().equals("dev.reeve"))
                .hasSizeGreaterThan(20)
                .allSatisfy(type -> assertThat(type.getConstructors())
                        .filteredOn(constructor -> constructor.getModifiers().contains(JavaModifier.PUBLIC))
                        .as(type.getName())
                        .hasSize(1));
    }

    private static Map<JavaClass, List<String>> copies() {
        Map<JavaClass, List<String>> copies =
                new TreeMap<>((one, other) -> one.getName().compareTo(other.getName()));
        for (JavaClass type : new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("dev.reeve", "dev.reeve.workflow", "dev.reeve.agent", "dev.reeve.spi")) {
            List<String> methods = type.getMethods().stream()
                    .filter(method -> isCopy(type, method))
                    .map(JavaMethod::getName)
                    .toList();
            if (type.isRecord() && !type.getPackageName().contains("internal") && !methods.isEmpty()) {
                copies.put(type, methods);
            }
        }
        return copies;
    }

    private static boolean isCopy(JavaClass type, JavaMethod method) {
        return method.getModifiers().contains(JavaModifier.PUBLIC)
                && !method.getModifiers().contains(JavaModifier.STATIC)
                && method.getRawReturnType().equals(type);
    }
}
