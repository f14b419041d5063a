package dev.reeve.simulation.planted;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Every bug that is planted is found by the stories of its kind; if one is not, they are too weak. */
final class PlantedStoriesTest {

    private static final int SEEDS_MAX = 2000;

    @Test
    @DisplayName("I14, T4: each planted bug is found within 2,000 stories")
    void eachIsFound() throws Exception {
        List<String> missed = new ArrayList<>();
        int searches = 0;
        for (Map.Entry<String, List<Mutant>> kind : StoryMutants.all().entrySet()) {
            for (Mutant mutant : kind.getValue()) {
                if (PlantedBugsTest.isLookedFor(mutant)) {
                    searches++;
                    if (search(kind.getKey(), mutant) > SEEDS_MAX) {
                        missed.add(mutant.name());
                    }
                }
            }
        }
        assertThat(searches).as("planted bugs to look for").isPositive();
        assertThat(missed).as("planted bugs that were not found").isEmpty();
    }

    @Test
    void eachIsDocumented() throws Exception {
        assertThat(Files.readString(Path.of("..", "docs", "reliability.md")).replace('\n', ' '))
                .contains(StoryMutants.all().values().stream()
                        .flatMap(List::stream)
                        .map(Mutant::name)
                        .toList());
    }

    private static long search(String kind, Mutant mutant) throws Exception {
        Class<?> story = PlantedClasses.with(mutant).loadClass(kind);
        Method run = story.getMethod("run", long.class);
        for (long seed = 1; seed <= SEEDS_MAX; seed++) {
            List<?> breaches = (List<?>) run.invoke(null, seed);
            if (!breaches.isEmpty()) {
                System.out.printf("%-60s seed %4d  %s%n", mutant.name(), seed, breaches.getFirst());
                return seed;
            }
        }
        return SEEDS_MAX + 1L;
    }
}
