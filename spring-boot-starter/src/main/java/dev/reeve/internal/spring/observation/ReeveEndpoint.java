package dev.reeve.internal.spring.observation;

import dev.reeve.EngineStats;
import dev.reeve.ErrorCode;
import dev.reeve.Inbox;
import dev.reeve.NodeStatus;
import dev.reeve.Reeve;
import dev.reeve.ServiceState;
import dev.reeve.ServiceStatus;
import dev.reeve.UnofferedAction;
import dev.reeve.internal.http.HiddenFailures;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/**
 * The endpoint {@code reeve} of Actuator. It has names and numbers, and no data of executions, and changes nothing.
 * Thread-safe.
 */
@Endpoint(id = "reeve", defaultAccess = Access.READ_ONLY)
public final class ReeveEndpoint {

    private static final Logger LOG = LoggerFactory.getLogger(ReeveEndpoint.class);

    private final Reeve reeve;

    ReeveEndpoint(Reeve reeve) {
        this.reeve = reeve;
    }

    /**
     * The engines, the services, and the executions that need a person. Parts that cannot be read are left out.
     *
     * @param namespace of the inbox
     * @param engine of this application
     * @param nodes all engines on the store
     * @param services the actions that agents of this engine offer, or that its steps wait for
     * @param inbox executions that need a person
     * @param error why parts are left out; null if none is
     */
    public record Overview(
            String namespace,
            @Nullable Engine engine,
            @Nullable List<Node> nodes,
            @Nullable List<Service> services,
            @Nullable InboxSize inbox,
            @Nullable ErrorCode error) {}

    /**
     * An engine.
     *
     * @param active executions in memory or swapped out of it
     * @param swappedOut those whose content is only in the store
     * @param quarantined executions that cannot be read
     * @param heldBytes memory held by executions, messages and attempts
     * @param heldBytesMax above this, starts are refused
     * @param agents sessions of agents
     * @param incidents rules that were found broken
     */
    public record Engine(
            int active,
            int swappedOut,
            int quarantined,
            long heldBytes,
            long heldBytesMax,
            int agents,
            int incidents) {}

    /**
     * An engine on the store, as {@link NodeStatus} says.
     *
     * @param name its name
     * @param owns whether it takes shards
     * @param shards the number of shards that it owns
     * @param since when it registered
     * @param renewed when it last renewed its registration
     * @param inFlight its executions under way
     * @param version its release
     */
    public record Node(
            String name,
            boolean owns,
            int shards,
            Instant since,
            @Nullable Instant renewed,
            @Nullable Integer inFlight,
            @Nullable String version) {

        static Node of(NodeStatus node) {
            return new Node(
                    node.name(),
                    node.owns(),
                    node.shards(),
                    node.since(),
                    node.renewed(),
                    node.inFlight(),
                    node.version());
        }
    }

    /**
     * The service of an action, as {@link ServiceStatus} says.
     *
     * @param action as workflows name it
     * @param state whether it is called
     * @param since when it entered this state
     * @param queued steps that wait for it
     * @param underWay attempts under way
     * @param failureShare share of recent attempts that failed, from 0 to 1
     * @param agents that offer it
     */
    public record Service(
            String action,
            ServiceState state,
            @Nullable Instant since,
            int queued,
            int underWay,
            double failureShare,
            int agents) {

        static Service of(ServiceStatus service) {
            return new Service(
                    service.action(),
                    service.state(),
                    service.since(),
                    service.queued(),
                    service.underWay(),
                    service.failureShare(),
                    service.agents());
        }
    }

    /**
     * The size of the recovery inbox.
     *
     * @param executions escalated executions, up to {@value Inbox#EXECUTIONS_DEFAULT}
     * @param more whether there are more
     * @param groups of failures
     * @param unoffered actions that no agent offers
     * @param unreadable executions whose history is damaged
     */
    public record InboxSize(int executions, boolean more, int groups, List<String> unoffered, int unreadable) {

        static InboxSize of(Inbox inbox) {
            return new InboxSize(
                    inbox.executions(),
                    inbox.more(),
                    inbox.groups().size(),
                    inbox.unoffered().stream().map(UnofferedAction::action).toList(),
                    inbox.unreadable().size());
        }
    }

    /** Reads the parts. For one thread. */
    private static final class Parts {
        private @Nullable ErrorCode error;

        <T> @Nullable T read(Supplier<T> part) {
            try {
                return part.get();
            } catch (RuntimeException e) {
                LOG.warn("a part of the endpoint cannot be read: {}", e.toString());
                error = HiddenFailures.code(e);
                return null;
            }
        }
    }

    @ReadOperation
    public Overview overview() {
        Parts parts = new Parts();
        List<Node> nodes = parts.read(() -> reeve.nodes().stream().map(Node::of).toList());
        // the database that has just not answered is not asked again
        InboxSize inbox = parts.error == null ? parts.read(() -> InboxSize.of(reeve.inbox())) : null;
        Engine engine = parts.read(this::engine);
        List<Service> services = parts.read(
                () -> reeve.services().list().stream().map(Service::of).toList());
        return new Overview(reeve.namespace(), engine, nodes, services, inbox, parts.error);
    }

    private Engine engine() {
        EngineStats stats = reeve.health().stats();
        return new Engine(
                stats.active(),
                stats.swappedOut(),
                stats.quarantined(),
                stats.heldBytes(),
                stats.heldBytesMax(),
                reeve.health().agents().size(),
                reeve.health().incidents().size());
    }
}
