package dev.reeve.engine.scheduler;

import dev.reeve.core.Event;
import dev.reeve.engine.runtime.Limits;
import org.jspecify.annotations.Nullable;

/**
 * How the workflows, tenants and actions of a node share its room and its agents, so that none of them takes all.
 *
 * <p>A start is refused with {@code OVERLOADED} while its workflow, its tenant or an action that its workflow calls holds more
 * than {@code factor} times the room that is free, in executions or in bytes. One that has the node for itself may fill 4/5 of
 * it by default, two may fill 4/9 each, and there is always room for another one. Executions count for an action while they
 * wait for it to be called.
 *
 * <p>Free slots of agents are given to tenants in turns, and within a tenant to workflows in turns, among steps of equal
 * priority.
 *
 * @param tenantLabel the label that names the tenant of an execution; null, the default, if all are of one tenant, which then
 *     may fill the node
 * @param factor how many times the free room one of them may hold; default 4. A higher factor lets one fill more of the node and
 *     leaves less for others
 */
public record SharingOptions(@Nullable String tenantLabel, int factor) {

    public static final SharingOptions DEFAULT = new SharingOptions(null, 4);

    public SharingOptions {
        Limits.atLeast(1, "factor", factor);
    }

    /** As these, with a label that names the tenant. */
    public SharingOptions withTenantLabel(@Nullable String label) {
        return new SharingOptions(label, factor);
    }

    /** For whom an execution runs; executions without the label are one tenant together. */
    String tenant(Event.ExecutionStarted started) {
        return tenantLabel == null ? "" : started.labels().getOrDefault(tenantLabel, "");
    }
}
