package dev.reeve.simulation.world;

import dev.reeve.DeliveryOptions;
import dev.reeve.NodeOptions;
import dev.reeve.internal.test.store.StoreFault;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of one simulation.
 *
 * @param node options of the first node
 * @param laterNodes options of all other nodes, because machines differ
 * @param executions number of starts that clients request
 * @param faults probability of each fault, for each time that it could happen
 * @param trouble how long faults happen before everything is healed
 * @param drift maximum relative drift of a node's clock
 * @param patient whether attempts may take minutes, so that only the loss of an agent ends them early
 * @param constructs share of the steps with items, rounds, choices or signals, 0 to 1
 * @param children share of the steps that are child executions, 0 to 1
 * @param busyOperator whether operators do more than handle escalations
 * @param delivery options of status messages; null without receivers
 * @param neighbours whether there are two namespaces with the same names
 * @param cluster the nodes that share the store; null if the last node to open the store owns it
 */
public record Profile(
        NodeOptions node,
        NodeOptions laterNodes,
        int workflows,
        int executions,
        int agents,
        int slotsMax,
        Map<WorldFault, Double> faults,
        Map<StoreFault, Double> storeFaults,
        Duration trouble,
        double drift,
        boolean patient,
        double constructs,
        double children,
        boolean busyOperator,
        @Nullable DeliveryOptions delivery,
        boolean neighbours,
        @Nullable ClusterPlan cluster) {}
