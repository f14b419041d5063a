package dev.reeve.internal.document;

import dev.reeve.Inbox;
import dev.reeve.NodeStatus;
import dev.reeve.ServiceStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One look at a store and its engines.
 *
 * @param at when
 * @param store the store, or its server
 * @param health the engine that answered; absent without a server
 * @param services the actions that agents offer to that engine; absent without a server
 * @param nodes the engines
 * @param inbox what needs a person
 */
public record LookDocument(
        Instant at,
        String store,
        @Nullable HealthDocument health,
        @Nullable ServiceStatusListDocument services,
        NodeListDocument nodes,
        InboxDocument inbox)
        implements Document {

    public static LookDocument of(
            Instant at,
            String store,
            @Nullable HealthDocument health,
            @Nullable List<ServiceStatus> services,
            List<NodeStatus> nodes,
            Inbox inbox) {
        return new LookDocument(
                at,
                store,
                health,
                services == null ? null : ServiceStatusListDocument.of(services),
                NodeListDocument.of(nodes),
                InboxDocument.of(inbox));
    }
}
