package dev.reeve.simulation.run;

import dev.reeve.simulation.check.Situation;
import java.io.PrintStream;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./reeve simulate}: many seeds, or one and its story. Data goes to standard output, progress to standard error. */
@Command(
        name = "reeve simulate",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs the real engine in virtual time, under random faults, and judges what comes of it.",
            "The same seed always does the same. A seed that fails is shrunk and told as a story."
        })
public final class Simulate implements Callable<Integer> {

    private static final int FAILURES_MAX = 20;
    private static final int SHRINKING_MAX = 200;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "1000",
            description = "how many seeds (${DEFAULT-VALUE})")
    private long seeds;

    @Option(names = "--from", paramLabel = "S", defaultValue = "1", description = "the first seed (${DEFAULT-VALUE})")
    private long from;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "-1", description = "only this seed, with its story")
    private long seed;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "2",
            description = "how many at once (${DEFAULT-VALUE})")
    private int threads;

    @Option(
            names = "--store",
            paramLabel = "STORE",
            defaultValue = "model",
            description = "what stands behind the simulated database: model, or sqlite, the real one in memory"
                    + " (${DEFAULT-VALUE})")
    private Backing store = Backing.MODEL;

    @Option(names = "--whole", description = "with --seed: the whole story, not the shrunk one")
    private boolean whole;

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;

    public static void main(String[] arguments) {
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        System.exit(new CommandLine(new Simulate())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(arguments));
    }

    @Override
    public Integer call() throws InterruptedException {
        return seed >= 0 ? one() : many();
    }

    private int one() {
        Verdict verdict = Simulation.run(seed, store, Set.of(), false);
        Set<String> suppressed = Set.of();
        if (!verdict.isFine() && !whole) {
            err.printf("Seed %d fails; looking for what it takes …%n", seed);
            suppressed = new Shrinker(verdict, store, SHRINKING_MAX).shrink();
        }
        Verdict told = Simulation.run(seed, store, suppressed, true);
        told.story().forEach(out::println);
        out.printf("%nDecided to go wrong:%n");
        told.decided().forEach(decided -> out.printf("  %.3f s  %s%n", decided.nanos() / 1e9, decided.name()));
        out.printf("%nseed %d, trace %016x, %s of virtual time: %s%n", seed, told.hash(), told.length(), summary(told));
        return told.isFine() ? 0 : 1;
    }

    private static String summary(Verdict verdict) {
        return verdict.isFine() ? "fine" : String.join("\n  ", verdict.breaches());
    }

    private int many() throws InterruptedException {
        long begun = System.nanoTime();
        Suite suite = new Suite(one -> {
            Verdict verdict = Simulation.run(one, store, Set.of(), false);
            if (!verdict.isFine()) {
                err.printf("seed %d fails: %s%n", one, summary(verdict));
            }
            return verdict;
        });
        suite.run(from, seeds, threads, FAILURES_MAX, done -> {
            if (done % 500 == 0) {
                err.printf("%d seeds, %d failed%n", done, suite.failures());
            }
        });
        double seconds = (System.nanoTime() - begun) / 1e9;
        out.printf("%-60s %12s%n", "what happened", "times");
        suite.sometimes().counts().forEach((what, count) -> out.printf("%-60s %12d%n", what, count));
        for (Situation situation : Situation.values()) {
            if (suite.sometimes().count(situation) == 0) {
                out.printf("%-60s %12s%n", situation.text(), "never");
            }
        }
        suite.failed()
                .values()
                .forEach(verdict -> out.printf(
                        "%nseed %d failed: %s%nreplay: ./reeve simulate --seed %d%s%n",
                        verdict.seed(),
                        summary(verdict),
                        verdict.seed(),
                        store == Backing.MODEL ? "" : " --store sqlite"));
        out.printf(
                "%n%d seeds, %d failed, %.1f seeds/s, %.1f hours of virtual time%n",
                suite.done(),
                suite.failures(),
                suite.done() / seconds,
                suite.virtual().toSeconds() / 3600.0);
        return suite.failures() == 0 ? 0 : 1;
    }
}
