package dev.reeve.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.simulation.Extent;
import dev.reeve.simulation.check.Milestone;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The engine under every fault that there is a name for, in virtual time. */
final class SimulationTest {

    private static final int SEEDS = Extent.of("simulation.seeds", 20, 1000);

    @Test
    @DisplayName("Many worlds keep all invariants; in a thousand, every situation occurs")
    void seeds() throws InterruptedException {
        Suite suite = new Suite(Simulation::run);
        suite.run(1, SEEDS, 2, 5, done -> {});
        assertThat(suite.failed().values().stream().map(SimulationTest::replay)).isEmpty();
        List<Milestone> never = Arrays.stream(Milestone.values())
                .filter(situation -> suite.sometimes().count(situation) == 0)
                .toList();
        if (SEEDS >= 1000) {
            assertThat(never).as("situations that never came about").isEmpty();
        }
    }

    private static String replay(RunVerdict verdict) {
        return verdict.breaches() + ", replay: ./reeve simulate --seed " + verdict.seed();
    }

    @Test
    @Tag("proof")
    @DisplayName("A share of the seeds over the production store on SQLite, in memory")
    void seedsOnSqlite() throws InterruptedException {
        Suite suite = new Suite(seed -> Simulation.run(seed, BackingStore.SQLITE, Set.of(), false));
        suite.run(1, SEEDS / 10, 2, 5, done -> {});
        assertThat(suite.failed().values().stream().map(verdict -> replay(verdict) + " --store sqlite"))
                .isEmpty();
    }

    @Test
    @Tag("proof")
    @DisplayName("A seed gives the same run in another process with other hashes")
    void anotherProcess() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Elsewhere.class.getName()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String there = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        assertThat(there).isEqualTo(Elsewhere.hashes());
    }

    /** The program of the other process. */
    static final class Elsewhere {

        private Elsewhere() {}

        public static void main(String[] arguments) {
            System.out.print(hashes());
        }

        static String hashes() {
            StringBuilder hashes = new StringBuilder();
            for (long seed = 1; seed <= 12; seed++) {
                hashes.append(Long.toHexString(Simulation.run(seed).hash())).append(' ');
            }
            return hashes.toString();
        }
    }
}
