package dev.reeve.internal.client;

import dev.reeve.internal.document.Document;
import dev.reeve.internal.document.DocumentWriter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A request to one of the servers.
 *
 * @param namespace which it is about
 * @param target path and query
 * @param body JSON; null for none
 * @param repetition whether the same request may be sent again after its answer was lost
 * @param polling how long the server may let it wait
 */
record Request(
        String method,
        String namespace,
        String target,
        @Nullable String body,
        Repetition repetition,
        Duration polling) {

    /** The effect of a second request. */
    enum Repetition {
        /** Nothing more than the first one. */
        HARMLESS,
        /** Perhaps the same once more, or it would be refused. */
        UNSAFE
    }

    static Request get(String namespace, Target target) {
        return new Request("GET", namespace, target.toString(), null, Repetition.HARMLESS, Duration.ZERO);
    }

    /** A request whose effect is the same if it arrives twice. */
    static Request repeatable(String method, String namespace, Target target, @Nullable String body) {
        return new Request(method, namespace, target.toString(), body, Repetition.HARMLESS, Duration.ZERO);
    }

    static Request once(String method, String namespace, Target target, @Nullable Document body) {
        String text = body == null ? null : DocumentWriter.write(body);
        return new Request(method, namespace, target.toString(), text, Repetition.UNSAFE, Duration.ZERO);
    }

    Request waiting(Duration longest) {
        return new Request(method, namespace, target, body, repetition, longest);
    }
}
