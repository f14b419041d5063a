package dev.reeve.cli.look;

import dev.reeve.ReeveException;
import dev.reeve.cli.connection.StoreOptions;
import dev.reeve.cli.output.Text;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How often a command looks again. */
final class IntervalOption {

    private static final int SECONDS_MAX = 3_600;

    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            description = "Looks again after this many seconds, 1 to 3600 (default: ${DEFAULT-VALUE}).")
    private int seconds = 2;

    void check(StoreOptions store) {
        store.require("--interval", seconds, SECONDS_MAX);
    }

    /**
     * Repeats a look while the server or the database does not answer. A failure that lasts, such as a wrong password,
     * is thrown.
     *
     * @return null if the thread was interrupted
     */
    <T> @Nullable T repeated(Supplier<T> look, Consumer<String> told) {
        while (true) {
            try {
                return look.get();
            } catch (ReeveException e) {
                if (!e.code().isTransient()) {
                    throw e;
                }
                told.accept("reeve: %s; looking again".formatted(Text.lines(String.valueOf(e.getMessage()))));
            }
            if (!sleep()) {
                return null;
            }
        }
    }

    /** Sleeps until the next look. Returns false if the thread was interrupted. */
    boolean sleep() {
        try {
            Thread.sleep(Duration.ofSeconds(seconds));
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
