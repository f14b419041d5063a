package dev.reeve.example.orders.harness;

import dev.reeve.ReeveException;
import dev.reeve.example.orders.Order;
import dev.reeve.example.orders.service.LedgerException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The process that {@code --crash} kills: engine and services. It reports progress to its parent on standard output, a
 * line at a time.
 */
final class EngineProcess {

    /**
     * The environment variable of the JDBC URL. The URL may hold a password, and other users can read command lines.
     */
    static final String JDBC_URL = "REEVE_DEMO_JDBC_URL";

    static final String NOTE = "note ";

    private static final int FAILED = 3;

    private EngineProcess() {}

    /**
     * Runs until all orders have ended.
     *
     * @param args data directory, seed, orders per second
     */
    public static void main(String[] args) {
        PrintStream parent = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        ParentProcess.endWithIt();
        @Nullable String jdbcUrl = System.getenv(JDBC_URL);
        Settings settings = new Settings(
                new DataDirectory(Path.of(args[0])),
                jdbcUrl,
                Long.parseLong(args[1]),
                Double.parseDouble(args[2]),
                Settings.OPERATOR_TRIES,
                false);
        Watcher watcher = new Pipe(parent);
        try {
            run(settings, watcher);
        } catch (ReeveException | UnusableException | LedgerException | InterruptedException e) {
            System.err.println("engine process: " + e);
            System.exit(FAILED);
        }
    }

    private static void run(Settings settings, Watcher watcher) throws InterruptedException {
        List<Order> orders = OrderFile.read(settings.data().orders(), bad -> {
                    throw new IllegalStateException("the orders were good when they were written: " + bad);
                })
                .orders();
        try (DemoShop shop = DemoShop.open(settings, watcher::note)) {
            new Run(shop, orders, settings, watcher).run();
        }
    }

    /** Reports news to the parent. */
    private static final class Pipe implements Watcher {

        private final PrintStream parent;
        private @Nullable Progress last;

        Pipe(PrintStream parent) {
            this.parent = parent;
        }

        @Override
        public void progress(Progress progress) {
            if (!progress.equals(last)) {
                last = progress;
                parent.println(progress.toLine());
            }
        }

        @Override
        public void note(String text) {
            parent.println(NOTE + text);
        }
    }
}
