package dev.reeve.cli.look;

import dev.reeve.Inbox;
import dev.reeve.Reeve;
import dev.reeve.ReeveReader;
import dev.reeve.cli.connection.StoreOptions;
import dev.reeve.cli.output.Output;
import dev.reeve.internal.document.HealthDocument;
import dev.reeve.internal.document.LookDocument;
import java.io.Console;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows how a store and its engines are, again and again. */
@Command(
        name = "top",
        description = {
            "Shows how the engines, actions and the inbox are, every two seconds.",
            "Throughput, queues and actions are those of the engine of a server, so they need --server; without it, engines and inbox",
            "are shown. With --json it prints one document for each look. End it with Ctrl-C. Disturbs no engine."
        })
public final class TopCommand implements Callable<Integer> {

    /** Clears the screen and goes to its first line. */
    private static final String CLEAR = "\u001b[H\u001b[2J";

    private static final int JAVA_WITH_CONSOLES = 22;

    @SuppressWarnings("NullAway.Init") // set by picocli
    @Spec
    private CommandSpec spec;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final IntervalOption interval = new IntervalOption();

    @Option(names = "--count", paramLabel = "N", description = "Ends after N looks (default: looks forever).")
    private @Nullable Integer count;

    @Override
    public Integer call() {
        interval.check(store);
        if (count != null && count < 1) {
            throw store.wrong("--count: expected at least 1, found %d".formatted(count));
        }
        if (store.isServer()) {
            try (Reeve reeve = store.connect()) {
                String server = store.serverName();
                repeat(() -> LookDocument.of(
                        Instant.now(),
                        server,
                        HealthDocument.of(reeve.health()),
                        reeve.services().list(),
                        reeve.nodes(),
                        reeve.inbox()));
            }
        } else {
            try (ReeveReader reader = store.reader()) {
                repeat(() -> LookDocument.of(
                        Instant.now(),
                        reader.describe(),
                        null,
                        null,
                        reader.nodes(),
                        reader.inbox(Inbox.EXECUTIONS_DEFAULT)));
            }
        }
        return 0;
    }

    private void repeat(Supplier<LookDocument> looks) {
        LookDocument before = null;
        for (int look = 0; count == null || look < count; look++) {
            if (look > 0 && !interval.sleep()) {
                return;
            }
            LookDocument now = look == 0 ? looks.get() : interval.repeated(looks, output::say);
            if (now == null) {
                return;
            }
            clear();
            output.print(now, TopView.of(now, before));
            before = now;
        }
    }

    /** Since Java 22 there is a console without a terminal, too. The method that tells is not in Java 21. */
    private static boolean isTerminal(@Nullable Console console) {
        try {
            return console != null
                    && (Runtime.version().feature() < JAVA_WITH_CONSOLES
                            || Boolean.TRUE.equals(
                                    Console.class.getMethod("isTerminal").invoke(console)));
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    /** In a terminal, each look takes the place of the one before. */
    private void clear() {
        if (!output.isJson() && isTerminal(System.console())) {
            PrintWriter out = spec.commandLine().getOut();
            out.print(CLEAR);
            out.flush();
        }
    }
}
