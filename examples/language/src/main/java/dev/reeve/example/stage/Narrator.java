package dev.reeve.example.stage;

import dev.reeve.Event;
import dev.reeve.HistoryEntry;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Prints the events of an execution while they happen, a line for each event of interest. For one thread. */
public final class Narrator {

    private static final long TICK_MILLIS = 20;

    /** A story without news for this long is broken. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final PrintStream out;
    private final Supplier<List<HistoryEntry>> history;
    private int told;

    /** @param history the current history of the execution */
    public Narrator(PrintStream out, Supplier<List<HistoryEntry>> history) {
        this.out = out;
        this.history = history;
    }

    /** Prints events until the execution has ended. */
    public void untilEnd() throws InterruptedException {
        until(event -> false);
    }

    /**
     * Prints events up to a given event, or to the end.
     *
     * @param last accepts the last event to print; called for each event not printed before
     * @throws IllegalStateException if nothing happens for a minute
     */
    public void until(Predicate<Event> last) throws InterruptedException {
        long patienceNanos = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            int before = told;
            if (tell(last)) {
                return;
            }
            if (told > before) {
                patienceNanos = System.nanoTime() + PATIENCE.toNanos();
            } else if (System.nanoTime() - patienceNanos > 0) {
                throw new IllegalStateException("nothing has happened for " + PATIENCE);
            }
            TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
        }
    }

    /** Prints new events, up to the given event if it has happened. */
    public boolean tell(Predicate<Event> last) {
        List<HistoryEntry> entries = history.get();
        while (told < entries.size()) {
            HistoryEntry entry = entries.get(told++);
            String words = Words.of(entry.event());
            if (!words.isEmpty()) {
                Instant begin = entries.getFirst().at();
                out.printf("  %5.2f s %s%n", Duration.between(begin, entry.at()).toMillis() / 1e3, words);
            }
            if (last.test(entry.event()) || isEnd(entry.event())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isEnd(Event event) {
        return event instanceof Event.ExecutionCompleted
                || event instanceof Event.ExecutionCompensated
                || event instanceof Event.ExecutionCancelled
                || event instanceof Event.ExecutionFailed;
    }
}
