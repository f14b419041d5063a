package dev.reeve.benchmark.report;

import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.database.PostgresDatabase;
import dev.reeve.benchmark.database.SqliteDatabase;
import dev.reeve.benchmark.database.StoreKind;
import dev.reeve.benchmark.process.Directories;
import dev.reeve.benchmark.process.Progress;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options of all workloads: the location of the data, and the format of the figures. */
public final class CommonOptions {

    private static final int LANES_MAX = 64;

    /** The measurement that a workload makes on its database. */
    public interface Body {
        void run(Database database, Report report) throws Exception;
    }

    @SuppressWarnings("NullAway.Init") // set by picocli
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--store",
            paramLabel = "STORE",
            description = "sqlite (default), or postgres: a server of its own, with fsync, on a temporary directory.")
    private StoreKind kind = StoreKind.SQLITE;

    @Option(
            names = "--jdbc",
            paramLabel = "URL",
            description =
                    "A PostgreSQL database that is there, such as jdbc:postgresql://localhost/bench. Reeve's schema is created in it and stays.")
    private @Nullable String url;

    @Option(names = "--user", description = "For --jdbc.")
    private @Nullable String user;

    @Option(
            names = "--password",
            description =
                    "For --jdbc; without a value it is asked for, and REEVE_BENCH_PASSWORD is taken if it is not given.",
            interactive = true,
            arity = "0..1")
    private @Nullable String password;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Where the temporary data goes: a directory on a real disk. Default: /var/tmp.")
    private Path directory = Path.of("/var/tmp");

    @Option(
            names = "--lanes",
            paramLabel = "N",
            description = "Lanes of the engine, each with a thread and a connection. Default: as the engine chooses.")
    private int lanes;

    @Option(names = "--json", description = "One line of JSON on standard output, instead of a table.")
    private boolean json;

    /** Whether the own server has a standby. */
    private boolean pair;

    /** The number of lanes for the engine; 0 for its default. */
    public int lanes() {
        return lanes;
    }

    public Progress progress() {
        return new Progress(spec.commandLine().getErr());
    }

    /** @throws ParameterException if the value is not within the bounds, inclusive */
    public void require(String option, double value, double min, double max) {
        if (!(value >= min && value <= max)) {
            throw wrong("%s: expected %s to %s, found %s".formatted(option, number(min), number(max), number(value)));
        }
    }

    /** Creates a directory for files beside the database. The caller removes it. */
    public Path temporaryDirectory() throws IOException {
        return Directories.create(directory);
    }

    public ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    /**
     * Runs a workload on the chosen database and prints its results.
     *
     * @param what a description of the measurement, with its settings
     * @return the exit code
     */
    public int run(String what, Body body) throws Exception {
        require("--lanes", lanes, 0, LANES_MAX);
        Report report = new Report();
        report.add("workload", what);
        try (Database database = open()) {
            report.add("store", database.describe());
            report.add("java", "%s, %s".formatted(System.getProperty("java.vm.name"), Runtime.version()));
            report.add("processors", Runtime.getRuntime().availableProcessors(), "");
            body.run(database, report);
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(json ? report.json() + "\n" : report.table());
        out.flush();
        return 0;
    }

    /** As {@link #run}, on PostgreSQL: a server of its own, or the one of {@code --jdbc}. */
    public int runOnPostgres(String what, Body body) throws Exception {
        kind = StoreKind.POSTGRES;
        return run(what, body);
    }

    /** As {@link #runOnServer}, on a primary and its synchronous standby. */
    public int runOnPair(String what, Body body) throws Exception {
        pair = true;
        return runOnServer(what, body);
    }

    /** As {@link #run}, on a PostgreSQL server of its own. */
    public int runOnServer(String what, Body body) throws Exception {
        if (url != null) {
            throw wrong("--jdbc: this workload needs a server of its own, to crash it");
        }
        kind = StoreKind.POSTGRES;
        return run(what, body);
    }

    private Database open() throws IOException {
        if (url == null) {
            if (user != null || password != null) {
                throw wrong("--user and --password belong to --jdbc");
            }
            return switch (kind) {
                case SQLITE -> SqliteDatabase.temporary(directory);
                case POSTGRES -> pair ? PostgresDatabase.replicated(directory) : PostgresDatabase.embedded(directory);
            };
        }
        if (!url.toLowerCase(Locale.ROOT).startsWith("jdbc:postgresql:")) {
            throw wrong("--jdbc: expected a URL that begins with jdbc:postgresql:, found '%s'".formatted(url));
        }
        String secret = password == null ? System.getenv("REEVE_BENCH_PASSWORD") : password;
        return PostgresDatabase.at(url, user == null ? "" : user, secret == null ? "" : secret);
    }
}
