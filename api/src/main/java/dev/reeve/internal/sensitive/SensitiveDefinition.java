package dev.reeve.internal.sensitive;

import dev.reeve.Json;
import dev.reeve.StepPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
    private SensitiveDefinition(
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

    /** The output of a step: of each item with {@code forEach}, and of each signal if the step collects several. */
    private record Output(SensitivePlace place, boolean isOfItems) {

        /** The output as other steps read it. */
        SensitivePlace whole() {
            return isOfItems ? place.listed() : place;
        }
    }

    /** Reads the text of a deployed definition. */
    public static SensitiveDefinition of(Json definition) {
        return SensitiveSchema.mayMark(definition.text()) && definition.value() instanceof Map<?, ?> whole
                ? Reading.of(whole, Reading.schemaWithin(whole.get("input")))
                : PLAIN;
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

    /**
     * Reads the marks of the steps of a definition or a group. A group has marks of its own, which follow from those of
     * its steps and from what its input and its output name. For one thread; used once.
     */
    private static final class Reading {

        private static final List<String> SECTIONS = List.of("steps", "finally");

        private final SensitivePlace input;
        private final Map<String, Map<?, ?>> steps = new HashMap<>();
        private final Map<String, Output> outputs = new HashMap<>();
        private final Map<String, List<SensitivePlace>> signals = new HashMap<>();
        private final Map<String, SensitiveDefinition> groups = new HashMap<>();
        /** Steps that were read, or are being read. */
        private final Set<String> seen = new HashSet<>();

        private Reading(Map<?, ?> whole, SensitivePlace input) {
            this.input = input;
            for (String section : SECTIONS) {
                if (whole.get(section) instanceof Map<?, ?> named) {
                    named.forEach((name, step) -> {
                        if (step instanceof Map<?, ?> keys) {
                            steps.put(String.valueOf(name), keys);
                        }
                    });
                }
            }
        }

        /** @param whole a definition, or the keys of a step that is a group */
        static SensitiveDefinition of(Map<?, ?> whole, SensitivePlace input) {
            Reading reading = new Reading(whole, input);
            List.copyOf(reading.steps.keySet()).forEach(reading::read);
            SensitivePlace output = reading.outputOf(whole);
            boolean isPlain = input.isPlain()
                    && output.isPlain()
                    && reading.outputs.isEmpty()
                    && reading.signals.isEmpty()
                    && reading.groups.isEmpty();
            return isPlain
                    ? SensitiveDefinition.PLAIN
                    : new SensitiveDefinition(input, output, reading.outputs, reading.signals, reading.groups);
        }

        /** The output of the whole: by its template, or that of each step by its name. */
        private SensitivePlace outputOf(Map<?, ?> whole) {
            if (whole.containsKey("output")) {
                return new SensitiveTemplate(this::read).of(whole.get("output"));
            }
            Map<String, SensitivePlace> members = new HashMap<>();
            outputs.forEach((name, output) -> members.put(name, output.whole()));
            return members.isEmpty() ? SensitivePlace.plain() : new SensitiveTemplate.Members(members);
        }

        /** The place of a path that is the same in all expressions. */
        private SensitivePlace read(List<String> path) {
            if (path.getFirst().equals("input")) {
                return SensitiveTemplate.follow(input, path.subList(1, path.size()));
            }
            if (!path.getFirst().equals("steps")) {
                return SensitivePlace.plain();
            }
            if (path.size() == 1) {
                List.copyOf(steps.keySet()).forEach(this::read);
                return outputs.isEmpty() ? SensitivePlace.plain() : SensitivePlace.whole();
            }
            read(path.get(1));
            Output output = outputs.get(path.get(1));
            if (output == null || (path.size() > 2 && !path.get(2).equals("output"))) {
                return SensitivePlace.plain();
            }
            return path.size() == 2
                    ? SensitivePlace.whole()
                    : SensitiveTemplate.follow(output.whole(), path.subList(3, path.size()));
        }

        private void read(String name) {
            Map<?, ?> keys = steps.get(name);
            if (keys == null || !seen.add(name)) {
                return;
            }
            if (keys.get("steps") instanceof Map<?, ?>) {
                SensitiveDefinition group = of(keys, inputOf(keys));
                if (!group.isPlain()) {
                    groups.put(name, group);
                }
                putOutput(name, group.output, keys.containsKey("forEach"));
                return;
            }
            putOutput(name, schemaWithin(keys.get("output")), keys.containsKey("forEach"));
            SensitivePlace data = schemaWithin(keys.get("await"));
            if (!data.isPlain() && keys.get("await") instanceof Map<?, ?> await) {
                boolean isOfSeveral = await.get("signal") instanceof List<?>;
                List<?> names = await.get("signal") instanceof List<?> several ? several : List.of(nameOf(await));
                names.forEach(signal -> signals.computeIfAbsent(String.valueOf(signal), key -> new ArrayList<>())
                        .add(data));
                putOutput(name, isOfSeveral ? data.within("data") : data, keys.containsKey("repeat"));
            }
        }

        private void putOutput(String name, SensitivePlace place, boolean isOfItems) {
            if (!place.isPlain()) {
                outputs.put(name, new Output(place, isOfItems));
            }
        }

        /** The input of a group: by its template; else an item, or the input around it. */
        private SensitivePlace inputOf(Map<?, ?> group) {
            @Nullable Object items = group.get("forEach");
            SensitivePlace item = items == null
                    ? SensitivePlace.plain()
                    : new SensitiveTemplate(this::read).of(items).element(0);
            if (!group.containsKey("input")) {
                return items == null ? input : item;
            }
            String as = group.containsKey("as") ? String.valueOf(group.get("as")) : "item";
            return new SensitiveTemplate(path -> inGroup(path, group, as, item)).of(group.get("input"));
        }

        private SensitivePlace inGroup(List<String> path, Map<?, ?> group, String as, SensitivePlace item) {
            if (path.getFirst().equals(as) && group.containsKey("forEach")) {
                return SensitiveTemplate.follow(item, path.subList(1, path.size()));
            }
            // the output of the round before follows from the input, which is not known yet
            boolean isOfRound =
                    path.getFirst().equals("previous") || path.getFirst().equals("output");
            return isOfRound
                            && group.containsKey("repeat")
                            && !of(group, input).output.isPlain()
                    ? SensitivePlace.whole()
                    : read(path);
        }

        private static Object nameOf(Map<?, ?> await) {
            Object name = await.get("signal");
            return name == null ? "" : name;
        }

        static SensitivePlace schemaWithin(@Nullable Object value) {
            return value instanceof Map<?, ?> members
                    ? SensitiveSchema.of(members.get("schema"))
                    : SensitivePlace.plain();
        }
    }
}
