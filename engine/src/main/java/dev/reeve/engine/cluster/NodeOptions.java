package dev.reeve.engine.cluster;

import dev.reeve.engine.audit.AuditOptions;
import dev.reeve.engine.dispatch.ServiceOptions;
import dev.reeve.engine.notification.NotificationOptions;
import dev.reeve.engine.observation.Observer;
import dev.reeve.engine.runtime.Limits;
import dev.reeve.engine.scheduler.LaneOptions;
import dev.reeve.engine.supervisor.SupervisorOptions;
import java.time.Duration;

/**
 * How a node runs.
 *
 * @param lanes how many; 0 for as many as suit processors and store
 * @param notification who may be told how executions go, and how
 * @param observer told what happens, for metrics
 * @param drain how long closing waits for attempts under way
 */
public record NodeOptions(
        int lanes,
        LaneOptions lane,
        SupervisorOptions supervisor,
        AuditOptions audit,
        NotificationOptions notification,
        ServiceOptions services,
        Observer observer,
        Duration drain) {

    public static final NodeOptions DEFAULT =
            new NodeOptions(0, LaneOptions.DEFAULT, SupervisorOptions.DEFAULT, Duration.ofSeconds(10));

    public NodeOptions {
        Limits.atLeast(0, "lanes", lanes);
        Limits.notNegative("drain", drain);
        if (lane.sweepAhead().compareTo(supervisor.sweepInterval()) < 0) {
            throw Limits.invalid(
                    "sweepAhead: expected sweepInterval (%s) or more, so that nothing is due before it is loaded, found %s"
                            .formatted(supervisor.sweepInterval(), lane.sweepAhead()));
        }
    }

    /** With an auditor and breakers as usual, and nobody to be told anything. */
    public NodeOptions(int lanes, LaneOptions lane, SupervisorOptions supervisor, Duration drain) {
        this(lanes, lane, supervisor, AuditOptions.DEFAULT, drain);
    }

    /** With breakers as usual, and nobody to be told anything. */
    public NodeOptions(int lanes, LaneOptions lane, SupervisorOptions supervisor, AuditOptions audit, Duration drain) {
        this(lanes, lane, supervisor, audit, NotificationOptions.OFF, ServiceOptions.DEFAULT, Observer.NONE, drain);
    }

    public NodeOptions withLane(LaneOptions other) {
        return new NodeOptions(lanes, other, supervisor, audit, notification, services, observer, drain);
    }

    public NodeOptions withAudit(AuditOptions other) {
        return new NodeOptions(lanes, lane, supervisor, other, notification, services, observer, drain);
    }

    public NodeOptions withNotification(NotificationOptions other) {
        return new NodeOptions(lanes, lane, supervisor, audit, other, services, observer, drain);
    }

    public NodeOptions withServices(ServiceOptions other) {
        return new NodeOptions(lanes, lane, supervisor, audit, notification, other, observer, drain);
    }

    public NodeOptions withObserver(Observer other) {
        return new NodeOptions(lanes, lane, supervisor, audit, notification, services, other, drain);
    }
}
