package dev.reeve.simulation.modelcheck;

import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.simulation.modelcheck.ModelEvent.Kind;
import dev.reeve.workflow.Workflow;
import dev.reeve.workflow.WorkflowBuilder;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A small workflow, and limits on what can happen to it.
 *
 * @param limits maximum number of transitions of each kind in one execution; 0 for never. A kind without an entry has
 *     no limit, because the workflow's own policy bounds it
 */
record Model(String name, Definition workflow, Map<Kind, Integer> limits) {

    Model {
        limits = Map.copyOf(limits);
    }

    /** Only the transitions without trouble: steps start and complete, time passes. */
    static Model of(String name, ModelStep... steps) {
        return of(name, graph(steps));
    }

    static Model of(String name, WorkflowBuilder graph) {
        Map<Kind, Integer> none = new EnumMap<>(Kind.class);
        for (Kind kind : Kind.values()) {
            if (!kind.isNatural()) {
                none.put(kind, 0);
            }
        }
        return new Model(name, DefinitionReader.of(graph.build()), none);
    }

    static WorkflowBuilder graph(ModelStep... steps) {
        WorkflowBuilder graph = Workflow.named("model");
        for (ModelStep step : steps) {
            graph.step(step.name(), step.said());
        }
        return graph;
    }

    /** Adds these kinds, as often as the workflow's policy lets them matter. */
    Model with(Kind... kinds) {
        Map<Kind, Integer> more = new EnumMap<>(limits);
        for (Kind kind : kinds) {
            more.remove(kind);
        }
        return new Model(name, workflow, more);
    }

    Model atMost(int times, Kind... kinds) {
        Map<Kind, Integer> more = new EnumMap<>(limits);
        for (Kind kind : kinds) {
            more.put(kind, times);
        }
        return new Model(name, workflow, more);
    }

    /** The names of the signals that its steps await. */
    Set<String> signals() {
        Set<String> names = new TreeSet<>();
        for (Step step : workflow.steps()) {
            if (step.task() instanceof Task.Await await) {
                names.addAll(await.signals());
            }
            if (step.task().updateOn() != null) {
                names.add(step.task().updateOn());
            }
        }
        return names;
    }

    int limit(Kind kind) {
        return limits.getOrDefault(kind, Integer.MAX_VALUE);
    }
}
