package dev.reeve.internal.engine.dispatch.queue;

import dev.reeve.spi.store.ShardSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Steps of one action and one priority. Tenants take turns, and so do the workflows within a tenant. The steps of one
 * workflow go in the order of arrival. A tenant's only order therefore waits for one step of each other tenant,
 * regardless of their backlogs. The cost of an operation does not depend on the number of steps. Guarded by the
 * dispatcher's lock.
 */
final class Turns {

    /** By tenant and by workflow, in the order of their turns. */
    private final LinkedHashMap<String, LinkedHashMap<String, LinkedHashSet<ReadyStep>>> tenants =
            new LinkedHashMap<>(4);

    /**
     * @return false if the step waits already; it keeps its place then
     */
    boolean add(ReadyStep ready) {
        return tenants.computeIfAbsent(ready.tenant(), tenant -> new LinkedHashMap<>(4))
                .computeIfAbsent(ready.workflow(), workflow -> new LinkedHashSet<>())
                .add(ready);
    }

    /**
     * @return whether the step waited
     */
    boolean remove(ReadyStep ready) {
        LinkedHashMap<String, LinkedHashSet<ReadyStep>> workflows = tenants.get(ready.tenant());
        LinkedHashSet<ReadyStep> steps = workflows == null ? null : workflows.get(ready.workflow());
        if (workflows == null || steps == null || !steps.remove(ready)) {
            return false;
        }
        if (steps.isEmpty()) {
            workflows.remove(ready.workflow());
        }
        if (workflows.isEmpty()) {
            tenants.remove(ready.tenant());
        }
        return true;
    }

    /** Collects the steps of these shards. */
    void find(ShardSet shards, List<ReadyStep> found) {
        for (Map<String, LinkedHashSet<ReadyStep>> workflows : tenants.values()) {
            for (Set<ReadyStep> steps : workflows.values()) {
                for (ReadyStep ready : steps) {
                    if (shards.contains(ready.execution())) {
                        found.add(ready);
                    }
                }
            }
        }
    }

    /** The next step. Must not be called when empty. */
    ReadyStep first() {
        return tenants.firstEntry().getValue().firstEntry().getValue().getFirst();
    }

    /**
     * Removes and returns the next step, and moves its workflow and its tenant to the end. Must not be called when
     * empty.
     */
    ReadyStep removeFirst() {
        Map.Entry<String, LinkedHashMap<String, LinkedHashSet<ReadyStep>>> tenant = tenants.pollFirstEntry();
        Map.Entry<String, LinkedHashSet<ReadyStep>> workflow = tenant.getValue().pollFirstEntry();
        ReadyStep ready = workflow.getValue().removeFirst();
        if (!workflow.getValue().isEmpty()) {
            tenant.getValue().putLast(workflow.getKey(), workflow.getValue());
        }
        if (!tenant.getValue().isEmpty()) {
            tenants.putLast(tenant.getKey(), tenant.getValue());
        }
        return ready;
    }

    boolean isEmpty() {
        return tenants.isEmpty();
    }
}
