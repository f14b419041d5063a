package dev.reeve.internal.engine.client.offline;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.ServiceChange;
import dev.reeve.ServiceOperations;
import dev.reeve.ServicePause;
import dev.reeve.internal.engine.client.boundary.Arguments;
import dev.reeve.internal.engine.client.boundary.EngineCalls;
import dev.reeve.internal.engine.client.boundary.OwnActions;
import dev.reeve.internal.engine.client.opening.StoreOpener;
import dev.reeve.internal.values.Namespaces;
import dev.reeve.spi.store.Store;
import java.nio.file.Path;
import java.util.List;
import javax.sql.DataSource;

/**
 * Pauses and resumes actions without an engine: beside the running engine, if the database allows that, or before one
 * starts. Thread-safe. Close it.
 *
 * <pre>{@code
 * try (ServiceSwitch services = ServiceSwitch.open(dataSource)) {
 *     services.pause("payment.charge", "alice", "the bank asked us to");
 * }
 * }</pre>
 *
 * <p>A running engine notices the change within ten seconds. {@link ServiceOperations#pause} takes effect at once.
 */
public final class ServiceSwitch implements AutoCloseable {

    private final Store store;
    private final OwnActions actions;

    private ServiceSwitch(Store store) {
        this(store, new OwnActions(Namespaces.DEFAULT));
    }

    private ServiceSwitch(Store store, OwnActions actions) {
        this.store = store;
        this.actions = actions;
    }

    /** The same store, for another namespace. */
    public ServiceSwitch namespace(String other) {
        return new ServiceSwitch(store, new OwnActions(Arguments.namespace(other)));
    }

    /**
     * Opens the SQLite store in this file. Needs {@code reeve-sqlite}.
     *
     * @throws ReeveException if the file cannot be used, for example because an engine holds it; the message says why,
     *     and what to do
     */
    public static ServiceSwitch open(Path file) {
        return new ServiceSwitch(StoreOpener.open(file));
    }

    /**
     * Opens the store in this database. Needs {@code reeve-postgresql}. The caller closes the data source, after
     * this instance.
     *
     * @throws ReeveException if the database cannot be used; the message says why, and what to do
     */
    public static ServiceSwitch open(DataSource dataSource) {
        return new ServiceSwitch(StoreOpener.open(dataSource));
    }

    /**
     * As {@link ServiceOperations#pause}.
     *
     * @return the stored pause: this one, or an earlier one
     */
    public ServicePause pause(String action, String by, String why) {
        Arguments.name("action", action);
        Arguments.command(by, why);
        return actions.pause(EngineCalls.reading(
                () -> store.pause(new ServicePause(actions.qualified(action), by, why, store.now()))));
    }

    /**
     * As {@link ServiceOperations#resume}, for an action that a person has paused.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND} if no person has paused it
     */
    public void resume(String action, String by, String why) {
        Arguments.name("action", action);
        Arguments.command(by, why);
        EngineCalls.reading(() -> {
            List<ServicePause> pauses = actions.pauses(store.pauses());
            if (pauses.stream().noneMatch(pause -> pause.action().equals(action))) {
                throw ReeveException.of(
                        ErrorCode.NOT_FOUND,
                        "the action '%s' is not paused; paused are %s"
                                .formatted(
                                        action,
                                        pauses.stream()
                                                .map(ServicePause::action)
                                                .toList()));
            }
            store.resume(
                    new ServiceChange(actions.qualified(action), ServiceChange.Kind.RESUMED, by, why, store.now()));
            return action;
        });
    }

    @Override
    public void close() {
        store.close();
    }
}
