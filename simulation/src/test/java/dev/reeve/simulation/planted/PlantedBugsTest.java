package dev.reeve.simulation.planted;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.simulation.Extent;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every bug that is planted is found; if one is not, the simulator is too weak. */
final class PlantedBugsTest {

    private static final int SEEDS_MAX = Integer.getInteger("planted.seeds", 2000);

    /** Looks for one bug of this number, by name: a third of them in the proof. For all: {@code -Dplanted.every=1}. */
    private static final int EVERY = Extent.of("planted.every", 60, 3);

    /** Part of the names of the bugs to look for, regardless of planted.every. */
    private static final String ONLY = System.getProperty("planted.only", "");

    private static final boolean WRITES = Boolean.getBoolean("reeve.write");

    private static final int BREACH_MAX = 110;
    private static final Map<Mutant, Found> FOUND = new ConcurrentHashMap<>();

    @Test
    @DisplayName("docs/reliability.md names every planted bug")
    void eachIsDocumented() throws IOException {
        assertThat(PlantedTable.named())
                .isEqualTo(Mutant.all().stream().map(PlantedTable::what).toList());
    }

    @Test
    @DisplayName("Each planted bug finds the one line that it changes")
    void eachFindsItsLine() throws IOException {
        List<String> lost = new ArrayList<>();
        List<Mutant> all = new ArrayList<>(Mutant.all());
        StoryMutants.all().values().forEach(all::addAll);
        for (Mutant mutant : all) {
            String source = Files.readString(PlantedClasses.root().resolve(mutant.file()));
            int at = source.indexOf(mutant.text());
            if (at < 0 || source.indexOf(mutant.text(), at + 1) >= 0) {
                lost.add(mutant.name() + " in " + mutant.file());
            }
        }
        assertThat(lost)
                .as("planted bugs whose text is not in the file exactly once")
                .isEmpty();
    }

    /** One test for each bug, so that one that takes long is named, and delays no other. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("lookedFor")
    @Execution(ExecutionMode.CONCURRENT)
    @DisplayName("Each planted bug is found within 2,000 seeds")
    void eachIsFound(Mutant mutant) throws Exception {
        Long before = WRITES ? null : PlantedTable.seeds().get(PlantedTable.what(mutant));

        Found found = Objects.requireNonNull(search(mutant, before), () -> mutant.name() + " is found in no world");

        System.out.printf(
                "%-62s %-18s %-12s %5s  %s%n",
                mutant.name(), mutant.rule(), mutant.emphasis(), found.seed(), found.breach());
        FOUND.put(mutant, found);
    }

    @AfterAll
    static void write() throws IOException {
        if (WRITES) {
            PlantedTable.write(FOUND);
        }
    }

    static Stream<Named<Mutant>> lookedFor() {
        return Mutant.all().stream()
                .filter(PlantedBugsTest::isLookedFor)
                .map(mutant -> Named.of(mutant.name(), mutant));
    }

    static boolean isLookedFor(Mutant mutant) {
        if (!ONLY.isEmpty()) {
            return mutant.name().matches(ONLY);
        }
        return WRITES || isSampled(mutant);
    }

    /** Whether this run is to look for it, by {@code planted.every}. */
    static boolean isSampled(Mutant mutant) {
        return Math.floorMod(mutant.name().hashCode(), EVERY) == 0;
    }

    /**
     * @param before the world that gave it away when the table was written, which is asked first; null to ask all in
     * turn
     */
    private static @Nullable Found search(Mutant mutant, @Nullable Long before) throws Exception {
        Class<?> simulation = PlantedClasses.with(mutant).loadClass("dev.reeve.simulation.run.Simulation");
        Method run = simulation.getMethod("run", long.class);
        if (before != null && before <= SEEDS_MAX) {
            String breach = breach(run, before);
            if (breach != null) {
                return new Found(before, 1, breach);
            }
        }
        int worlds = 0;
        for (long seed = 1; seed <= SEEDS_MAX; seed++) {
            if (mutant.isLookedForIn(seed)) {
                worlds++;
                String breach = breach(run, seed);
                if (breach != null) {
                    return new Found(seed, worlds, breach);
                }
            }
        }
        return null;
    }

    private static @Nullable String breach(Method run, long seed) throws Exception {
        Object verdict = run.invoke(null, seed);
        List<?> breaches = (List<?>) verdict.getClass().getMethod("breaches").invoke(verdict);
        if (breaches.isEmpty()) {
            return null;
        }
        String breach = String.valueOf(breaches.getFirst());
        return breach.substring(0, Math.min(BREACH_MAX, breach.length()));
    }
}
