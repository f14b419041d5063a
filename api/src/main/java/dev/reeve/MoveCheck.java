package dev.reeve;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which open executions of a workflow could move to a version of it, and what prevents the others. Those stay on their
 * version and lose nothing.
 *
 * @param workflow the name of the workflow
 * @param version the version to move to; the next free one if the definition differs from the deployed one of the same
 *     number
 * @param executions the number of open executions that are not on this version already
 * @param movable how many of these could move
 * @param obstacles what prevents the others, the most frequent obstacle first
 * @param unreadable executions whose histories are damaged
 * @param more whether further executions were not examined
 */
public record MoveCheck(
        String workflow,
        int version,
        int executions,
        int movable,
        List<Obstacle> obstacles,
        List<ExecutionId> unreadable,
        boolean more) {

    /** Maximum number of executions to examine, the newest first. */
    public static final int EXECUTIONS_MAX = 10_000;

    public MoveCheck {
        obstacles = List.copyOf(obstacles);
        unreadable = List.copyOf(unreadable);
    }

    /**
     * One reason why executions cannot move. An execution may have several.
     *
     * @param step the step that prevents the move; null if it is the execution as a whole
     * @param problem a sentence without its full stop; it begins with what the step is or does
     * @param executions the number of executions that it prevents from moving
     * @param example one of them
     */
    public record Obstacle(@Nullable String step, String problem, int executions, ExecutionId example) {
        @Override
        public String toString() {
            return step == null ? problem : "step '%s' %s".formatted(step, problem);
        }
    }

    /** The number of executions that cannot move. */
    public int stranded() {
        return executions - movable;
    }
}
