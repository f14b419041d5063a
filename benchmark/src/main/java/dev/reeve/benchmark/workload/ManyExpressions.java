package dev.reeve.benchmark.workload;

import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;

/** Definitions with many distinct expressions. */
public final class ManyExpressions {

    private static final int PER_STEP = 10;

    private ManyExpressions() {}

    public static String name(int definition) {
        return "definition_" + definition;
    }

    /**
     * A definition whose steps wait zero time.
     *
     * @param from number of the first expression
     * @param to number after the last one
     * @param computed whether the expressions compute something, instead of being plain paths
     */
    public static Definition workflow(int definition, int from, int to, boolean computed) {
        StringBuilder yaml = new StringBuilder("workflow: %s%nsteps:%n".formatted(name(definition)));
        for (int i = from; i < to; i++) {
            if ((i - from) % PER_STEP == 0) {
                yaml.append("  step%d:%n    action: %s%n    input:%n".formatted(i, NoopCall.ACTION));
            }
            String expression = computed ? "$exists(input.order.f%d) and input.limit > %<d" : "input.order.f%d";
            yaml.append("      f%d: \"${ %s }\"%n".formatted(i, expression.formatted(i)));
        }
        return DefinitionReader.parse(yaml.toString());
    }
}
