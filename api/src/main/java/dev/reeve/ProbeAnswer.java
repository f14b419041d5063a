package dev.reeve;

import java.util.Map;

/**
 * The answer of a service to a probe. The probe's agent reports it as JSON, {@code {"state": "done", "output": …}},
 * with one of the states {@code done}, {@code notDone}, {@code running} and {@code unknown}. Only {@code done} has an
 * output.
 */
public sealed interface ProbeAnswer {

    /**
     * Reads the report of a probe's agent.
     *
     * @throws IllegalArgumentException if the JSON has another form
     */
    static ProbeAnswer parse(Json json) {
        return json.value() instanceof Map<?, ?> map && map.get("state") instanceof String state
                ? of(state, map.containsKey("output") ? Json.of(map.get("output")) : Json.NULL)
                : invalid(json.text());
    }

    private static ProbeAnswer of(String state, Json output) {
        return switch (state) {
            case "done" -> new Done(output);
            case "notDone" -> new NotDone();
            case "running" -> new Running();
            case "unknown" -> new Unknown();
            default -> invalid(state);
        };
    }

    private static ProbeAnswer invalid(String found) {
        throw new IllegalArgumentException(
                "not the answer of a probe: expected {\"state\": …} with done, notDone, running or unknown, found "
                        + (found.length() > 100 ? found.substring(0, 100) + "…" : found));
    }

    record Done(Json output) implements ProbeAnswer {}

    record NotDone() implements ProbeAnswer {}

    record Running() implements ProbeAnswer {}

    record Unknown() implements ProbeAnswer {}
}
