package dev.reeve.cli.service;

import dev.reeve.Reeve;
import dev.reeve.ServicePause;
import dev.reeve.cli.connection.ServedReader;
import dev.reeve.internal.engine.client.offline.ServiceSwitch;
import java.time.Instant;
import java.util.function.Supplier;

/** Pauses and resumes actions, in a store or at its server. */
interface ServiceChanges extends AutoCloseable {

    /** The actor of the changes. */
    String by();

    /** @return the stored pause: this one, or an earlier one */
    ServicePause pause(String action, String reason);

    void resume(String action, String reason);

    @Override
    void close();

    /** Opens the store after the actor is known. */
    static ServiceChanges in(String by, Supplier<ServiceSwitch> store) {
        ServiceSwitch services = store.get();
        return new ServiceChanges() {
            @Override
            public String by() {
                return by;
            }

            @Override
            public ServicePause pause(String action, String reason) {
                return services.pause(action, by, reason);
            }

            @Override
            public void resume(String action, String reason) {
                services.resume(action, by, reason);
            }

            @Override
            public void close() {
                services.close();
            }
        };
    }

    static ServiceChanges at(Reeve reeve) {
        return new ServiceChanges() {
            @Override
            public String by() {
                return reeve.actor().name();
            }

            @Override
            public ServicePause pause(String action, String reason) {
                String by = by();
                reeve.services().pause(action, reason);
                return ServedReader.pauses(reeve).stream()
                        .filter(pause -> pause.action().equals(action))
                        .findFirst()
                        // another node answers, which has not read it yet, or it was resumed since
                        .orElseGet(() -> new ServicePause(action, by, reason, Instant.now()));
            }

            @Override
            public void resume(String action, String reason) {
                reeve.services().resume(action, reason);
            }

            @Override
            public void close() {
                reeve.close();
            }
        };
    }
}
