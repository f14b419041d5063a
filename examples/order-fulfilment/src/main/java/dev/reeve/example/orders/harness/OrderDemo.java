package dev.reeve.example.orders.harness;

import dev.reeve.AuditReport;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.example.orders.Order;
import dev.reeve.example.orders.service.LedgerException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code ./reeve demo}: processes orders in a durable workflow over services that fail, and audits the ledgers at the
 * end.
 */
@Command(
        name = "./reeve demo",
        description = {
            "Sends orders through a durable workflow (reserve, charge, ship, notify) over services that fail on a",
            "seeded plan, shows what became of them, and audits the services' ledgers: stock, money and parcels",
            "must add up to exactly the fulfilled orders, and the store's histories must be sound.%n"
        },
        sortOptions = false,
        usageHelpWidth = 110,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all is well",
            "1:the audit found something",
            "2:bad usage or bad input; with bad lines in the file of orders, all the others were run",
            "3:the run could not be finished"
        })
final class OrderDemo implements Callable<Integer> {

    private static final int OK = 0;
    private static final int AUDIT_FAILED = 1;
    private static final int BAD_INPUT = 2;
    private static final int NOT_FINISHED = 3;

    private static final int KILLS_DEFAULT = 5;
    private static final int KILLS_MAX = 100;
    private static final int RATE_MAX = 100_000;
    private static final int FINDINGS_SHOWN = 5;
    private static final int PORT_MAX = 65_535;

    /** The kind of store. */
    enum StoreKind {
        sqlite,
        postgres
    }

