package dev.reeve.core;

import dev.reeve.model.Json;
import dev.reeve.model.JsonText;
import java.util.Map;

/**
 * What a service says became of a request. Reported by the probe's agent as JSON: {@code {"state": "done", "output": …}} with one
 * of the states {@code done}, {@code notDone}, {@code running} and {@code unknown}; only {@code done} has an output.
 */
public sealed interface ProbeAnswer {

    /**
     * Reads what a probe's agent has reported.
     *
     * @throws IllegalArgumentException if the JSON is anything else
     */
    static ProbeAnswer parse(Json json) {
        return JsonText.toValue(json) instanceof Map<?, ?> map && map.get("state") instanceof String state
                ? of(state, map.containsKey("output") ? JsonText.fromValue(map.get("output")) : Json.NULL)
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
