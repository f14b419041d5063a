package dev.reeve.simulation.run;

import dev.reeve.DeliveryOptions;
import dev.reeve.NodeOptions;
import dev.reeve.internal.test.store.StoreFault;
import dev.reeve.simulation.world.ClusterPlan;
import dev.reeve.simulation.world.Profile;
import dev.reeve.simulation.world.WorldFault;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A profile under construction. Its fields are those of {@link Profile}. */
final class Draft {

    NodeOptions node;
    NodeOptions laterNodes;
    int workflows;
    int executions;
    int agents;
    int slotsMax;
    final Map<WorldFault, Double> faults = new EnumMap<>(WorldFault.class);
    final Map<StoreFault, Double> storeFaults = new EnumMap<>(StoreFault.class);
    Duration trouble = Duration.ZERO;
    double drift;
    boolean patient;
    double constructs;
    double children;
    boolean busyOperator;

    @Nullable DeliveryOptions delivery;

    boolean neighbours;

    @Nullable ClusterPlan cluster;

    Draft(NodeOptions node) {
        this.node = node;
        this.laterNodes = node;
    }

    Profile profile() {
        return new Profile(
                node,
                laterNodes,
                workflows,
                executions,
                agents,
                slotsMax,
                faults,
                storeFaults,
                trouble,
                drift,
                patient,
                constructs,
                children,
                busyOperator,
                delivery,
                neighbours,
                cluster);
    }
}
