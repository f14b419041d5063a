package dev.reeve.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The packages of all modules and the direction of every arrow between them, compared with the committed list {@code
 * rooms.txt}. Run this test with {@code -Drooms.update} to write the list anew.
 */
final class RoomsTest {

    private static final Path LIST = Path.of("rooms.txt");

    /**
     * Packages that depend on each other, and are meant to: those that users import from, with those that find the
     * implementation behind them; and the configuration of the Spring Boot starter, which names what it configures,
     * while that reads its properties and annotations.
     */
    private static final Set<String> MEANT = Set.of(
            "dev.reeve",
            "dev.reeve.agent",
            "dev.reeve.internal.provider",
            "dev.reeve.internal.values",
            "dev.reeve.spi",
            "dev.reeve.spi.transport",
            "dev.reeve.workflow",
            "dev.reeve.spring",
            "dev.reeve.internal.spring",
            "dev.reeve.internal.spring.action",
            "dev.reeve.internal.spring.workflow");

    @Test
    @DisplayName("Every package of every module is on the committed list, with exactly the packages that it depends on")
    void areThoseOfTheList() throws IOException {
        List<String> lines = lines();
        if (System.getProperty("rooms.update") != null) {
            Files.write(LIST, lines);
        }
        assertThat(lines)
                .as("the lines of house/rooms.txt; if the change is meant, write it anew with -Drooms.update")
                .containsExactlyElementsOf(Files.readAllLines(LIST));
    }

    @Test
    @DisplayName("Packages depend on each other in one direction, in all modules, but for those that are meant not to")
    void inOneDirection() {
        Map<String, Set<String>> open = new HashMap<>(arrows());
        boolean removed = true;
        while (removed) {
            removed = open.values().removeIf(targets -> targets.stream().noneMatch(open::containsKey));
        }
        Set<String> circling = new TreeSet<>(open.keySet());
        circling.removeIf(room -> !reaches(room, room, open));

        assertThat(circling).isEqualTo(new TreeSet<>(MEANT));
    }

    @Test
    @DisplayName("No package is in two modules: on the class path each one comes from one jar")
    void inOneModule() {
        Map<String, Set<String>> modules = new TreeMap<>();
        for (Path classes : Modules.compiled()) {
            for (String room : arrows(List.of(classes)).keySet()) {
                modules.computeIfAbsent(room, any -> new TreeSet<>()).add(Modules.name(classes));
            }
        }
        modules.values().removeIf(owners -> owners.size() == 1);

        assertThat(modules).as("packages that are split over modules").isEmpty();
    }

    private static boolean reaches(String from, String to, Map<String, Set<String>> arrows) {
        Set<String> seen = new TreeSet<>();
        List<String> next = new ArrayList<>(arrows.getOrDefault(from, Set.of()));
        while (!next.isEmpty()) {
            String room = next.removeLast();
            if (room.equals(to)) {
                return true;
            }
            if (seen.add(room)) {
                next.addAll(arrows.getOrDefault(room, Set.of()));
            }
        }
        return false;
    }

    private static List<String> lines() {
        List<String> lines = new ArrayList<>();
        Modules.compiled().forEach(classes -> {
            lines.add(Modules.name(classes));
            arrows(List.of(classes)).forEach((room, targets) -> {
                lines.add("  " + room);
                targets.forEach(target -> lines.add("    -> " + target));
            });
        });
        return lines;
    }

    private static Map<String, Set<String>> arrows() {
        return arrows(Modules.compiled());
    }

    private static Map<String, Set<String>> arrows(List<Path> compiled) {
        Map<String, Set<String>> arrows = new TreeMap<>();
        for (JavaClass from : new ClassFileImporter().importPaths(compiled)) {
            String room = from.getPackageName();
            arrows.computeIfAbsent(room, any -> new TreeSet<>())
                    .addAll(from.getDirectDependenciesFromSelf().stream()
                            .map(Dependency::getTargetClass)
                            .map(type -> type.getBaseComponentType().getPackageName())
                            .filter(target -> target.equals("dev.reeve") || target.startsWith("dev.reeve."))
                            .filter(target -> !target.equals(room))
                            .collect(Collectors.toSet()));
        }
        return arrows;
    }
}
