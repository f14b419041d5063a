package dev.reeve.internal.engine.client.offline;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.ScheduleOperations;
import dev.reeve.internal.engine.client.boundary.Arguments;
import dev.reeve.internal.engine.client.boundary.EngineCalls;
import dev.reeve.internal.engine.client.opening.StoreOpener;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.engine.schedule.ScheduleBook;
import dev.reeve.spi.store.Store;
import java.nio.file.Path;
import javax.sql.DataSource;

/**
 * Pauses, resumes and deletes schedules without an engine: beside the running engine, if the database allows that, or
 * before one starts. Thread-safe. Close it.
 *
 * <pre>{@code
 * try (ScheduleSwitch schedules = ScheduleSwitch.open(dataSource)) {
 *     schedules.pause("nightly_report", "alice", "stock-taking");
 * }
 * }</pre>
 *
 * <p>A running engine notices the change within ten seconds. {@link ScheduleOperations#pause} takes effect at once.
 */
public final class ScheduleSwitch implements AutoCloseable {

    private final Store store;
    private final String namespace;

    private ScheduleSwitch(Store store) {
        this(store, Node.DEFAULT_NAMESPACE);
    }

    private ScheduleSwitch(Store store, String namespace) {
        this.store = store;
        this.namespace = namespace;
    }

    /** The same store, for another namespace. */
    public ScheduleSwitch namespace(String other) {
        return new ScheduleSwitch(store, Arguments.namespace(other));
    }

    /**
     * Opens the SQLite store in this file. Needs {@code reeve-sqlite}.
     *
     * @throws ReeveException if the file cannot be used, for example because an engine holds it; the message says why,
     *     and what to do
     */
    public static ScheduleSwitch open(Path file) {
        return new ScheduleSwitch(StoreOpener.open(file));
    }

    /**
     * Opens the store in this database. Needs {@code reeve-postgresql}. The caller closes the data source, after
     * this instance.
     *
     * @throws ReeveException if the database cannot be used; the message says why, and what to do
     */
    public static ScheduleSwitch open(DataSource dataSource) {
        return new ScheduleSwitch(StoreOpener.open(dataSource));
    }

    /**
     * As {@link ScheduleOperations#pause}.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND}
     */
    public void pause(String name, String by, String why) {
        Arguments.scheduleName(name);
        Arguments.command(by, why);
        change(() -> book().pause(name, by, why, store.now()));
    }

    /**
     * As {@link ScheduleOperations#resume}.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND}
     */
    public void resume(String name, String by, String why) {
        Arguments.scheduleName(name);
        Arguments.command(by, why);
        change(() -> book().resume(name, by, why, store.now()));
    }

    /**
     * As {@link ScheduleOperations#delete}.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND}
     */
    public void delete(String name, String by, String why) {
        Arguments.scheduleName(name);
        Arguments.command(by, why);
        change(() -> book().delete(name, by, why, store.now()));
    }

    private ScheduleBook book() {
        return new ScheduleBook(store.scheduling(), namespace);
    }

    private static void change(Runnable change) {
        EngineCalls.reading(() -> {
            change.run();
            return change;
        });
    }

    @Override
    public void close() {
        store.close();
    }
}