    @Option(
            names = "--orders",
            paramLabel = "FILE",
            description = "orders, a JSON object on each line; the 500 that come with the demo by default")
    private @Nullable Path ordersFile;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "42",
            description = "of the plan of faults, and of the kills (default: ${DEFAULT-VALUE})")
    private long seed;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "orders that come in per second; 0 for as fast as possible (default: 100; 5 with --console)")
    private @Nullable Integer rate;

    @Option(
            names = "--crash",
            description =
                    "runs engine and services in a process of their own, kills it with SIGKILL several times on the"
                            + " way, and starts it again")
    private boolean crash;

    @Option(
            names = "--console",
            paramLabel = "PORT",
            arity = "0..1",
            fallbackValue = "8080",
            description = "shows the run in a browser, slowly, at this port of 127.0.0.1 (8080 if none is given, 0 for"
                    + " any); afterwards the console stays until you press Enter")
    private @Nullable Integer console;

    @Option(
            names = "--services",
            description = "runs a server and four services, one of them in JavaScript, as five processes that talk by"
                    + " HTTP; with --crash, the server and the services are killed in turn")
    private boolean services;

    @Option(
            names = "--node",
            paramLabel = "PROGRAM",
            description = "with --services: Node 18 or later, for the service in JavaScript (default: node)")
    private @Nullable String node;

    @Option(names = "--kills", paramLabel = "N", description = "with --crash: how many kills (default: 5)")
    private @Nullable Integer kills;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "keeps store and ledgers in this directory, and goes on with what is in it (default: a"
                    + " temporary one, deleted when all is well)")
    private @Nullable Path dataDirectory;

    @Option(
            names = "--no-operator",
            description =
                    "leaves to you what needs a person, for ./reeve inbox, explain, retry, resolve; with --data, and"
                            + " the same command without this goes on")
    private boolean noOperator;

    @Option(names = "--store", paramLabel = "KIND", description = "sqlite or postgres (default: sqlite)")
    private @Nullable StoreKind store;

    @Option(
            names = "--jdbc",
            paramLabel = "URL",
            description = "the PostgreSQL database to use, for example jdbc:postgresql://localhost/demo?user=me")
    private @Nullable String jdbcUrl;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "shows this text")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean help;

    @Spec
    private @Nullable CommandSpec spec;

    private final Terminal terminal;
    private final AtomicBoolean finished = new AtomicBoolean();

    OrderDemo(Terminal terminal) {
        this.terminal = terminal;
    }

    public static void main(String[] args) {
        System.exit(run(Terminal.ofProcess(), args));
    }

    static int run(Terminal terminal, String... args) {
        return new CommandLine(new OrderDemo(terminal))
                .setExpandAtFiles(false)
                .setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8))
                .setExecutionExceptionHandler((e, line, result) -> failed(terminal, e))
                .execute(args);
    }

    private static int failed(Terminal terminal, Exception e) throws Exception {
        int code = switch (e) {
            case UnusableException bad -> BAD_INPUT;
            case ReeveException trouble -> NOT_FINISHED;
            case LedgerException trouble -> NOT_FINISHED;
            default -> throw e;
        };
        terminal.err().println("demo: " + e.getMessage());
        return code;
    }

    @Override
    public Integer call() throws Exception {
        checkOptions();
        OrderFile.Contents contents = readOrders();
        Path directory = dataDirectory;
        boolean temporary = directory == null;
        DataDirectory data = directory == null ? DataDirectory.temporary() : DataDirectory.at(directory);
        Settings settings = new Settings(
                data, jdbcUrl, seed, rate(), noOperator ? 0 : Settings.OPERATOR_TRIES, !crash && !services, console);
        if (temporary) {
            sayWhereEverythingIsIfInterrupted(data);
        }
        boolean passed = run(settings, contents.orders());
        finished.set(true);
        if (passed && temporary) {
            data.delete();
        } else {
            terminal.err().printf("Store and ledgers are in %s%n", data.path());
        }
        return !passed ? AUDIT_FAILED : contents.badLines() > 0 ? BAD_INPUT : OK;
    }

    private int rate() {
        return Objects.requireNonNullElse(rate, (console == null ? Tempo.QUICK : Tempo.SLOW).ordersPerSecond());
    }

    private void checkOptions() {
        if (rate() < 0 || rate() > RATE_MAX) {
            throw usage("--rate: expected 0 to %,d, found %d".formatted(RATE_MAX, rate()));
        }
        if (console != null && (crash || services || jdbcUrl != null || store == StoreKind.postgres)) {
            throw usage("--console goes with the store on SQLite, and without --crash and --services");
        }
        if (console != null && (console < 0 || console > PORT_MAX)) {
            throw usage("--console: expected a port from 0 to %d, found %d".formatted(PORT_MAX, console));
        }
        if (kills != null && !crash) {
            throw usage("--kills goes with --crash");
        }
        if (noOperator && (crash || services || dataDirectory == null)) {
            throw usage("--no-operator goes with --data, and without --crash and --services");
        }
        if (services && (jdbcUrl != null || store == StoreKind.postgres)) {
            throw usage("--services has its store on SQLite");
        }
        if (node != null && !services) {
            throw usage("--node goes with --services");
        }
        if (kills != null && (kills < 1 || kills > KILLS_MAX)) {
            throw usage("--kills: expected 1 to %d, found %d".formatted(KILLS_MAX, kills));
        }
        if (store == StoreKind.postgres && jdbcUrl == null) {
            throw usage("--store postgres needs --jdbc URL");
        }
        if (store == StoreKind.sqlite && jdbcUrl != null) {
            throw usage("--jdbc goes with --store postgres");
        }
        if (jdbcUrl != null && !jdbcUrl.startsWith("jdbc:postgresql:")) {
            throw usage("--jdbc: expected a URL that begins with jdbc:postgresql:");
        }
    }

    private ParameterException usage(String problem) {
        return new ParameterException(Objects.requireNonNull(spec).commandLine(), problem);
    }

    private OrderFile.Contents readOrders() throws IOException {
        OrderFile.Contents contents = readOrders(ordersToRead());
        if (contents.badLines() > 0) {
            terminal.err()
                    .printf(
                            "%,d bad lines; going on with the other %,d orders%n",
                            contents.badLines(), contents.orders().size());
        }
        return contents;
    }

    /** The file that was named, or that of the run to continue; null for the file that comes with the demo. */
    private @Nullable Path ordersToRead() {
        if (ordersFile != null || dataDirectory == null) {
            return ordersFile;
        }
        Path earlier = new DataDirectory(dataDirectory).orders();
        return Files.exists(earlier) ? earlier : null;
    }

    private OrderFile.Contents readOrders(@Nullable Path file) throws IOException {
        if (file != null) {
            return OrderFile.read(
                    file, bad -> terminal.err().printf("%s, line %d: %s%n", file, bad.line(), bad.reason()));
        }
        try (InputStream in = Objects.requireNonNull(OrderDemo.class.getResourceAsStream("orders.jsonl"))) {
            return OrderFile.read(in, "orders.jsonl", bad -> {
                throw new IllegalStateException("the demo's own orders are good: " + bad);
            });
        }
    }

    /** A later run can finish an interrupted one. */
    private void sayWhereEverythingIsIfInterrupted(DataDirectory data) {
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> {
            if (!finished.get()) {
                terminal.err().printf("%nNot finished. To go on, give the same command with --data %s%n", data.path());
            }
        }));
    }

    private boolean run(Settings settings, List<Order> orders) throws InterruptedException, IOException {
        DataDirectory data = settings.data();
        terminal.err().printf("%,d orders, seed %d, %s, in %s%n", orders.size(), seed, settings.store(), data.path());
        prepare(settings, orders);
        Display display = new Display(terminal);
        long beginNanos = System.nanoTime();
        try (display) {
            if (services) {
                fulfilByServices(settings, orders, display);
            } else if (crash) {
                new CrashRun(settings, orders.size(), Objects.requireNonNullElse(kills, KILLS_DEFAULT), display).run();
            } else {
                fulfil(settings, orders, display);
            }
        }
        Duration took = Duration.ofNanos(System.nanoTime() - beginNanos);
        return report(settings, orders, display.ended(), took);
    }

    private static void prepare(Settings settings, List<Order> orders) {
        DataDirectory.Lock lock = settings.data().lock();
        try {
            refuseForeignStore(settings);
            settings.data().write(orders);
        } finally {
            lock.close();
        }
    }

    private static void fulfil(Settings settings, List<Order> orders, Watcher watcher) throws InterruptedException {
        try (DemoShop shop = DemoShop.open(settings, watcher::note)) {
            new Run(shop, orders, settings, watcher).run();
        }
    }

    private void fulfilByServices(Settings settings, List<Order> orders, Watcher watcher) throws InterruptedException {
        String program = Objects.requireNonNullElse(node, "node");
        Optional<NodeProgram> found = NodeProgram.find(program);
        if (found.isEmpty()) {
            watcher.note(
                    "'%s' is not Node 18 or later, or the demo runs outside of its sources: all services are in Java"
                            .formatted(Text.shown(program)));
        }
        int wanted = crash ? Objects.requireNonNullElse(kills, KILLS_DEFAULT) : 0;
        new ServicesRun(settings, orders, wanted, found, watcher).run();
    }

    /** Refuses a database with the orders of another run. Its ledgers are elsewhere, so the audit would fail. */
    private static void refuseForeignStore(Settings settings) {
        if (settings.jdbcUrl() == null || settings.data().hasLedgers()) {
            return;
        }
        try (Engine engine = Engine.open(settings)) {
            int found = Stories.statuses(engine.reeve()).size();
            if (found > 0) {
                throw new UnusableException(
                        "the database holds %,d orders of another run: give that run's directory with --data, or an empty database"
                                .formatted(found));
            }
        }
    }

    /** Reads everything again, from the disk, and compares. The console stays as long as the user wants it. */
    private boolean report(Settings settings, List<Order> orders, int ended, Duration took) throws IOException {
        try (Engine engine = Engine.open(settings)) {
            boolean passed = report(engine, settings, orders, ended, took);
            if (engine.console() != null) {
                terminal.err().printf("The console stays at %s: press Enter to end it%n", engine.console());
                terminal.awaitEnter();
            }
            return passed;
        }
    }

    private boolean report(Engine engine, Settings settings, List<Order> orders, int ended, Duration took) {
        List<Story> stories = Stories.read(engine.reeve());
        new Summary(stories, terminal.out()).print(ended, took);
        List<Story> left =
                stories.stream().filter(story -> !story.status().isTerminal()).toList();
        if (noOperator && !left.isEmpty()) {
            sayWhatIsLeft(settings, left);
            return true;
        }
        List<Check> checks = Audit.of(orders, stories, settings.data().readLedgers());
        terminal.out().println("Audit of the services' ledgers");
        checks.forEach(this::print);
        Check store = storeIsSound(engine.reeve());
        print(store);
        return store.passed() && checks.stream().allMatch(Check::passed);
    }

    /** As {@code reeve verify}: each history is valid, and agrees with all that the store says about its execution. */
    private static Check storeIsSound(Reeve reeve) {
        AuditReport audit = reeve.health().verify(executions -> {});
        return new Check(
                "the histories in the store are sound",
                "%,d executions verified".formatted(audit.executions()),
                audit.incidents().stream().map(String::valueOf).toList());
    }

    /** The audit needs every order to be wholly done or wholly undone. */
    private void sayWhatIsLeft(Settings settings, List<Story> left) {
        String store = settings.jdbcUrl() == null ? "--store " + settings.data().store() : "--jdbc URL";
        String order = left.getFirst().order().orderId();
        terminal.out()
                .printf(
                        "%,d orders are left to a person, so the ledgers are not audited yet. The commands for them:%n"
                                + "  ./reeve inbox %s%n"
                                + "  ./reeve explain %s %s%n"
                                + "  ./reeve retry %s %s STEP --by YOU --reason WHY    (or resolve, or skip)%n"
                                + "and then, to let the services finish them, and to audit the ledgers:%n"
                                + "  ./reeve demo --data %s%n",
                        left.size(),
                        store,
                        store,
                        order,
                        store,
                        order,
                        settings.data().path());
    }

    private void print(Check check) {
        String mark = check.passed() ? terminal.good("✔") : terminal.bad("✘");
        terminal.out().printf("  %s %s%n      %s%n", mark, check.what(), check.figures());
        check.findings().stream()
                .limit(FINDINGS_SHOWN)
                .forEach(finding -> terminal.out().println("      " + terminal.bad(finding)));
        int more = check.findings().size() - FINDINGS_SHOWN;
        if (more > 0) {
            terminal.out().printf("      … and %,d more%n", more);
        }
    }
}
