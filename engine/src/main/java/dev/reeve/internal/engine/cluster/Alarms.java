package dev.reeve.internal.engine.cluster;

import dev.reeve.ClockJump;
import dev.reeve.ExecutionId;
import dev.reeve.Incident;
import dev.reeve.Purpose;
import dev.reeve.ServiceIncident;
import dev.reeve.ServiceListener;
import dev.reeve.SuspectAttempt;
import dev.reeve.UnofferedAction;
import dev.reeve.internal.engine.bulk.Fingerprint;
import dev.reeve.internal.engine.dispatch.OfflineAgent;
import dev.reeve.internal.engine.notification.AlertKind;
import dev.reeve.internal.engine.notification.Alerts;
import dev.reeve.internal.engine.scheduler.Lane;
import dev.reeve.internal.engine.scheduler.message.Escalated;
import dev.reeve.internal.values.Durations;
import dev.reeve.spi.store.OutboxRow;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides which events of a node raise an alert, and which alerts count as alike. Thread-safe, except for
 * {@link #look}.
 */
final class Alarms implements ServiceListener {

    private static final int MESSAGE_MAX = 500;

    private final Alerts alerts;
    private boolean cutOff;
    private @Nullable ClockJump jump;
    private int losses;

    Alarms(Alerts alerts) {
        this.alerts = alerts;
    }

    void escalated(Escalated step) {
        String code = step.failure().code();
        String fingerprint = Fingerprint.of(step.failure().message());
        alerts.raise(
                AlertKind.EXECUTION_ESCALATED,
                "%s %s %s".formatted(step.action(), code, fingerprint),
                "step %s of workflow %s needs a person%s: action %s failed with %s: %s"
                        .formatted(
                                step.step(),
                                step.workflow(),
                                step.purpose() == Purpose.COMPENSATION ? " to be undone" : "",
                                step.action(),
                                code,
                                shortened(step.failure().message())),
                step.execution());
    }

    void leftAlone(ExecutionId execution, RuntimeException why) {
        alerts.raise(
                AlertKind.EXECUTION_QUARANTINED,
                "quarantined",
                "execution %s is left alone until this engine is opened again: %s"
                        .formatted(execution, shortened(String.valueOf(why.getMessage()))),
                execution);
    }

    private static String shortened(String text) {
        String line = text.replace('\n', ' ');
        return line.length() <= MESSAGE_MAX ? line : line.substring(0, MESSAGE_MAX - 1) + "…";
    }

    @Override
    public void opened(ServiceIncident incident) {
        alerts.raise(AlertKind.SERVICE_FAILING, incident.action(), incident.toString(), null);
    }

    /** Raises no alert: the log says that the incident is over. */
    @Override
    public void closed(ServiceIncident incident) {}

    void unoffered(UnofferedAction action) {
        alerts.raise(AlertKind.ACTION_UNOFFERED, action.action(), action.toString(), null);
    }

    void offline(OfflineAgent agent) {
        alerts.raise(
                AlertKind.AGENT_OFFLINE,
                agent.name(),
                "agent '%s' went offline with attempts under way, by action: %s; they count as lost and are repeated by other agents that offer these actions"
                        .formatted(agent.name(), agent.held()),
                null);
    }

    void slow(SuspectAttempt attempt) {
        alerts.raise(
                AlertKind.ATTEMPT_SLOW,
                attempt.action(),
                "step %s is slow: agent '%s' has been working on action %s for %s, longer than expected (%s); the attempt continues until its complete-by"
                        .formatted(
                                attempt.token().step(),
                                attempt.agent(),
                                attempt.action(),
                                Durations.format(attempt.running().truncatedTo(ChronoUnit.MILLIS)),
                                Durations.format(attempt.expected().truncatedTo(ChronoUnit.MILLIS))),
                attempt.token().execution());
    }

    void incident(Incident incident) {
        alerts.raise(AlertKind.AUDIT_INCIDENT, incident.rule().name(), incident.toString(), incident.execution());
    }

    void lost(OutboxRow message, String error) {
        alerts.raise(
                AlertKind.MESSAGE_UNDELIVERABLE,
                message.receiver(),
                "%s could not be delivered to %s: %s".formatted(message.type(), message.receiver(), error),
                message.execution());
    }

    /**
     * Looks for what has happened since the last call.
     *
     * @param latest the last jump of the store's clock; null if there was none
     */
    void look(List<Lane> lanes, String store, @Nullable ClockJump latest) {
        store(lanes.isEmpty() || lanes.stream().anyMatch(Lane::isCutOff), store);
        losses(lanes.stream().mapToInt(Lane::losses).sum());
        if (latest != null && !latest.equals(jump)) {
            jump = latest;
            alerts.raise(
                    AlertKind.CLOCK_JUMPED,
                    "clock",
                    latest
                            + "; was the clock set, did a failover reach a machine with another clock, or did this machine sleep?",
                    null);
        }
    }

    /** @param now whether lanes cannot reach the store now */
    private void store(boolean now, String description) {
        if (now && !cutOff) {
            alerts.raise(
                    AlertKind.STORE_UNAVAILABLE,
                    "away",
                    "the store does not answer; nothing is lost, and work resumes by itself: " + description,
                    null);
        }
        cutOff = now;
    }

    /** @param now how often lanes have found that the store lost acknowledged work */
    private void losses(int now) {
        if (now > losses) {
            workLost();
        }
        losses = now;
    }

    void workLost() {
        alerts.raise(
                AlertKind.WORK_LOST,
                "lost",
                "the store has lost work that it had acknowledged: was there a failover to a standby that lagged behind? The engine goes on with what is there; 'reeve verify --after-restore' lists the executions that may have had effects of which the store knows nothing",
                null);
    }

    void notRenewed(String node) {
        alerts.raise(
                AlertKind.ENGINE_REMOVED,
                "removed",
                "the registration of engine '%s' is gone. Other engines remove it if it is not renewed in time: was this engine paused, too busy, or cut off from the database? Its attempts count as lost and are repeated; it registers again by itself"
                        .formatted(node),
                null);
    }

    void ended(String why) {
        alerts.raise(AlertKind.STORE_UNAVAILABLE, "ended", "this engine has stopped: " + why, null);
    }
}
