package dev.reeve.simulation.run;

import dev.reeve.simulation.check.Milestone;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code ./reeve simulate}: runs many seeds, or one seed with its story. Writes data to standard output and progress to
 * standard error.
 */
@Command(
        name = "reeve simulate",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs the real engine in virtual time, under random faults, and judges what comes of it.",
            "The same seed always does the same. A seed that fails is shrunk and told as a story.",
            "With --ledger a long run can be interrupted and continued: what this commit has already run without a failure",
            "is left out."
        })
public final class SimulateCommand implements Callable<Integer> {

    private static final int FAILURES_MAX = 20;
    private static final int SHRINKING_MAX = 200;

    /** Number of seeds between two entries of the ledger: at most half a minute of work. */
    private static final int PIECE = 500;

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
    private BackingStore store = BackingStore.MODEL;

    @Option(
            names = "--ledger",
            paramLabel = "FILE",
            description =
                    "a text file of ranges: COMMIT STORE FIRST LAST clean|failed, a line each. Ranges that are clean at"
                            + " this commit are not run again, and what is run is added")
    private @Nullable Path ledger;

    @Option(
            names = "--commit",
            paramLabel = "NAME",
            description = "with --ledger: what is run (default: what git says of this checkout, if no file is changed)")
    private @Nullable String commit;

    @Option(names = "--whole", description = "with --seed: the whole story, not the shrunk one")
    private boolean whole;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
    }

    public static void main(String[] arguments) {
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new SimulateCommand()).setExpandAtFiles(false).setCaseInsensitiveEnumValuesAllowed(true);
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        if (seeds < 1) {
            throw new ParameterException(spec.commandLine(), "--seeds: expected 1 or more, found " + seeds);
        }
        if (threads < 1) {
            throw new ParameterException(spec.commandLine(), "--threads: expected 1 or more, found " + threads);
        }
        return seed >= 0 ? one() : many();
    }

    private int one() {
        RunVerdict verdict = Simulation.run(seed, store, Set.of(), false);
        Set<String> suppressed = Set.of();
        if (!verdict.isFine() && !whole) {
            err().printf("Seed %d fails; looking for what it takes …%n", seed);
            suppressed = new Shrinker(verdict, store, SHRINKING_MAX).shrink();
        }
        RunVerdict told = Simulation.run(seed, store, suppressed, true);
        told.story().forEach(out()::println);
        out().printf("%nDecided to go wrong:%n");
        told.decided().forEach(decided -> out().printf("  %.3f s  %s%n", decided.nanos() / 1e9, decided.name()));
        out().printf(
                        "%nseed %d, trace %016x, %s of virtual time: %s%n",
                        seed, told.hash(), told.length(), summary(told));
        return told.isFine() ? 0 : 1;
    }

    private static String summary(RunVerdict verdict) {
        return verdict.isFine() ? "fine" : String.join("\n  ", verdict.breaches());
    }

    private int many() throws InterruptedException, IOException {
        Seeds wanted = Seeds.of(from, seeds);
        SeedLedger entries = ledger == null ? null : new SeedLedger(ledger, knownCommit(), store);
        List<Seeds> left = entries == null ? List.of(wanted) : wanted.without(clean(entries));
        long leftOut = wanted.count() - left.stream().mapToLong(Seeds::count).sum();
        if (leftOut > 0) {
            err().printf("%d of these seeds are clean already, says %s%n", leftOut, ledger);
        }
        long begun = System.nanoTime();
        Suite suite = new Suite(one -> {
            RunVerdict verdict = Simulation.run(one, store, Set.of(), false);
            if (!verdict.isFine()) {
                err().printf("seed %d fails: %s%n", one, summary(verdict));
            }
            return verdict;
        });
        for (Seeds range : left) {
            for (Seeds piece : range.pieces(PIECE)) {
                run(suite, piece, entries);
            }
        }
        report(suite, (System.nanoTime() - begun) / 1e9);
        return suite.failures() == 0 ? 0 : 1;
    }

    private void run(Suite suite, Seeds piece, @Nullable SeedLedger entries) throws InterruptedException, IOException {
        if (suite.failures() >= FAILURES_MAX) {
            return;
        }
        suite.run(piece.first(), piece.count(), threads, FAILURES_MAX, done -> {
            if (done % PIECE == 0) {
                err().printf("%d seeds, %d failed%n", done, suite.failures());
            }
        });
        // after too many failures, a piece is not completed
        if (entries != null && suite.failures() < FAILURES_MAX) {
            entries.add(piece, suite.failed(piece));
        }
    }

    private List<Seeds> clean(SeedLedger entries) throws IOException {
        try {
            return entries.clean();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--ledger: " + e.getMessage(), e);
        }
    }

    private String knownCommit() throws InterruptedException {
        if (commit != null) {
            if (!commit.matches("[^\\s#]\\S*")) {
                throw new ParameterException(spec.commandLine(), "--commit: expected one word, found '" + commit + "'");
            }
            return commit;
        }
        return Commit.ofClasses()
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        "--ledger: git does not say which commit this is, or a file is changed or new: commit it, or name what is run"
                                + " with --commit"));
    }

    private void report(Suite suite, double seconds) {
        out().printf("%-60s %12s%n", "what happened", "times");
        suite.sometimes().counts().forEach((what, count) -> out().printf("%-60s %12d%n", what, count));
        for (Milestone situation : Milestone.values()) {
            if (suite.sometimes().count(situation) == 0) {
                out().printf("%-60s %12s%n", situation.text(), "never");
            }
        }
        suite.failed()
                .values()
                .forEach(verdict -> out().printf(
                                "%nseed %d failed: %s%nreplay: ./reeve simulate --seed %d%s%n",
                                verdict.seed(),
                                summary(verdict),
                                verdict.seed(),
                                store == BackingStore.MODEL ? "" : " --store sqlite"));
        out().printf(
                        "%n%d seeds, %d failed, %.1f seeds/s, %.1f hours of virtual time%n",
                        suite.done(),
                        suite.failures(),
                        suite.done() / seconds,
                        suite.virtual().toSeconds() / 3600.0);
    }
}
