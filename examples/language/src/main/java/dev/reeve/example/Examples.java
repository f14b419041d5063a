package dev.reeve.example;

import dev.reeve.ReeveException;
import dev.reeve.ReeveReader;
import dev.reeve.example.approval.ApprovalExample;
import dev.reeve.example.job.JobExample;
import dev.reeve.example.media.MediaExample;
import dev.reeve.example.stage.Audit;
import dev.reeve.example.stage.Check;
import dev.reeve.example.stage.Example;
import dev.reeve.example.stage.Stage;
import dev.reeve.example.trip.TripExample;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./reeve example NAME}: plays a story, and audits the result. */
@Command(
        name = "./reeve example",
        description = "Plays an example as a story, and audits the world and the store at its end.%n",
        sortOptions = false,
        usageHelpWidth = 110,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all is well", "1:the audit found something", "2:bad usage", "3:it could not be finished"})
public final class Examples implements Callable<Integer> {

    private static final int OK = 0;
    private static final int AUDIT_FAILED = 1;
    private static final int NOT_FINISHED = 3;

    @Parameters(
            paramLabel = "NAME",
            description = "media, trip, job or approval; or orders, which has a program of its own")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String name;

    @Option(
            names = "--store",
            paramLabel = "FILE",
            description = "keeps the store in this file, for ./reeve list, show, explain (default: a temporary one)")
    private @Nullable Path store;

    @Option(
            names = "--by-hand",
            description = "with approval and --store: the decision is left to you, for ./reeve signal")
    private boolean byHand;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "shows this text")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean help;

    @Spec
    private @Nullable CommandSpec spec;

    private final PrintStream out;
    private final List<Example> all =
            List.of(new MediaExample(), new TripExample(), new JobExample(), new ApprovalExample());

    private Examples(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] args) {
        // Always UTF-8: where no locale is set, as in most containers, the JVM would print question marks instead.
        System.exit(run(
                new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
                args));
    }

    static int run(PrintStream out, PrintStream err, String... args) {
        return new CommandLine(new Examples(out))
                .setExpandAtFiles(false)
                .setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(err, true, StandardCharsets.UTF_8))
                .setExecutionExceptionHandler((e, line, result) -> {
                    if (e instanceof ReeveException || e instanceof IOException || e instanceof IllegalStateException) {
                        err.println("example: " + e.getMessage());
                        return NOT_FINISHED;
                    }
                    throw e;
                })
                .execute(args);
    }

    @Override
    public Integer call() throws Exception {
        Example example = all.stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(() -> usage("there is no example '%s'; there are %s, and orders"
                        .formatted(name, all.stream().map(Example::name).toList())));
        Path kept = store;
        if (byHand && (kept == null || !example.name().equals("approval"))) {
            throw usage("--by-hand goes with approval and --store");
        }
        if (kept != null) {
            if (!byHand && Files.exists(kept)) {
                throw usage("--store: %s is there already, and a story begins with an empty store".formatted(kept));
            }
            return play(example, kept);
        }
        Path directory = Files.createTempDirectory("reeve-example-");
        try {
            return play(example, directory.resolve("reeve.db"));
        } finally {
            delete(directory);
        }
    }

    private ParameterException usage(String problem) {
        return new ParameterException(Objects.requireNonNull(spec).commandLine(), problem);
    }

    private int play(Example example, Path file) throws InterruptedException {
        out.println(example.title());
        List<Check> checks = new ArrayList<>(example.play(new Stage(file, out, byHand)));
        try (ReeveReader reader = ReeveReader.open(file)) {
            checks.add(Audit.verify(reader));
        }
        return Audit.tell(out, checks) ? OK : AUDIT_FAILED;
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
