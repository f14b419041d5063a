package dev.reeve.agent;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the handler of a probe answers: what became of a request whose outcome is not known (V5). A probe is called with the
 * input and the idempotency key of the step that it asks about.
 *
 * <pre>{@code
 * agent.action("payment.status", Charge.class, (charge, step) -> payments.find(step.idempotencyKey())
 *         .map(payment -> Probe.done(payment))
 *         .orElse(Probe.notDone()));
 * }</pre>
 *
 * <p>Written as JSON it is {@code {"state": "done", "output": …}} with one of the states {@code done}, {@code notDone},
 * {@code running} and {@code unknown}; only {@code done} has an output. Immutable.
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
     * It was done. The step is completed.
     *
     * @param output what the action would have answered; becomes the step's output
     */
    public static Probe done(@Nullable Object output) {
        return new Probe("done", output);
    }

    /** It was not done, and will not be: the step can be tried again without a second effect. */
    public static Probe notDone() {
        return NOT_DONE;
    }

    /** The service still works on it: the probe is asked again later. */
    public static Probe running() {
        return RUNNING;
    }

    /** The service cannot say: the step's policy decides. */
    public static Probe unknown() {
        return UNKNOWN;
    }

    /** What is written as JSON. */
    Map<String, @Nullable Object> fields() {
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
