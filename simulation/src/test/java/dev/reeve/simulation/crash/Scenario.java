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
 * @param status how it must end
 * @param output what it must give; null if that does not matter
 * @param keys with how many idempotency keys an action is asked for; one if nothing else is said
 */
record Scenario(
        String name,
        String definition,
        List<String> actions,
        Service service,
        Operator operator,
        ExecutionStatus status,
        @Nullable Object output,
        Map<String, Integer> keys) {

    Scenario(
            String name,
            String definition,
            List<String> actions,
            Service service,
            Operator operator,
            ExecutionStatus status,
            @Nullable Object output) {
        this(name, definition, actions, service, operator, status, output, Map.of());
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
