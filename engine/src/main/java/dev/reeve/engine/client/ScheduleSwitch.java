package dev.reeve.engine.client;

import dev.reeve.engine.ErrorCode;
import dev.reeve.engine.ReeveException;
import dev.reeve.engine.cluster.Node;
import dev.reeve.engine.schedule.ScheduleBook;
import dev.reeve.engine.store.Store;
import java.nio.file.Path;
import javax.sql.DataSource;

/**
 * Pauses schedules in a store, has them go on, and deletes them, without an engine: beside the one that runs the store, if the
 * database allows that, or before there is one. Thread-safe; close it.
 *
 * <pre>{@code
 * try (ScheduleSwitch schedules = ScheduleSwitch.open(dataSource)) {
 *     schedules.pause("nightly_report", "alice", "stock-taking");
 * }
 * }</pre>
 *
 * <p>An engine looks every ten seconds. {@link Reeve#pauseSchedule} works at once.
 */
public final class ScheduleSwitch implements AutoCloseable {

    private final Store store;

    private ScheduleSwitch(Store store) {
        this.store = store;
    }

    /**
     * Opens the SQLite store in this file. Needs {@code reeve-store-sqlite}.
     *
     * @throws ReeveException if it cannot be used, such as because an engine has it: it says why, and what to do
     */
    public static ScheduleSwitch open(Path file) {
        return new ScheduleSwitch(Waiting.reading(
                () -> Stores.open(Stores.given(file), "reeve-store-sqlite", provider -> provider.open(file))));
    }

    /**
     * Opens the store in this database. Needs {@code reeve-store-postgres}. The data source remains the caller's, who closes
     * it after this.
     *
     * @throws ReeveException if it cannot be used: it says why, and what to do
     */
    public static ScheduleSwitch open(DataSource dataSource) {
        return new ScheduleSwitch(Waiting.reading(() ->
                Stores.open(Stores.given(dataSource), "reeve-store-postgres", provider -> provider.open(dataSource))));
    }

    /**
     * As {@link Reeve#pauseSchedule}.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND}
     */
    public void pause(String name, String by, String why) {
        Scheduling.check(name, by, why);
        change(() -> book().pause(name, by, why, store.now()));
    }

    /**
     * As {@link Reeve#resumeSchedule}.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND}
     */
    public void resume(String name, String by, String why) {
        Scheduling.check(name, by, why);
        change(() -> book().resume(name, by, why, store.now()));
    }

    /**
     * As {@link Reeve#deleteSchedule}.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND}
     */
    public void delete(String name, String by, String why) {
        Scheduling.check(name, by, why);
        change(() -> book().delete(name, by, why, store.now()));
    }

    private ScheduleBook book() {
        return new ScheduleBook(store.scheduling(), Node.DEFAULT_NAMESPACE);
    }

    private static void change(Runnable change) {
        Waiting.reading(() -> {
            change.run();
            return change;
        });
    }

    @Override
    public void close() {
        store.close();
    }
}
