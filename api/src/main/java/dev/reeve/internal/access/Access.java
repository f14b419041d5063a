package dev.reeve.internal.access;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import org.jspecify.annotations.Nullable;

/** Decides what a caller may do. Thread-safe. Denies everything that it does not allow. */
@FunctionalInterface
public interface Access {

    /**
     * Returns if the caller may do this.
     *
     * @param workflow the workflow that the call is about; null if it is about none, or not yet known. If access {@link
     *     #dependsOnWorkflows depends on workflows}, a call about an execution is checked again once its workflow is
     *     known
     * @throws ReeveException {@link ErrorCode#DENIED} otherwise
     */
    void check(Principal who, Operation operation, String namespace, @Nullable String workflow);

    /**
     * Whether the answer depends on the workflow. Then a call about an execution reads its workflow first. Lists, the
     * inbox, schedules, services, messages and bulk operations are checked by namespace, unless the call names a
     * workflow.
     */
    default boolean dependsOnWorkflows() {
        return false;
    }

    /** The actions that the server performs itself, for which more is checked. */
    default ServerActions serverActions() {
        return ServerActions.NONE;
    }

    /** The same access, on a server that performs these actions itself. */
    default Access with(ServerActions actions) {
        Access access = this;
        return new Access() {
            @Override
            public void check(Principal who, Operation operation, String namespace, @Nullable String workflow) {
                access.check(who, operation, namespace, workflow);
            }

            @Override
            public boolean dependsOnWorkflows() {
                return access.dependsOnWorkflows();
            }

            @Override
            public ServerActions serverActions() {
                return actions;
            }
        };
    }

    /** Allows what the caller's roles allow. */
    static Access byRoles() {
        return (who, operation, namespace, workflow) -> {
            if (!who.may(operation.permission(), namespace)) {
                throw ReeveException.of(
                        ErrorCode.DENIED,
                        "'%s' may not %s in the namespace '%s': expected a role with the permission %s, found %s"
                                .formatted(
                                        who.name(),
                                        operation.words(),
                                        namespace,
                                        operation.permission(),
                                        who.roles(namespace)));
            }
        };
    }
}
