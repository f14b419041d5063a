package dev.reeve.engine.client;

import dev.reeve.engine.ErrorCode;
import dev.reeve.engine.ReeveException;
import dev.reeve.engine.store.ServiceChange;
import dev.reeve.engine.store.ServicePause;
import dev.reeve.engine.store.Store;
import java.nio.file.Path;
import java.util.List;
import javax.sql.DataSource;

/**
 * Pauses actions in a store and has them called again, without an engine: beside the one that runs the store, if the database
 * allows that, or before there is one. Thread-safe; close it.
 *
 * <pre>{@code
 * try (ServiceSwitch services = ServiceSwitch.open(dataSource)) {
 *     services.pause("payment.charge", "alice", "the bank asked us to");
 * }
 * }</pre>
 *
 * <p>An engine looks every ten seconds. {@link Reeve#pauseService} works at once.
 */
public final class ServiceSwitch implements AutoCloseable {

    private final Store store;

    private ServiceSwitch(Store store) {
        this.store = store;
    }

    /**
     * Opens the SQLite store in this file. Needs {@code reeve-store-sqlite}.
     *
     * @throws ReeveException if it cannot be used, such as because an engine has it: it says why, and what to do
     */
    public static ServiceSwitch open(Path file) {
        return new ServiceSwitch(Waiting.reading(
                () -> Stores.open(Stores.given(file), "reeve-store-sqlite", provider -> provider.open(file))));
    }

    /**
     * Opens the store in this database. Needs {@code reeve-store-postgres}. The data source remains the caller's, who closes
     * it after this.
     *
     * @throws ReeveException if it cannot be used: it says why, and what to do
     */
    public static ServiceSwitch open(DataSource dataSource) {
        return new ServiceSwitch(Waiting.reading(() ->
                Stores.open(Stores.given(dataSource), "reeve-store-postgres", provider -> provider.open(dataSource))));
    }

    /**
     * As {@link Reeve#pauseService}.
     *
     * @return what is stored now: this word, or the one of who was first
     */
    public ServicePause pause(String action, String by, String why) {
        Checks.name("action", action);
        Checks.name("by", by);
        Checks.text("why", why);
        return Waiting.reading(() -> store.pause(new ServicePause(action, by, why, store.now())));
    }

    /**
     * As {@link Reeve#resumeService}, for an action that a person has paused.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND} if nobody has
     */
    public void resume(String action, String by, String why) {
        Checks.name("action", action);
        Checks.name("by", by);
        Checks.text("why", why);
        Waiting.reading(() -> {
            List<ServicePause> pauses = store.pauses();
            if (pauses.stream().noneMatch(pause -> pause.action().equals(action))) {
                throw new ReeveException(
                        ErrorCode.NOT_FOUND,
                        "nobody has paused the action '%s'; paused are %s"
                                .formatted(
                                        action,
                                        pauses.stream()
                                                .map(ServicePause::action)
                                                .toList()));
            }
            store.resume(new ServiceChange(action, ServiceChange.Kind.RESUMED, by, why, store.now()));
            return action;
        });
    }

    @Override
    public void close() {
        store.close();
    }
}
