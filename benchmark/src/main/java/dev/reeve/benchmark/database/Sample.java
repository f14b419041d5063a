package dev.reeve.benchmark.database;

import dev.reeve.ExecutionId;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.Store;
import java.util.List;

/**
 * The rows of one real execution, so that the limit is measured with the rows that the engine writes.
 *
 * @param row its index entry
 * @param events of its transitions, as the codec wrote them
 */
public record Sample(ExecutionRow row, List<String> events) {

    public Sample {
        events = List.copyOf(events);
        if (events.size() < 2) {
            throw new CheckFailedException("an execution of %d transitions is no chain".formatted(events.size()));
        }
    }

    /** The rows of an execution that has ended. */
    public static Sample of(Store store, ExecutionId id) {
        ExecutionRow row = store.find(id).orElseThrow(() -> new CheckFailedException("execution " + id + " is lost"));
        return new Sample(
                row, store.history(id).stream().map(JournalRow::events).toList());
    }

    public int bytes() {
        return events.stream().mapToInt(String::length).sum();
    }
}
