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
     */
    Principal authenticate(HttpRequest request);

    /** Takes every sender for this caller. Only for a server that others cannot reach. */
    static Authentication none(Principal everybody) {
        return request -> everybody;
    }
}
