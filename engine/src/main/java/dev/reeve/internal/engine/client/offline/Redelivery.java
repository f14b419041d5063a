package dev.reeve.internal.engine.client.offline;

import dev.reeve.ExecutionId;
import dev.reeve.MessageOperations;
import dev.reeve.ReeveException;
import dev.reeve.ReeveReader;
import dev.reeve.UndeliverableMessage;
import dev.reeve.internal.engine.client.boundary.Arguments;
import dev.reeve.internal.engine.client.boundary.EngineCalls;
import dev.reeve.internal.engine.client.opening.StoreOpener;
import dev.reeve.internal.values.Namespaces;
import dev.reeve.spi.store.Store;
import java.nio.file.Path;
import java.util.List;
import javax.sql.DataSource;

/**
 * Sends given-up messages again, without an engine: beside the running engine, if the database allows that, or before
 * one starts. Thread-safe. Close it.
 *
 * <p>This class sends nothing itself. An engine sends the messages when it next polls. {@link
 * MessageOperations#redeliver} makes its engine send them at once.
 */
public final class Redelivery implements AutoCloseable {

    private final Store store;
    private final String namespace;

    private Redelivery(Store store) {
        this(store, Namespaces.DEFAULT);
    }

    private Redelivery(Store store, String namespace) {
        this.store = store;
        this.namespace = namespace;
    }

    /** The same store, for another namespace. */
    public Redelivery namespace(String other) {
        return new Redelivery(store, Arguments.namespace(other));
    }

    /**
     * Opens the SQLite store in this file. Needs {@code reeve-sqlite}.
     *
     * @throws ReeveException if the file cannot be used, for example because an engine holds it; the message says why,
     *     and what to do
     */
    public static Redelivery open(Path file) {
        return new Redelivery(StoreOpener.open(file));
    }

    /**
     * Opens the store in this database. Needs {@code reeve-postgresql}. The caller closes the data source, after
     * this instance.
     *
     * @throws ReeveException if the database cannot be used; the message says why, and what to do
     */
    public static Redelivery open(DataSource dataSource) {
        return new Redelivery(StoreOpener.open(dataSource));
    }

    /**
     * As {@link MessageOperations#redeliver}.
     *
     * @return the number of messages of the execution; 0 if none was given up
     */
    public int redeliver(ExecutionId id) {
        return EngineCalls.reading(() ->
                store.find(id).filter(row -> row.namespace().equals(namespace)).isPresent()
                        ? store.outbox().redeliver(id, store.now())
                        : 0);
    }

    /**
     * Sends the given-up messages of all executions of the namespace again.
     *
     * @return the number of messages
     */
    public int redeliverAll() {
        int count = 0;
        int before;
        List<UndeliverableMessage> page;
        do {
            before = count;
            page = EngineCalls.reading(() -> store.undeliverable(ReeveReader.UNDELIVERABLE_MAX));
            for (UndeliverableMessage message : page) {
                count += redeliver(message.execution());
            }
        } while (page.size() == ReeveReader.UNDELIVERABLE_MAX && count > before);
        return count;
    }

    @Override
    public void close() {
        store.close();
    }
}
