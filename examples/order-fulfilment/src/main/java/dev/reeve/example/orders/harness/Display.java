package dev.reeve.example.orders.harness;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Shows the progress of a run: on a terminal in one line that changes, elsewhere in a line per second. For one thread.
 */
final class Display implements Watcher, AutoCloseable {

    private static final long TERMINAL_INTERVAL = Duration.ofMillis(100).toNanos();
    private static final long PLAIN_INTERVAL = Duration.ofSeconds(1).toNanos();
    private static final int BAR = 30;

    private final Terminal terminal;
    private final long beginNanos = System.nanoTime();
    private long shownNanos;
    private @Nullable Progress shown;
    private @Nullable Progress first;
    private @Nullable Progress latest;

    Display(Terminal terminal) {
        this.terminal = terminal;
        this.shownNanos = beginNanos - PLAIN_INTERVAL;
    }

    @Override
    public void progress(Progress progress) {
        first = first == null ? progress : first;
        latest = progress;
        long interval = terminal.errIsTerminal() ? TERMINAL_INTERVAL : PLAIN_INTERVAL;
        if (System.nanoTime() - shownNanos >= interval) {
            show();
        }
    }

    @Override
    public void note(String text) {
        clear();
        terminal.err().println("  " + text);
        if (terminal.errIsTerminal()) {
            show();
        }
    }

    private void show() {
        Progress progress = latest;
        if (progress == null) {
            return;
        }
        shownNanos = System.nanoTime();
        shown = progress;
        String line = "%5.1f s  %,d of %,d orders ended: %,d fulfilled, %,d undone; %,d in flight"
                .formatted(
                        (shownNanos - beginNanos) / 1e9,
                        progress.ended(),
                        progress.total(),
                        progress.fulfilled(),
                        progress.undone(),
                        progress.inFlight());
        if (terminal.errIsTerminal()) {
            terminal.err().print("\r\u001b[K" + bar(progress) + line);
            terminal.err().flush();
        } else {
            terminal.err().println(line);
        }
    }

    private static String bar(Progress progress) {
        int full = progress.total() == 0 ? BAR : BAR * progress.ended() / progress.total();
        return "[" + "#".repeat(full) + "-".repeat(BAR - full) + "] ";
    }

    private void clear() {
        if (terminal.errIsTerminal() && shown != null) {
            terminal.err().print("\r\u001b[K");
        }
    }

    /** Number of orders that have ended since the first report. */
    int ended() {
        return first == null || latest == null ? 0 : latest.ended() - first.ended();
    }

    /** Shows the last report, and ends the line. */
    @Override
    public void close() {
        if (latest != null && !latest.equals(shown)) {
            show();
        }
        if (terminal.errIsTerminal() && shown != null) {
            terminal.err().println();
        }
    }
}
