package dev.reeve;

import dev.reeve.internal.values.OptionChecks;
import dev.reeve.spi.Archive;
import dev.reeve.spi.Observer;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a node runs.
 *
 * @param lanes the number of lanes; 0, the default, for the number of processors plus 2, but not more than the store's
 *     own default, which is 4 on PostgreSQL
 * @param lane the limits of each lane
 * @param memory how much memory executions may take, in bytes
 * @param sharing how workflows, tenants and actions share room and agents
 * @param supervisor the intervals and limits of the supervisor
 * @param audit the speed of the auditor
 * @param notification the receivers of messages and alerts, and how they are reached
 * @param services how failing actions are recognised and retried
 * @param retention how long an execution is kept after its end if its definition does not say; null forever
 * @param archive where executions are written before they are removed; null for nowhere. Each engine needs its own
 *     archive, and closes it
 * @param observer the listener for metrics
 * @param drain how long closing waits for attempts under way (default 10 seconds)
 * @param unofferedAfter how long steps wait for an action that no agent offers before an alert is raised (default 5
 *     minutes)
 * @param cluster how a PostgreSQL database is shared with other engines; null for the defaults. SQLite belongs to one
 *     engine
 * @param alone whether this engine owns the store alone, and ends every other engine that has it open
 * @param namespaces those that this engine serves; empty for all
 */
