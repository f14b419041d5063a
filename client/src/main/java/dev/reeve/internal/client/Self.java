package dev.reeve.internal.client;

import dev.reeve.Actor;
import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.internal.document.SelfDocument;

/** The person or program whose credentials the client has. */
final class Self {

    private Self() {}

    /** Asks the server. */
    static Actor actor(Wire wire, String namespace) {
        return Actor.of(wire.call(Request.get(namespace, Target.of("/v1/self")))
                .as(SelfDocument.class)
                .name());
    }

    /**
     * @throws ReeveException {@link ErrorCode#DENIED} if it is another actor
     */
    static void check(Wire wire, String namespace, Actor actor) {
        String self = actor(wire, namespace).name();
        if (!actor.name().equals(self)) {
            throw ReeveException.of(
                    ErrorCode.DENIED,
                    "'%s' may not act as '%s': who acts is proven by the credentials. Connect with those of '%s'"
                            .formatted(self, actor.name(), actor.name()));
        }
    }
}
