package dev.reeve.internal.spring.web;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import jakarta.servlet.http.HttpServletRequest;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds out who sent a request from the login of the application: Spring Security's, or that of the container. A caller
 * has the roles that the login gives with the prefix {@code REEVE_}, in one namespace.
 *
 * @param namespace in which the roles hold
 * @param userRole the role of callers who have logged in and have no other; null for none
 * @param anonymousRole the role of callers who have not logged in; null to refuse them
 */
record CallerRoles(
        String namespace, @Nullable Role userRole, @Nullable Role anonymousRole) {

    private static final String PREFIX = "REEVE_";

    /**
     * The caller.
     *
     * @throws ReeveException {@link ErrorCode#UNAUTHENTICATED} if the caller has not logged in
     */
    Principal of(HttpServletRequest request) {
        // Spring Security shows anonymous callers as none
        java.security.Principal caller = request.getUserPrincipal();
        if (caller == null) {
            if (anonymousRole == null) {
                throw ReeveException.of(
                        ErrorCode.UNAUTHENTICATED,
                        "the application does not know the caller: log in, or set reeve.http.anonymous-role in an application that others cannot reach");
            }
            return principal("anonymous", Set.of(anonymousRole));
        }
        Set<Role> roles = EnumSet.noneOf(Role.class);
        for (Role role : Role.values()) {
            if (request.isUserInRole(PREFIX + role.name())) {
                roles.add(role);
            }
        }
        if (roles.isEmpty() && userRole != null) {
            roles.add(userRole);
        }
        return principal(caller.getName(), roles);
    }

    private Principal principal(String name, Set<Role> roles) {
        return new Principal(name, Map.of(namespace, roles));
    }
}
