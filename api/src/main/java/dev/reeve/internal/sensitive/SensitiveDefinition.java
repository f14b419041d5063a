package dev.reeve.internal.sensitive;

import dev.reeve.StepPath;
import java.util.List;
import java.util.Map;

/** The sensitive places in the payloads of one version of a workflow. Thread-safe. */
public final class SensitiveDefinition {

    /** A definition without marks. */
    public static final SensitiveDefinition PLAIN =
            new SensitiveDefinition(SensitivePlace.plain(), SensitivePlace.plain(), Map.of(), Map.of(), Map.of());

    private final SensitivePlace input;
    private final SensitivePlace output;
    private final Map<String, Output> outputs;
    private final Map<String, List<SensitivePlace>> signals;
    private final Map<String, SensitiveDefinition> groups;

    /** @param groups the steps that are groups and have marks */
    SensitiveDefinition(
            SensitivePlace input,
            SensitivePlace output,
            Map<String, Output> outputs,
            Map<String, List<SensitivePlace>> signals,
            Map<String, SensitiveDefinition> groups) {
        this.input = input;
        this.output = output;
        this.outputs = outputs;
        this.signals = signals;
        this.groups = groups;
    }

    /** The output of a step; with {@code forEach} that of each item, and of a step that collects signals that of each. */
    record Output(SensitivePlace place, boolean isOfItems) {

        /** The output as other steps read it. */
        SensitivePlace whole() {
            return isOfItems ? place.listed() : place;
        }
    }

    /**
     * The marks of a group of the definition.
     *
     * @param path the names of the steps that lead to it, such as {@code ship.arrive}
     */
    public SensitiveDefinition group(String path) {
        SensitiveDefinition group = this;
        for (String step : path.split("\\.", -1)) {
            group = group.groups.getOrDefault(step, PLAIN);
        }
        return group;
    }

    /** The output of an execution, as the definition gives it. */
    SensitivePlace output() {
        return output;
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
        Output found = outputs.get(step.step());
        if (found == null) {
            return SensitivePlace.plain();
        }
        return step.item() == StepPath.NONE ? found.whole() : found.place();
    }

    /** The data of a signal, once for each step that may take it. */
    public List<SensitivePlace> data(String signal) {
        return signals.getOrDefault(signal, List.of());
    }
}
