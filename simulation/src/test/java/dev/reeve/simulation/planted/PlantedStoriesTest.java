package dev.reeve.simulation.planted;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every bug that is planted is found by the stories of its kind; if one is not, they are too weak. */
final class PlantedStoriesTest {

    private static final int SEEDS_MAX = 2000;

    @ParameterizedTest(name = "{1}")
    @MethodSource("lookedFor")
    @Execution(ExecutionMode.CONCURRENT)
    @DisplayName("I14, T4: each planted bug is found within 2,000 stories")
    void eachIsFound(String kind, Mutant mutant) throws Exception {
        assertThat(search(kind, mutant)).as("the story that finds it").isLessThanOrEqualTo(SEEDS_MAX);
    }

    static Stream<Arguments> lookedFor() {
        return StoryMutants.all().entrySet().stream()
                .flatMap(kind -> kind.getValue().stream()
                        .filter(PlantedBugsTest::isLookedFor)
                        .map(mutant -> Arguments.of(kind.getKey(), Named.of(mutant.name(), mutant))));
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
