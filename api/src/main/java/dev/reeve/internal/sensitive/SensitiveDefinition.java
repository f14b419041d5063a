package dev.reeve.internal.sensitive;

import dev.reeve.Json;
import dev.reeve.StepPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The sensitive places in the payloads of one version of a workflow. Thread-safe. */
public final class SensitiveDefinition {

    /** A definition without marks. */
    public static final SensitiveDefinition PLAIN = new SensitiveDefinition(SensitivePlace.plain(), Map.of(), Map.of());

    private final SensitivePlace input;
    private final Map<String, Output> outputs;
    private final Map<String, List<SensitivePlace>> signals;

    private SensitiveDefinition(
            SensitivePlace input, Map<String, Output> outputs, Map<String, List<SensitivePlace>> signals) {
        this.input = input;
        this.outputs = outputs;
        this.signals = signals;
    }

    /** The output of a step; with {@code forEach} that of each item. */
    private record Output(SensitivePlace place, boolean isOfItems) {}

    /** Reads the text of a deployed definition. */
    public static SensitiveDefinition of(Json definition) {
        if (!SensitiveSchema.mayMark(definition.text()) || !(definition.value() instanceof Map<?, ?> whole)) {
            return PLAIN;
        }
        Map<String, Output> outputs = new HashMap<>();
        Map<String, List<SensitivePlace>> signals = new HashMap<>();
        for (String key : List.of("steps", "finally")) {
            if (whole.get(key) instanceof Map<?, ?> steps) {
                steps.forEach((name, step) -> {
                    if (step instanceof Map<?, ?> keys) {
                        read(String.valueOf(name), keys, outputs, signals);
                    }
                });
            }
        }
        SensitivePlace input = schemaWithin(whole.get("input"));
        return input.isPlain() && outputs.isEmpty() && signals.isEmpty()
                ? PLAIN
                : new SensitiveDefinition(input, outputs, signals);
    }

    private static void read(
            String name, Map<?, ?> step, Map<String, Output> outputs, Map<String, List<SensitivePlace>> signals) {
        SensitivePlace output = schemaWithin(step.get("output"));
        if (!output.isPlain()) {
            outputs.put(name, new Output(output, step.containsKey("forEach")));
        }
        SensitivePlace data = schemaWithin(step.get("await"));
        if (!data.isPlain() && step.get("await") instanceof Map<?, ?> await) {
            boolean isOfSeveral = await.get("signal") instanceof List<?>;
            List<?> names = await.get("signal") instanceof List<?> several ? several : List.of(nameOf(await));
            names.forEach(signal -> signals.computeIfAbsent(String.valueOf(signal), key -> new ArrayList<>())
                    .add(data));
            outputs.put(name, new Output(isOfSeveral ? data.within("data") : data, false));
        }
    }

    private static Object nameOf(Map<?, ?> await) {
        Object name = await.get("signal");
        return name == null ? "" : name;
    }

    private static SensitivePlace schemaWithin(@Nullable Object value) {
        return value instanceof Map<?, ?> members ? SensitiveSchema.of(members.get("schema")) : SensitivePlace.plain();
    }

    /** Whether nothing is marked. */
    public boolean isPlain() {
        return this == PLAIN;
    }

    /** The input of an execution. */
    public SensitivePlace input() {
        return input;
    }

    /** The output of a step, of an item or of a round. */
    public SensitivePlace output(StepPath step) {
        Output output = outputs.get(step.step());
        if (output == null) {
            return SensitivePlace.plain();
        }
        return output.isOfItems() && step.item() == StepPath.NONE
                ? output.place().listed()
                : output.place();
    }

    /** The data of a signal, once for each step that may take it. */
    public List<SensitivePlace> data(String signal) {
        return signals.getOrDefault(signal, List.of());
    }
}
