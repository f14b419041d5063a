package dev.reeve.cli.look;

import dev.reeve.cli.connection.StoreOptions;
import java.time.Duration;
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
