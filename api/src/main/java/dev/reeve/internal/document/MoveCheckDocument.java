package dev.reeve.internal.document;

import dev.reeve.ExecutionId;
import dev.reeve.MoveCheck;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which open executions can move to a definition.
 *
 * @param workflow the name of the workflow
 * @param version the version to move to
 * @param executions the number of open executions on other versions
 * @param movable the number of these that can move
 * @param obstacles the obstacles of the others, the most frequent one first
 * @param unreadable executions whose histories are damaged
 * @param more whether there are more that were not examined
 */
public record MoveCheckDocument(
        String workflow,
        int version,
        int executions,
        int movable,
        List<Obstacle> obstacles,
        List<ExecutionId> unreadable,
        boolean more)
        implements Document {

    /**
     * An obstacle to a move.
     *
     * @param step the step
     * @param problem the problem
     * @param executions the number of executions with this obstacle
     * @param example one of them
     */
    public record Obstacle(@Nullable String step, String problem, int executions, ExecutionId example)
            implements Document {}

    public static MoveCheckDocument of(MoveCheck check) {
        return new MoveCheckDocument(
                check.workflow(),
                check.version(),
                check.executions(),
                check.movable(),
                check.obstacles().stream()
                        .map(it -> new Obstacle(it.step(), it.problem(), it.executions(), it.example()))
                        .toList(),
                check.unreadable(),
                check.more());
    }

    public MoveCheck check() {
        return new MoveCheck(
                workflow,
                version,
                executions,
                movable,
                obstacles.stream()
                        .map(it -> new MoveCheck.Obstacle(it.step(), it.problem(), it.executions(), it.example()))
                        .toList(),
                unreadable,
                more);
    }
}
