package dev.reeve.internal.model.reading;

import dev.reeve.internal.model.definition.ForEach;
import dev.reeve.internal.model.definition.Repeat;
import dev.reeve.internal.model.definition.StepDefaults;
import dev.reeve.internal.model.document.DocumentNode;
import dev.reeve.internal.model.document.Problems;
import dev.reeve.internal.model.expression.Expression;
import dev.reeve.internal.model.expression.Template;
import dev.reeve.workflow.Tolerate;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code forEach} and {@code repeat}. */
final class LoopReader {

    private static final List<String> OF_FOR_EACH = List.of("batch", "as", "concurrency", "tolerate");
    private static final Set<String> REPEAT_KEYS = Fields.keys("until", "delay", "factor", "maxDelay", "max");
    private static final Set<String> SIGNALS_KEYS = Fields.keys("until", "max");
    private static final Pattern PERCENT = Pattern.compile("(100|[1-9]?[0-9])%");

    /** Names that an item cannot have, because they mean something else in an expression. */
    private static final Set<String> TAKEN = Set.of(
            "input",
            "steps",
            "execution",
            "outcome",
            "index",
            "output",
            "round",
            "and",
            "or",
            "in",
            "true",
            "false",
            "null",
            "function");

    private final Problems problems;
    private final TimeReader times;

    LoopReader(Problems problems, TimeReader times) {
        this.problems = problems;
        this.times = times;
    }

    @Nullable ForEach forEach(Fields fields) {
        if (!fields.has("forEach")) {
            for (String key : OF_FOR_EACH) {
                if (fields.has(key)) {
                    problems.unreadable(
                            fields.keyPlace(key),
                            "'%s' belongs to 'forEach'".formatted(key),
                            "Add it, or remove the key");
                }
            }
            return null;
        }
        Template items = items(fields);
        int batch = fields.integer("batch", 1, ForEach.BATCH_MAX, ForEach.SINGLY);
        String as = fields.name("as", "the name of an item");
        if (as != null && TAKEN.contains(as)) {
            problems.add(fields.place("as"), "the name '%s' is taken".formatted(as), "Choose another");
        }
        int concurrency = fields.integer("concurrency", 1, ForEach.CONCURRENCY_MAX, ForEach.DEFAULT_CONCURRENCY);
        Tolerate tolerate = tolerate(fields);
        return items == null
                ? null
                : new ForEach(items, batch, as == null ? ForEach.DEFAULT_AS : as, concurrency, tolerate);
    }

    private @Nullable Template items(Fields fields) {
        return switch (fields.get("forEach")) {
            case null -> null;
            case DocumentNode.Text text -> fields.expression("forEach") == null ? null : fields.template("forEach");
            case DocumentNode.Sequence list
            when list.elements().isEmpty() -> {
                problems.unreadable(list.place(), "there is no item", "Add at least one");
                yield null;
            }
            case DocumentNode.Sequence list -> {
                if (list.elements().size() > ForEach.ITEMS_MAX) {
                    problems.addOfMeaning(
                            list.place(),
                            "there are %,d items, and the limit is %,d"
                                    .formatted(list.elements().size(), ForEach.ITEMS_MAX),
                            "");
                }
                yield fields.template("forEach");
            }
            case DocumentNode other -> {
                problems.unreadable(
                        other.place(),
                        "expected a list, or an expression that gives one, found %s".formatted(other.describe()),
                        "For example \"${ input.files }\"");
                yield null;
            }
        };
    }

    private Tolerate tolerate(Fields fields) {
        DocumentNode node = fields.get("tolerate");
        if (node == null) {
            return Tolerate.NONE;
        }
        Matcher percent = PERCENT.matcher(node instanceof DocumentNode.Text text ? text.text() : "");
        if (percent.matches()) {
            return Tolerate.percent(Integer.parseInt(percent.group(1)));
        }
        OptionalInt count = Fields.whole(node, 0, ForEach.ITEMS_MAX);
        if (count.isEmpty()) {
            fields.wrong(
                    node,
                    "how many items may fail, from 0 to %,d, or a share from 0%% to 100%%".formatted(ForEach.ITEMS_MAX),
                    "");
        }
        return Tolerate.items(count.orElse(0));
    }

    /** Reads {@code repeat} of a step that collects signals. */
    @Nullable Repeat signals(Fields outer) {
        DocumentNode.Mapping mapping =
                outer.object("repeat", "an object such as { until: \"${ $count(output) = 3 }\" }");
        if (mapping == null) {
            return null;
        }
        Fields fields = Fields.of(mapping, problems, SIGNALS_KEYS);
        if (!fields.has("until")) {
            problems.missing(
                    mapping.place(),
                    "until",
                    "'until' is missing",
                    "Add when to stop: until: \"${ $count(output) = 3 }\"");
        }
        Expression until = fields.expression("until");
        int max = fields.integer("max", 1, Repeat.SIGNALS_MAX, Repeat.DEFAULT_MAX);
        return until == null
                ? null
                : new Repeat(until, Repeat.DEFAULT_DELAY, Repeat.DEFAULT_FACTOR, Repeat.DEFAULT_MAX_DELAY, max);
    }

    /** @param roundsMax the highest maximum number of rounds for this kind of step */
    @Nullable Repeat repeat(Fields outer, int roundsMax) {
        DocumentNode.Mapping mapping =
                outer.object("repeat", "an object such as { until: \"${ output.done }\", delay: 5s }");
        if (mapping == null) {
            return null;
        }
        Fields fields = Fields.of(mapping, problems, REPEAT_KEYS);
        if (!fields.has("until")) {
            problems.missing(
                    mapping.place(), "until", "'until' is missing", "Add when to stop: until: \"${ output.done }\"");
        }
        Expression until = fields.expression("until");
        Duration given = times.duration(fields, "delay", Duration.ZERO);
        Duration delay = given == null ? Repeat.DEFAULT_DELAY : given;
        double factor = fields.decimal("factor", 1, CallReader.FACTOR_MAX, Repeat.DEFAULT_FACTOR);
        Duration maxDelay = new CallReader(problems, StepDefaults.STEP, times)
                .longest(fields, "maxDelay", "delay", delay, Repeat.DEFAULT_MAX_DELAY);
        int max = fields.integer("max", 1, roundsMax, Repeat.DEFAULT_MAX);
        return until == null ? null : new Repeat(until, delay, factor, maxDelay, max);
    }
}
