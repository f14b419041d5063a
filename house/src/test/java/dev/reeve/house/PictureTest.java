package dev.reeve.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The picture of the house in ARCHITECTURE.md")
final class PictureTest {

    /** The first picture of the page. */
    private static final Pattern PICTURE = Pattern.compile("(?s)```mermaid\n(.*?)\n```");

    private static final Pattern MODULE = Pattern.compile("(?m)^ +(\\w+)\\[\"([\\w-]+)");
    private static final Pattern ARROW = Pattern.compile("(?m)^ +(\\w+) --> (\\w+)$");

    @Test
    @DisplayName("It has the arrows of rooms.txt, without those that follow from others")
    void arrows() {
        String page = Repository.read(Repository.ROOT.resolve("ARCHITECTURE.md"));
        Matcher picture = PICTURE.matcher(page);
        assertThat(picture.find()).isTrue();
        Map<String, String> names = MODULE.matcher(picture.group(1))
                .results()
                .collect(Collectors.toMap(found -> found.group(1), found -> found.group(2)));
        Map<String, Set<String>> modules = modules();

        assertThat(modules.keySet()).containsAll(names.values());
        assertThat(drawn(picture.group(1), names)).isEqualTo(reduced(modules, Set.copyOf(names.values())));
    }

    private static Set<String> drawn(String picture, Map<String, String> names) {
        return ARROW.matcher(picture)
                .results()
                .map((MatchResult found) -> names.get(found.group(1)) + " → " + names.get(found.group(2)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The arrows between these modules that no other arrows imply. */
    private static Set<String> reduced(Map<String, Set<String>> modules, Set<String> drawn) {
        Set<String> arrows = new TreeSet<>();
        for (String from : drawn) {
            Set<String> direct = modules.getOrDefault(from, Set.of());
            for (String to : direct) {
                boolean follows = direct.stream()
                        .anyMatch(between ->
                                !between.equals(to) && reached(between, modules).contains(to));
                if (drawn.contains(to) && !follows) {
                    arrows.add(from + " → " + to);
                }
            }
        }
        return arrows;
    }

    private static Set<String> reached(String from, Map<String, Set<String>> modules) {
        Set<String> reached = new TreeSet<>();
        for (String to : modules.getOrDefault(from, Set.of())) {
            reached.add(to);
            reached.addAll(reached(to, modules));
        }
        return reached;
    }

    /** Each module with the modules whose types it uses, from the list of packages. */
    private static Map<String, Set<String>> modules() {
        Map<String, String> owners = new HashMap<>();
        Map<String, Set<String>> rooms = new TreeMap<>();
        Map<String, Set<String>> targets = new TreeMap<>();
        String module = "";
        for (String line : Repository.read(Path.of("rooms.txt")).lines().toList()) {
            if (line.startsWith("    -> ")) {
                targets.computeIfAbsent(module, any -> new TreeSet<>()).add(line.substring(7));
            } else if (line.startsWith("  ")) {
                owners.put(line.strip(), module);
            } else {
                module = line;
                rooms.put(module, new TreeSet<>());
            }
        }
        targets.forEach((from, packages) -> {
            Set<String> modules = rooms.computeIfAbsent(from, any -> new TreeSet<>());
            packages.stream()
                    .map(name -> owners.getOrDefault(name, from))
                    .filter(to -> !to.equals(from))
                    .forEach(modules::add);
        });
        return rooms;
    }
}
