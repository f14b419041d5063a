package dev.reeve.engine.client;

import dev.reeve.core.ExecutionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which open executions of a workflow could go on with a version of it, and what keeps the others from it. Those stay on the
 * version that they are on, and lose nothing.
 *
 * @param workflow the name of the workflow
 * @param version that they would go on with; the next one, if the definition says that it is one that is deployed and says
 *     something else
 * @param executions how many are open, and are not on this version already
 * @param movable how many of these could be moved
 * @param obstacles what keeps the others, that which keeps the most of them first
 * @param unreadable those whose histories are damaged
 * @param more whether there are more than were looked at
 */
public record MoveCheck(
        String workflow,
        int version,
        int executions,
        int movable,
        List<Obstacle> obstacles,
        List<ExecutionId> unreadable,
        boolean more) {

    /** How many executions are looked at, the newest. */
    public static final int EXECUTIONS_MAX = 10_000;

    public MoveCheck {
        obstacles = List.copyOf(obstacles);
        unreadable = List.copyOf(unreadable);
    }

    /**
     * One thing that keeps executions where they are. An execution may have several.
     *
     * @param step which one stands in the way; null if it is the execution as a whole
     * @param problem a sentence without its end, which begins with what the step is or does
     * @param executions how many it keeps
     * @param example one of them
     */
    public record Obstacle(@Nullable String step, String problem, int executions, ExecutionId example) {
        @Override
        public String toString() {
            return step == null ? problem : "step '%s' %s".formatted(step, problem);
        }
    }

    /** How many stay where they are. */
    public int stranded() {
        return executions - movable;
    }
}
