package dev.reeve.example.stage;

import dev.reeve.core.Event;
import dev.reeve.engine.client.HistoryEntry;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Tells what happens to an execution while it happens, a line for each event that somebody wants to read. For one thread. */
public final class Narrator {

    private static final long TICK_MILLIS = 20;

    /** If nothing is told for so long, something is broken. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final PrintStream out;
    private final Supplier<List<HistoryEntry>> history;
    private int told;

    /** @param history of the execution, as it is at the moment */
    public Narrator(PrintStream out, Supplier<List<HistoryEntry>> history) {
        this.out = out;
        this.history = history;
    }

    /** Tells until the execution has ended. */
    public void untilEnd() throws InterruptedException {
        until(event -> false);
    }

    /**
     * Tells up to an event, or the end.
     *
     * @param last the last event to tell; asked of each that was not told before
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

    /** Tells what is new, up to an event if it is there. */
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
