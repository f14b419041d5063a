package dev.reeve.simulation.world;

import dev.reeve.engine.cluster.NodeOptions;
import dev.reeve.engine.notification.DeliveryOptions;
import dev.reeve.testkit.store.StoreFault;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one simulation is like.
 *
 * @param node what the first node is told
 * @param laterNodes what all others are told, as not all machines are alike
 * @param executions how many starts clients ask for
 * @param faults how often what goes wrong, each time that it could
 * @param trouble how long things go wrong before everything is healed
 * @param drift the most by which a node's clock is faster or slower than true time
 * @param patient whether attempts may take minutes, so that nothing but the loss of an agent ends them soon
 * @param constructs how many steps are more than one call or a wait: items, rounds, choices, signals; 0 to 1
 * @param children how many steps are executions of other workflows; 0 to 1
 * @param busyOperator whether operators do more than to look after what needs a person
 * @param delivery how those are told who want to know how executions go; null if nobody does
 */
public record Profile(
        NodeOptions node,
        NodeOptions laterNodes,
        int workflows,
        int executions,
        int agents,
        int slotsMax,
        Map<Fault, Double> faults,
        Map<StoreFault, Double> storeFaults,
        Duration trouble,
        double drift,
        boolean patient,
        double constructs,
        double children,
        boolean busyOperator,
        @Nullable DeliveryOptions delivery) {}
