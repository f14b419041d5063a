package dev.reeve.internal.model.reading;

import dev.reeve.internal.model.definition.ComputedName;
import dev.reeve.internal.model.document.DocumentNode;
import dev.reeve.internal.model.document.Problems;
import dev.reeve.internal.model.expression.Template;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the names of actions and workflows, which may be expressions together with {@code oneOf}. */
final class NameReader {

    static final String ONE_OF = "oneOf";

    private final Problems problems;

    NameReader(Problems problems) {
        this.problems = problems;
    }

    /** Whether the value is text with an expression in it. */
    static boolean isComputed(@Nullable DocumentNode node) {
        return node instanceof DocumentNode.Text text && text.text().contains("${");
    }

    /** Reads the name of an action: a literal, or the text of an expression. Null if it is absent, or no text. */
    @Nullable String action(Fields fields) {
        return isComputed(fields.get("action")) ? fields.text("action", "") : fields.action("action");
    }

    /** Reads the name of a workflow, as {@link #action}. */
    @Nullable String workflow(Fields fields) {
        return isComputed(fields.get("workflow"))
                ? fields.text("workflow", "")
                : fields.name("workflow", "the name of a workflow");
    }

    /**
     * Reads how a name is computed.
     *
     * @param key {@code action} or {@code workflow}
     * @return null if the name is a literal, or cannot be read
     */
    @Nullable ComputedName computed(Fields fields, String key) {
        if (!isComputed(fields.get(key))) {
            if (fields.has(ONE_OF) && fields.get(key) instanceof DocumentNode.Text) {
                problems.unreadable(
                        fields.keyPlace(ONE_OF),
                        "'oneOf' belongs to '%s' with an expression, and this one is a literal".formatted(key),
                        "Remove it");
            }
            return null;
        }
        Template name = fields.template(key);
        if (name != null
                && name.expressions().isEmpty()
                && !problems.has(fields.place(key).path())) {
            problems.addOfMeaning(fields.place(key), "there is no expression in the name", "Remove the $ before ${");
        }
        if (!fields.has(ONE_OF)) {
            missing(fields, key);
        }
        List<String> oneOf = oneOf(fields, key);
        return name == null ? null : new ComputedName(name, oneOf);
    }

    private void missing(Fields fields, String key) {
        problems.missing(
                fields.place(key),
                ONE_OF,
                "the %s is computed, and the names that can come are not listed".formatted(key),
                key.equals("action")
                        ? "Add them, for example oneOf: [payment.card, payment.invoice]"
                        : "Add them, for example oneOf: [pay_by_card, pay_by_invoice]");
    }

    private List<String> oneOf(Fields fields, String key) {
        DocumentNode node = fields.get(ONE_OF);
        if (node == null) {
            return List.of();
        }
        String of = key.equals("action") ? "an action" : "a workflow";
        if (!(node instanceof DocumentNode.Sequence list)) {
            fields.wrong(
                    node,
                    "a list of the names that can come",
                    node instanceof DocumentNode.Text text ? "Write [%s]".formatted(text.text()) : "");
            return List.of();
        }
        if (list.elements().isEmpty() || list.elements().size() > ComputedName.ONE_OF_MAX) {
            problems.unreadable(
                    list.place(),
                    "there are %,d names, and a list has 1 to %,d"
                            .formatted(list.elements().size(), ComputedName.ONE_OF_MAX),
                    "");
        }
        Set<String> names = new LinkedHashSet<>();
        for (DocumentNode element : list.elements()) {
            if (!(element instanceof DocumentNode.Text text)) {
                fields.wrong(element, "the name of " + of, "");
            } else if (!names.add(text.text())) {
                problems.add(text.place(), "'%s' is in the list twice".formatted(text.text()), "Remove it");
            } else if (key.equals("action")) {
                Fields.checkAction(text.place(), text.text(), problems);
            } else {
                Fields.checkName(text.place(), text.text(), problems);
            }
        }
        return List.copyOf(names);
    }
}
