package dev.reeve.internal.http;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.internal.access.Principal;

/** Finds out who sent a request. Thread-safe. */
@FunctionalInterface
public interface Authentication {

    /**
     * The caller, from what the request proves.
     *
     * @throws ReeveException {@link ErrorCode#UNAUTHENTICATED} if it proves nothing
     * @throws HttpException 401 with headers of its own; or another status if that cannot be found out now
     */
    Principal authenticate(HttpRequest request);

    /** Why this caller has no role at all, for a message to it. */
    default String withoutRoles(Principal caller) {
        return "'%s' has no role".formatted(caller.name());
    }

    /** Takes every sender for this caller. Only for a server that others cannot reach. */
    static Authentication none(Principal everybody) {
        return request -> everybody;
    }
}
