package dev.reeve.internal.model.reading;

import dev.reeve.internal.model.definition.ForEach;
import dev.reeve.internal.model.definition.Pivots;
import dev.reeve.internal.model.definition.Predecessor;
import dev.reeve.internal.model.definition.Repeat;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.StepDefaults;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.document.DocumentNode;
import dev.reeve.internal.model.document.Problems;
import dev.reeve.workflow.Join;
import dev.reeve.workflow.Others;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the steps of {@code steps} or {@code finally}. Absent keys get the default of their section. */
final class StepReader {

    private static final Set<String> JOIN_KEYS = Fields.keys("any", "others");

    private final Problems problems;
    private final StepDefaults defaults;
    private final SchemaReader schemas;
    private final GroupReader groups;

    StepReader(Problems problems, StepDefaults defaults, SchemaReader schemas, GroupReader groups) {
        this.problems = problems;
        this.defaults = defaults;
        this.schemas = schemas;
        this.groups = groups;
    }

    /** Reads the order of the steps first, because a step's defaults may depend on its predecessors. */
    List<Step> readAll(DocumentNode.Mapping mapping) {
        Map<String, Fields> bodies = new LinkedHashMap<>();
        List<Step> outlines = new ArrayList<>();
        mapping.members().forEach((name, member) -> {
            if (!Fields.isName(name)) {
                problems.add(member.key(), Fields.nameMessage(name), Fields.nameSuggestion(name));
            }
            if (member.node() instanceof DocumentNode.Mapping body) {
                Fields fields = Fields.of(
                        body,
                        problems,
                        StepKind.KEYS,
                        () -> StepKind.fitting(body.members().keySet()),
                        Set.of());
                bodies.put(name, fields);
                outlines.add(outline(name, fields));
            } else {
                problems.unreadable(
                        member.node().place(),
                        "expected a step with an action, found %s"
                                .formatted(member.node().describe()),
                        "Write { action: noun.verb }");
                outlines.add(new Step(name, List.of(), Join.ALL, null, TaskReader.STAND_IN));
            }
        });
        Pivots pivots = Pivots.of(outlines);
        List<Step> steps = new ArrayList<>();
        for (Step outline : outlines) {
            Fields fields = bodies.get(outline.name());
            steps.add(fields == null ? outline : whole(outline, fields, pivots));
        }
        return steps;
    }

    private Step outline(String name, Fields fields) {
        List<Predecessor> after = fields.texts("after", "a list of names of steps").stream()
                .map(text -> Predecessor.parse(text.text()))
                .toList();
        Join join = join(fields);
        if (join != null && after.isEmpty()) {
            problems.add(fields.keyPlace("join"), "'join' has nothing to join", "Add 'after', or remove 'join'");
        }
        boolean pivot = fields.flag("pivot");
        if (fields.has("pivot") && !defaults.compensable()) {
            problems.unreadable(fields.keyPlace("pivot"), "no step is undone in 'finally'", "Remove 'pivot'");
        }
        return new Step(
                name,
                after,
                join == null ? Join.ALL : join,
                null,
                null,
                null,
                pivot && defaults.compensable(),
                null,
                TaskReader.STAND_IN);
    }

    /** Null if the key is absent or cannot be read. */
    private @Nullable Join join(Fields fields) {
        return switch (fields.get("join")) {
            case null -> null;
            case DocumentNode.Text text when text.text().equals("all") -> Join.ALL;
            case DocumentNode.Text text when text.text().equals("any") -> Join.ANY;
            case DocumentNode.Mapping mapping -> joinOfSome(mapping);
            case DocumentNode node -> {
                OptionalInt count = Fields.whole(node, 1, Integer.MAX_VALUE);
                if (count.isEmpty()) {
                    fields.wrong(
                            node, "all, any, a number of steps, or an object such as { any: 1, others: cancel }", "");
                }
                yield count.isEmpty() ? null : Join.of(count.getAsInt());
            }
        };
    }

    /** Reads the form with {@code others}. */
    private Join joinOfSome(DocumentNode.Mapping mapping) {
        Fields fields = Fields.of(mapping, problems, JOIN_KEYS);
        if (!fields.has("any")) {
            problems.missing(
                    mapping.place(),
                    "any",
                    "it does not say how many steps are enough",
                    "Add 'any: 1' or another number");
        }
        int count = fields.integer("any", 1, Integer.MAX_VALUE, 1);
        Others others = fields.word("others", List.of(Others.values()));
        return Join.of(count).withOthers(others == null ? Others.LEAVE : others);
    }

    private Step whole(Step outline, Fields fields, Pivots pivots) {
        StepKind kind = kind(fields);
        refuseOthers(fields, kind);
        TimeReader times = new TimeReader(fields.place().path());
        LoopReader loops = new LoopReader(problems, times);
        ForEach forEach = loops.forEach(fields);
        Repeat repeat = switch (kind) {
            case AWAIT -> loops.signals(fields);
            case WORKFLOW, GROUP -> loops.repeat(fields, Repeat.CHILD_ROUNDS_MAX);
            default -> loops.repeat(fields, Repeat.ROUNDS_MAX);
        };
        StepDefaults ofStep = pivots.goesForward(outline.name()) ? StepDefaults.FORWARD_ONLY : defaults;
        Task task = kind == StepKind.GROUP
                ? groups.group(outline.name(), fields, ofStep, times)
                : task(kind, fields, ofStep, times);
        return new Step(
                outline.name(),
                outline.after(),
                outline.join(),
                fields.expression("when"),
                forEach,
                repeat,
                outline.pivot(),
                kind == StepKind.GROUP ? null : schemas.within(fields, "output"),
                task,
                times.times());
    }

    private StepKind kind(Fields fields) {
        List<StepKind> kinds = Stream.of(StepKind.values())
                .filter(kind -> fields.has(kind.key()))
                .toList();
        if (kinds.isEmpty()) {
            problems.missing(fields.place(), "action", "the step does nothing", "Add one of " + StepKind.all());
            return StepKind.ACTION;
        }
        if (kinds.size() > 1) {
            problems.unreadable(
                    fields.keyPlace(kinds.get(1).key()),
                    "a step has one of %s, found both '%s' and '%s'"
                            .formatted(
                                    StepKind.all(),
                                    kinds.get(0).key(),
                                    kinds.get(1).key()),
                    "Make two steps of it");
        }
        return kinds.getFirst();
    }

    private void refuseOthers(Fields fields, StepKind kind) {
        for (String key : StepKind.specialKeys()) {
            if (fields.has(key) && !kind.takes(key)) {
                problems.unreadable(
                        fields.keyPlace(key),
                        "'%s' belongs to a step with %s, and this one has '%s'"
                                .formatted(key, StepKind.takers(key), kind.key()),
                        "Remove it");
            }
        }
    }

    private Task task(StepKind kind, Fields fields, StepDefaults ofStep, TimeReader times) {
        TaskReader tasks = new TaskReader(problems, ofStep, schemas, times);
        return switch (kind) {
            case ACTION -> new CallReader(problems, ofStep, times).action(fields);
            case SWITCH -> tasks.choice(fields);
            case WAIT -> tasks.waitFor(fields);
            case WAIT_UNTIL -> tasks.waitUntil(fields);
            case AWAIT -> tasks.await(fields);
            case WORKFLOW -> tasks.child(fields);
            case GROUP -> throw new IllegalArgumentException("a group is read elsewhere");
            case VALUE -> tasks.value(fields);
            case FAIL -> tasks.fail(fields);
            case COMPLETE -> tasks.complete(fields);
        };
    }
}
