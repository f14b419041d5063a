package dev.reeve;

import dev.reeve.internal.values.OptionChecks;
import org.jspecify.annotations.Nullable;

/**
 * How the workflows, tenants and actions of a node share its memory and its agents, so that none of them takes all.
 *
 * <p>A start is refused with {@code OVERLOADED} while its workflow, its tenant or an action that its workflow calls
 * holds more than {@code factor} times the free room, in executions or in bytes. By default a party that is alone may
 * fill 4/5 of the node, and two may fill 4/9 each. Some room always remains for another party. Executions count for an
 * action while they wait for a call of it.
 *
 * <p>Free slots of agents are given to tenants in turns, and within a tenant to workflows in turns, among steps of
 * equal priority.
 *
 * @param tenantLabel the label that names the tenant of an execution; null, the default, if all belong to one tenant,
 *     which may then fill the node
 * @param factor how many times the free room a party may hold; default 4. A higher factor lets one party fill more of
 *     the node and leaves less for others
 */
public record SharingOptions(@Nullable String tenantLabel, int factor) {

    private static final SharingOptions DEFAULTS = new SharingOptions(null, 4);

    public SharingOptions {
        OptionChecks.atLeast(1, "factor", factor);
    }

    /** No tenants. */
    public static SharingOptions defaults() {
        return DEFAULTS;
    }

    /** Sets the label that names the tenant. */
    public SharingOptions withTenantLabel(@Nullable String label) {
        return new SharingOptions(label, factor);
    }

    /** Sets how many times the free memory one party may hold. */
    public SharingOptions withFactor(int other) {
        return new SharingOptions(tenantLabel, other);
    }
}
