package dev.reeve.agent.http;

import dev.reeve.Json;
import dev.reeve.agent.StepContext;
import org.jspecify.annotations.Nullable;

/** An attempt as a service receives it: the same members as in the agents' protocol. */
final class PushDocument {

    private static final int VERSION = 1;

    private PushDocument() {}

    /** @param completionToken null for none */
    static String of(Json input, StepContext step, String namespace, @Nullable String completionToken) {
        StringBuilder out = new StringBuilder("{\"protocol\":").append(VERSION);
        text(out, "namespace", namespace);
        text(out, "execution", step.execution().toString());
        text(out, "workflow", step.workflow());
        text(out, "step", step.step().toString());
        text(out, "purpose", step.purpose().name());
        value(out, "attempt", String.valueOf(step.attempt()));
        text(out, "action", step.action());
        text(out, "idempotencyKey", step.idempotencyKey());
        step.traceparent().ifPresent(span -> text(out, "traceparent", span));
        value(out, "remainingMillis", String.valueOf(step.remaining().toMillis()));
        if (completionToken != null) {
            text(out, "completionToken", completionToken);
        }
        value(out, "input", input.text());
        step.checkpoint(Json.class).ifPresent(checkpoint -> value(out, "checkpoint", checkpoint.text()));
        step.evidence(Json.class).ifPresent(evidence -> value(out, "evidence", evidence.text()));
        return out.append('}').toString();
    }

    private static void text(StringBuilder out, String name, String text) {
        value(out, name, Json.of(text).text());
    }

    private static void value(StringBuilder out, String name, String json) {
        out.append(",\"").append(name).append("\":").append(json);
    }
}
