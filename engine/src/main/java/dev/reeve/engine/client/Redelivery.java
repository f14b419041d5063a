package dev.reeve.engine.client;

import dev.reeve.core.ExecutionId;
import dev.reeve.engine.ReeveException;
import dev.reeve.engine.store.Store;
import dev.reeve.engine.store.UndeliverableMessage;
import java.nio.file.Path;
import java.util.List;
import javax.sql.DataSource;

/**
 * Has messages sent again that were given up, without an engine: beside the one that runs the store, if the database allows that, or
 * before there is one. Thread-safe; close it.
 *
 * <p>Nothing is sent by this: an engine does so, the next time it looks. {@link Reeve#redeliver} has it look at once.
 */
public final class Redelivery implements AutoCloseable {

    private final Store store;

    private Redelivery(Store store) {
        this.store = store;
    }

    /**
     * Opens the SQLite store in this file. Needs {@code reeve-store-sqlite}.
     *
     * @throws ReeveException if it cannot be used, such as because an engine has it: it says why, and what to do
     */
    public static Redelivery open(Path file) {
        return new Redelivery(Waiting.reading(
                () -> Stores.open(Stores.given(file), "reeve-store-sqlite", provider -> provider.open(file))));
    }

    /**
     * Opens the store in this database. Needs {@code reeve-store-postgres}. The data source remains the caller's, who closes
     * it after this.
     *
     * @throws ReeveException if it cannot be used: it says why, and what to do
     */
    public static Redelivery open(DataSource dataSource) {
        return new Redelivery(Waiting.reading(() ->
                Stores.open(Stores.given(dataSource), "reeve-store-postgres", provider -> provider.open(dataSource))));
    }

    /**
     * As {@link Reeve#redeliver}.
     *
     * @return how many messages of the execution there are; 0 if none was given up
     */
    public int redeliver(ExecutionId id) {
        return Waiting.reading(() -> store.outbox().redeliver(id, store.now()));
    }

    /**
     * All that were given up, of whatever execution.
     *
     * @return how many there are
     */
    public int redeliverAll() {
        int count = 0;
        List<UndeliverableMessage> page;
        do {
            page = Waiting.reading(() -> store.undeliverable(ReeveReader.UNDELIVERABLE_MAX));
            for (UndeliverableMessage message : page) {
                count += redeliver(message.execution());
            }
        } while (page.size() == ReeveReader.UNDELIVERABLE_MAX);
        return count;
    }

    @Override
    public void close() {
        store.close();
    }
}
