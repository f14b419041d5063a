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
     * @param workflow the workflow that the call is about; null if it is about none, or not yet known. A call whose
     *     workflow is known later is checked again then
     * @throws ReeveException {@link ErrorCode#DENIED} otherwise
     */
    void check(Principal who, Operation operation, String namespace, @Nullable String workflow);

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