public record NodeOptions(
        int lanes,
        LaneOptions lane,
        MemoryOptions memory,
        SharingOptions sharing,
        SupervisorOptions supervisor,
        AuditOptions audit,
        NotificationOptions notification,
        ServiceOptions services,
        @Nullable Duration retention,
        @Nullable Archive archive,
        Observer observer,
        Duration drain,
        Duration unofferedAfter,
        @Nullable ClusterOptions cluster,
        boolean alone,
        List<String> namespaces) {

    private static final Duration UNOFFERED_AFTER = Duration.ofMinutes(5);

    private static final Duration RETENTION_MIN = Duration.ofSeconds(1);

    private static final NodeOptions DEFAULTS = new NodeOptions(
            0,
            LaneOptions.defaults(),
            MemoryOptions.defaults(),
            SharingOptions.defaults(),
            SupervisorOptions.defaults(),
            AuditOptions.defaults(),
            NotificationOptions.defaults(),
            ServiceOptions.defaults(),
            null,
            null,
            Observer.NONE,
            Duration.ofSeconds(10),
            UNOFFERED_AFTER,
            null,
            false,
            List.of());

    public NodeOptions {
        OptionChecks.atLeast(0, "lanes", lanes);
        OptionChecks.notNegative("drain", drain);
        OptionChecks.positive("unofferedAfter", unofferedAfter);
        namespaces = List.copyOf(new LinkedHashSet<>(namespaces));
        OptionChecks.namespaces(namespaces);
        if (retention != null && retention.compareTo(RETENTION_MIN) < 0) {
            throw OptionChecks.invalid("retention: expected %s or more, found %s".formatted(RETENTION_MIN, retention));
        }
        if (lane.sweepAhead().compareTo(supervisor.sweepInterval()) < 0) {
            throw OptionChecks.invalid(
                    "sweepAhead: expected sweepInterval (%s) or more, so that nothing is due before it is loaded, found %s"
                            .formatted(supervisor.sweepInterval(), lane.sweepAhead()));
        }
        if (lane.parkAfter().compareTo(supervisor.sweepInterval()) < 0) {
            throw OptionChecks.invalid(
                    "parkAfter: expected sweepInterval (%s) or more, found %s; what is parked for a shorter time is due before the next sweep loads it, so raise parkAfter, or sweep more often"
                            .formatted(supervisor.sweepInterval(), lane.parkAfter()));
        }
    }

    /** The defaults: no notifications, no retention, no archive. */
    public static NodeOptions defaults() {
        return DEFAULTS;
    }

    /** Sets the number of lanes; 0, the default, to choose by processors and store. */
    public NodeOptions withLanes(int other) {
        return with(draft -> draft.lanes = other);
    }

    /** Sets the limits of each lane. */
    public NodeOptions withLane(LaneOptions other) {
        return with(draft -> draft.lane = other);
    }

    /** Sets how much memory executions may take. */
    public NodeOptions withMemory(MemoryOptions other) {
        return with(draft -> draft.memory = other);
    }

    /** Sets how workflows, tenants and actions share room and agents. */
    public NodeOptions withSharing(SharingOptions other) {
        return with(draft -> draft.sharing = other);
    }

    /** Sets the intervals and limits of the supervisor. */
    public NodeOptions withSupervisor(SupervisorOptions other) {
        return with(draft -> draft.supervisor = other);
    }

    /** Sets both at once, for values that fit each other but not the defaults. */
    public NodeOptions withLaneAndSupervisor(LaneOptions otherLane, SupervisorOptions otherSupervisor) {
        return with(draft -> {
            draft.lane = otherLane;
            draft.supervisor = otherSupervisor;
        });
    }

    /** Sets the speed of the auditor. */
    public NodeOptions withAudit(AuditOptions other) {
        return with(draft -> draft.audit = other);
    }

    /** Sets the receivers of messages and alerts. */
    public NodeOptions withNotification(NotificationOptions other) {
        return with(draft -> draft.notification = other);
    }

    /** Sets how failing actions are recognised and retried. */
    public NodeOptions withServices(ServiceOptions other) {
        return with(draft -> draft.services = other);
    }

    /** Sets how long executions are kept after their end if their definition does not say; one second or longer. */
    public NodeOptions withRetention(Duration other) {
        return with(draft -> draft.retention = other);
    }

    /**
     * Writes executions to this archive before they are removed, each exactly once. An execution that cannot be written
     * is not removed. Each engine needs its own archive.
     */
    public NodeOptions withArchive(Archive other) {
        return with(draft -> draft.archive = other);
    }

    /** Sets the listener for metrics. */
    public NodeOptions withObserver(Observer other) {
        return with(draft -> draft.observer = other);
    }

    /** Sets how long steps wait for an action that no agent offers before an alert is raised (default: 5 minutes). */
    public NodeOptions withUnofferedAfter(Duration other) {
        return with(draft -> draft.unofferedAfter = other);
    }

    /** Sets how long closing waits for attempts under way (default: 10 seconds). */
    public NodeOptions withDrain(Duration other) {
        return with(draft -> draft.drain = other);
    }

    /** Sets how the store is shared with other engines. Needs PostgreSQL, where engines share by default. */
    public NodeOptions withCluster(ClusterOptions other) {
        return with(draft -> {
            draft.cluster = other;
            draft.alone = false;
        });
    }

    /**
     * Owns the store alone. When this engine is opened, every other engine on the store ends. In return it never waits
     * for the time to live of an engine that has crashed. For a single process that restarts often; engines that share
     * a store must not use it.
     */
    public NodeOptions withoutCluster() {
        return with(draft -> {
            draft.cluster = null;
            draft.alone = true;
        });
    }

    /**
     * Serves only these namespaces: the engine gives handles for no others, and so neither starts their executions nor
     * has agents for them. {@code Reeve.open} returns the handle of the first one. The engine still decides about the
     * executions of all namespaces in its shards; the steps of other namespaces go to the agents of other engines.
     *
     * @param names none for all namespaces, which is the default
     */
    public NodeOptions withNamespaces(String... names) {
        return with(draft -> draft.namespaces = List.of(names));
    }

    private NodeOptions with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.options();
    }

    /** A mutable copy of the options. Only this class has to name every component. */
    private static final class Draft {

        private int lanes;
        private LaneOptions lane;
        private MemoryOptions memory;
        private SharingOptions sharing;
        private SupervisorOptions supervisor;
        private AuditOptions audit;
        private NotificationOptions notification;
        private ServiceOptions services;
        private @Nullable Duration retention;
        private @Nullable Archive archive;
        private Observer observer;
        private Duration drain;
        private Duration unofferedAfter;
        private @Nullable ClusterOptions cluster;
        private boolean alone;
        private List<String> namespaces;

        Draft(NodeOptions from) {
            lanes = from.lanes;
            lane = from.lane;
            memory = from.memory;
            sharing = from.sharing;
            supervisor = from.supervisor;
            audit = from.audit;
            notification = from.notification;
            services = from.services;
            retention = from.retention;
            archive = from.archive;
            observer = from.observer;
            drain = from.drain;
            unofferedAfter = from.unofferedAfter;
            cluster = from.cluster;
            alone = from.alone;
            namespaces = from.namespaces;
        }

        NodeOptions options() {
            return new NodeOptions(
                    lanes,
                    lane,
                    memory,
                    sharing,
                    supervisor,
                    audit,
                    notification,
                    services,
                    retention,
                    archive,
                    observer,
                    drain,
                    unofferedAfter,
                    cluster,
                    alone,
                    namespaces);
        }
    }
}
