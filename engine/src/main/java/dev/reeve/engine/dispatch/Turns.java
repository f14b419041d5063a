package dev.reeve.engine.dispatch;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;

/**
 * Steps of one action and one priority. Tenants take turns, and within a tenant its workflows do; of one workflow those that
 * came first go first. So an order of a tenant who has nothing else waits for one step of each other tenant, however many of
 * theirs wait. Everything costs the same however many there are. Guarded by the dispatcher's lock.
 */
final class Turns {

    /** By tenant and by workflow, in the order in which their turns come. */
    private final LinkedHashMap<String, LinkedHashMap<String, LinkedHashSet<ReadyStep>>> tenants =
            new LinkedHashMap<>(4);

    /** @return false if it waits already; it keeps its place then */
    boolean add(ReadyStep ready) {
        return tenants.computeIfAbsent(ready.tenant(), tenant -> new LinkedHashMap<>(4))
                .computeIfAbsent(ready.workflow(), workflow -> new LinkedHashSet<>())
                .add(ready);
    }

    /** @return whether it waited */
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

    /** The one whose turn it is; there must be one. */
    ReadyStep first() {
        return tenants.firstEntry().getValue().firstEntry().getValue().getFirst();
    }

    /** Takes the one whose turn it is; there must be one. Its workflow and its tenant come last from then on. */
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
