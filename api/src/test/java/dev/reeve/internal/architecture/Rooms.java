package dev.reeve.internal.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The packages of a module, and the dependencies between them. */
public final class Rooms {

    /**
     * A package and the packages that it depends on.
     *
     * @param name the part of its name after that of the module's first package; empty for this one itself
     */
    public record Room(String name, Set<String> enters) {

        public Room(String name, String... enters) {
            this(name, Set.of(enters));
        }
    }

    private final String root;
    private final JavaClasses classes;

    /**
     * @param root the first package of the module
     * @param classes the classes of the module, and perhaps others
     */
    public Rooms(String root, JavaClasses classes) {
        this.root = root;
        this.classes = classes;
    }

    /**
     * Reads a list of packages.
     *
     * @param text a line for each: its name, and after a colon the packages that it depends on, with commas
     */
    public static List<Room> list(String text) {
        return text.lines()
                .map(line -> line.split(":\\s*", 2))
                .map(line -> line.length == 1 ? new Room(line[0]) : new Room(line[0], line[1].split(",\\s*")))
                .toList();
    }

    /**
     * The packages of a module, without its tests.
     *
     * @param root the first package of the module
     */
    public static Rooms of(String root) {
        return new Rooms(
                root,
                new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages(root));
    }

    /**
     * Checks that the packages and their dependencies are exactly these.
     *
     * @param rooms from the bottom to the top: a package depends only on packages above it in this list
     */
    public void check(List<Room> rooms) {
        Map<String, Set<String>> listed = new TreeMap<>();
        for (Room room : rooms) {
            assertThat(listed.keySet()).as("above %s", room.name()).containsAll(room.enters());
            listed.put(room.name(), room.enters());
        }

        Map<String, Set<String>> found = arrows();
        assertThat(found.keySet()).isEqualTo(listed.keySet());
        assertThat(lines(found)).containsExactlyInAnyOrderElementsOf(lines(listed));
    }

    private static List<String> lines(Map<String, Set<String>> arrows) {
        return arrows.entrySet().stream()
                .flatMap(from -> from.getValue().stream().map(to -> from.getKey() + " -> " + to))
                .toList();
    }

    /** The packages that each package depends on. */
    private Map<String, Set<String>> arrows() {
        Map<String, Set<String>> arrows = new TreeMap<>();
        for (JavaClass from : classes) {
            if (!isInside(from)) {
                continue;
            }
            Set<String> targets = arrows.computeIfAbsent(room(from), any -> new TreeSet<>());
            for (Dependency dependency : from.getDirectDependenciesFromSelf()) {
                JavaClass to = dependency.getTargetClass().getBaseComponentType();
                if (isInside(to) && !room(to).equals(room(from))) {
                    targets.add(room(to));
                }
            }
        }
        return arrows;
    }

    private boolean isInside(JavaClass type) {
        String name = type.getPackageName();
        return (name.equals(root) || name.startsWith(root + "."))
                && !type.getSimpleName().equals("package-info");
    }

    private String room(JavaClass type) {
        String name = type.getPackageName();
        return name.equals(root) ? "" : name.substring(root.length() + 1);
    }
}
