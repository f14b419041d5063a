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
 * @param executions how many open executions are not on it
 * @param movable how many of these can move
 * @param obstacles what prevents the others, the most frequent obstacle first
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
     * @param problem what is wrong with it
     * @param executions how many executions have this obstacle
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
}
