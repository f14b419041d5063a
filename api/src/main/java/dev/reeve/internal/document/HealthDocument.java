package dev.reeve.internal.document;

import dev.reeve.AgentHealth;
import dev.reeve.AgentStatus;
import dev.reeve.AuditStats;
import dev.reeve.ClockJump;
import dev.reeve.CourierStats;
import dev.reeve.EngineHealth;
import dev.reeve.EngineStats;
import dev.reeve.Incident;
import dev.reeve.NodeStats;
import dev.reeve.SupervisorStats;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How an engine is.
 *
 * @param commits the number of commits since it was opened
 * @param transitions the number of decisions since then
 * @param commitTime time spent waiting for commits since it was opened, over all lanes
 * @param active executions in memory
 * @param swappedOut executions in flight that are not in memory
 * @param heldBytes memory for executions
 * @param heldBytesMax the maximum of that
 * @param quarantined damaged executions
 * @param supervisor the supervisor
 * @param audit the auditor
 * @param courier the delivery of status messages
 * @param node the node
 * @param incidents the violated rules
 * @param clockJump the last jump of the store's clock
 * @param agents the agents
 */
public record HealthDocument(
        long commits,
        long transitions,
        Duration commitTime,
        int active,
        int swappedOut,
        long heldBytes,
        long heldBytesMax,
        int quarantined,
        Supervisor supervisor,
        Audit audit,
        Courier courier,
        Node node,
        List<AuditDocument.Violation> incidents,
        @Nullable Jump clockJump,
        List<AgentState> agents)
        implements Document {

    /**
     * The supervisor.
     *
     * @param lag by how much its last turn was late
     * @param overdue for how long the oldest due work waits
     * @param deadlines the number of deadlines in its index
     * @param stalls how often it was late
     * @param silenceJudgedFrom it judges no silence before this time
     */
    public record Supervisor(Duration lag, Duration overdue, int deadlines, long stalls, Instant silenceJudgedFrom)
            implements Document {}

    /**
     * The auditor.
     *
     * @param executions the number of checked executions
     * @param passes the number of passes over the store
     * @param incidents the number of violated rules
     * @param overdue for how long an execution has waited for its check
     */
    public record Audit(long executions, long passes, int incidents, Duration overdue) implements Document {}

    /**
     * The delivery of status messages.
     *
     * @param delivered the number of delivered messages
     * @param failed the number of failed deliveries
     * @param givenUp the number of messages that were given up
     * @param inFlight deliveries under way
     * @param unreachable receivers that do not answer
     */
    public record Courier(long delivered, long failed, long givenUp, int inFlight, int unreachable)
            implements Document {}

    /**
     * The node.
     *
     * @param nodes the number of nodes
     * @param shards the number of its shards
     * @param sinceRenewal the time since it renewed its registration
     */
    public record Node(int nodes, int shards, Duration sinceRenewal) implements Document {}

    /**
     * A jump of the store's clock.
     *
     * @param from the time before
     * @param to the time after
     * @param frozenUntil how long the engine keeps its own time
     */
    public record Jump(Instant from, Instant to, Instant frozenUntil) implements Document {}

    /**
     * An agent.
     *
     * @param name its name
     * @param reference its reference in the history
     * @param health its health
     * @param actions the actions that it offers
     * @param slots how many calls it makes at a time
     * @param busy how many it makes now
     * @param registeredAt when it registered
     * @param heardAt when it was last heard from
     */
    public record AgentState(
            String name,
            String reference,
            AgentHealth health,
            List<String> actions,
            int slots,
            int busy,
            Instant registeredAt,
            Instant heardAt)
            implements Document {

        static AgentState of(AgentStatus agent) {
            return new AgentState(
                    agent.name(),
                    agent.reference(),
                    agent.health(),
                    List.copyOf(agent.actions()),
                    agent.slots(),
                    agent.busy(),
                    agent.registeredAt(),
                    agent.heardAt());
        }

        AgentStatus status() {
            return new AgentStatus(name, reference, health, new TreeSet<>(actions), slots, busy, registeredAt, heardAt);
        }
    }

    public static HealthDocument of(EngineHealth health) {
        return of(health.stats(), health.incidents(), health.clockJump().orElse(null), health.agents());
    }

    static HealthDocument of(
            EngineStats stats, List<Incident> incidents, @Nullable ClockJump jump, List<AgentStatus> agents) {
        SupervisorStats supervisor = stats.supervisor();
        AuditStats audit = stats.audit();
        CourierStats courier = stats.courier();
        NodeStats node = stats.node();
        return new HealthDocument(
                stats.commits(),
                stats.transitions(),
                stats.commitTime(),
                stats.active(),
                stats.swappedOut(),
                stats.heldBytes(),
                stats.heldBytesMax(),
                stats.quarantined(),
                new Supervisor(
                        supervisor.lag(),
                        supervisor.overdue(),
                        supervisor.deadlines(),
                        supervisor.stalls(),
                        supervisor.silenceJudgedFrom()),
                new Audit(audit.executions(), audit.passes(), audit.incidents(), audit.overdue()),
                new Courier(
                        courier.delivered(),
                        courier.failed(),
                        courier.givenUp(),
                        courier.inFlight(),
                        courier.unreachable()),
                new Node(node.nodes(), node.shards(), node.sinceRenewal()),
                incidents.stream().map(AuditDocument.Violation::of).toList(),
                jump == null ? null : new Jump(jump.from(), jump.to(), jump.frozenUntil()),
                agents.stream().map(AgentState::of).toList());
    }

    public EngineStats stats() {
        return new EngineStats(
                commits,
                transitions,
                commitTime,
                active,
                swappedOut,
                heldBytes,
                heldBytesMax,
                quarantined,
                new SupervisorStats(
                        supervisor.lag(),
                        supervisor.overdue(),
                        supervisor.deadlines(),
                        supervisor.stalls(),
                        supervisor.silenceJudgedFrom()),
                new AuditStats(audit.executions(), audit.passes(), audit.incidents(), audit.overdue()),
                new CourierStats(
                        courier.delivered(),
                        courier.failed(),
                        courier.givenUp(),
                        courier.inFlight(),
                        courier.unreachable()),
                new NodeStats(node.nodes(), node.shards(), node.sinceRenewal()));
    }

    public List<Incident> violations() {
        return incidents.stream().map(AuditDocument.Violation::incident).toList();
    }

    public @Nullable ClockJump jump() {
        return clockJump == null ? null : new ClockJump(clockJump.from(), clockJump.to(), clockJump.frozenUntil());
    }

    public List<AgentStatus> statuses() {
        return agents.stream().map(AgentState::status).toList();
    }
}
