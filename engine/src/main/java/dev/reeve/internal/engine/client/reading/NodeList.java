package dev.reeve.internal.engine.client.reading;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionOwner;
import dev.reeve.ExecutionOwner.State;
import dev.reeve.Explanation;
import dev.reeve.NodeStatus;
import dev.reeve.Situation;
import dev.reeve.internal.core.explanation.ExplanationEdit;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.engine.dispatch.SessionPrefix;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.NodeReport;
import dev.reeve.spi.store.NodeRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The nodes on a store.
 *
 * @param registered as the store lists them
 * @param own the node in this process; null without one
 */
record NodeList(List<NodeRow> registered, @Nullable Node own) {

    List<NodeStatus> statuses() {
        List<NodeRow> rows = new ArrayList<>(registered);
        if (own != null) {
            if (rows.isEmpty() && own.others() == 0) {
                rows.add(own.figures().row(own.self()));
            }
            rows.replaceAll(row -> row.id().equals(own.self()) ? fresh(row, own) : row);
        }
        return rows.stream()
                .map(NodeList::status)
                .sorted(Comparator.comparing(NodeStatus::name).thenComparing(NodeStatus::incarnation))
                .toList();
    }

    private static NodeRow fresh(NodeRow row, Node own) {
        return new NodeRow(
                row.id(),
                row.owns(),
                row.shards(),
                row.joinedAt(),
                row.renewedAt(),
                own.figures().report());
    }

    private static NodeStatus status(NodeRow row) {
        NodeReport report = row.report();
        return new NodeStatus(
                row.id().name(),
                Long.toHexString(row.id().incarnation()),
                row.owns(),
                row.shards().size(),
                row.joinedAt(),
                row.renewedAt(),
                report == null ? null : report.inFlight(),
                report == null ? null : report.lag(),
                report == null ? null : report.oldestDue(),
                report == null ? null : report.version());
    }

    /** Adds the node that decides about the execution, and the nodes of agents elsewhere. It has not ended. */
    Explanation complete(Explanation explanation) {
        ExecutionId id = explanation.execution();
        Explanation owned = ExplanationEdit.owner(explanation, owner(id));
        return ExplanationEdit.ofSteps(owned, step -> {
            if (step.situation() instanceof Situation.Running running) {
                NodeId node = host(running.agent());
                return node == null
                                || Objects.equals(
                                        node, holder(id).map(NodeRow::id).orElse(null))
                        ? step
                        : ExplanationEdit.situation(step, ExplanationEdit.node(running, node.name()));
            }
            return step;
        });
    }

    /** The node that an agent is connected to; null if it is not known. */
    private @Nullable NodeId host(String agent) {
        OptionalInt prefix = SessionPrefix.of(agent);
        return registered.stream()
                .map(NodeRow::id)
                .filter(id -> prefix.isPresent() && prefix.getAsInt() == SessionPrefix.of(id.incarnation()))
                .findFirst()
                .orElse(null);
    }

    private Optional<NodeRow> holder(ExecutionId execution) {
        return registered.stream()
                .filter(row -> row.shards().contains(execution.shard()))
                .findFirst();
    }

    /** The node that decides about an execution. The execution has not ended. */
    ExecutionOwner owner(ExecutionId execution) {
        int shard = execution.shard();
        boolean isTaken = registered.stream().anyMatch(NodeRow::owns);
        return holder(execution)
                .map(row -> new ExecutionOwner(
                        !row.owns() && isTaken ? State.MOVING : State.OWNED,
                        shard,
                        row.id().name(),
                        row.renewedAt()))
                .orElseGet(() -> new ExecutionOwner(isTaken ? State.MOVING : State.NOBODY, shard, null, null));
    }
}
