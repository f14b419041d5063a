package dev.reeve.agent;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a probe's handler: the outcome of an earlier request. A probe receives the input and the
 * idempotency key of the step that it asks about.
 *
 * <pre>{@code
 * agent.action("payment.status", Charge.class, (charge, step) -> payments.find(step.idempotencyKey())
 *         .map(payment -> Probe.done(payment))
 *         .orElse(Probe.notDone()));
 * }</pre>
 *
 * <p>The JSON form is {@code {"state": "done", "output": …}}, with one of the states {@code done}, {@code notDone},
 * {@code running} and {@code unknown}. Only {@code done} has an output. Immutable.
 */
public final class Probe {

    private static final Probe NOT_DONE = new Probe("notDone", null);
    private static final Probe RUNNING = new Probe("running", null);
    private static final Probe UNKNOWN = new Probe("unknown", null);

    private final String state;
    private final @Nullable Object output;

    private Probe(String state, @Nullable Object output) {
        this.state = state;
        this.output = output;
    }

    /**
     * The request was done. The step completes.
     *
     * @param output the output of the action; becomes the step's output
     */
    public static Probe done(@Nullable Object output) {
        return new Probe("done", output);
    }

    /** The request was not done, and will not be: the step can be retried without a second effect. */
    public static Probe notDone() {
        return NOT_DONE;
    }

    /** The service still works on the request: the engine probes again later. */
    public static Probe running() {
        return RUNNING;
    }

    /** The service cannot say: the step's policy decides. */
    public static Probe unknown() {
        return UNKNOWN;
    }

    /** The fields of the JSON form. */
    @JsonValue
    private Map<String, @Nullable Object> fields() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("state", state);
        if (state.equals("done")) {
            fields.put("output", output);
        }
        return fields;
    }

    @Override
    public String toString() {
        return state.equals("done") ? "done(" + output + ")" : state;
    }
}
