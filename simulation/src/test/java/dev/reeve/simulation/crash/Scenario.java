package dev.reeve.simulation.crash;

import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.agent.StepContext;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The work of an engine that dies repeatedly.
 *
 * @param definition of the workflow
 * @param actions what its steps ask for
 * @param service does what an action asks for
 * @param operator what a person does meanwhile
 * @param end how it must end
 */
record Scenario(String name, String definition, List<String> actions, Service service, Operator operator, End end) {

    /**
     * The end of an execution.
     *
     * @param output what it must give; null if that does not matter
     * @param keys with how many idempotency keys an action is asked for; one if nothing else is said
     */
    record End(ExecutionStatus status, @Nullable Object output, Map<String, Integer> keys) {

        static End of(ExecutionStatus status) {
            return new End(status, null, Map.of());
        }

        static End completed(Object output) {
            return new End(ExecutionStatus.COMPLETED, output, Map.of());
        }

        /** The same end, and this number of keys for each of these actions. */
        End withKeys(Map<String, Integer> counts) {
            return new End(status, output, counts);
        }
    }

    /** Performs an action; the world has noted it already. */
    @FunctionalInterface
    interface Service {
        Object perform(StepContext step, World world, int times) throws Exception;
    }

    /**
     * Does what a person does to an execution that was started. Called again by the next process until it has returned
     * once: a caller with an acknowledgement does not repeat it.
     */
    @FunctionalInterface
    interface Operator {
        void act(Execution execution);

        static Operator none() {
            return execution -> {};
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
