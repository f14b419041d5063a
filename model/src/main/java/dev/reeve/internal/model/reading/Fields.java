package dev.reeve.internal.model.reading;

import dev.reeve.Failure;
import dev.reeve.InvalidInputException;
import dev.reeve.internal.model.document.DocumentNode;
import dev.reeve.internal.model.document.Problems;
import dev.reeve.internal.model.document.TextPlace;
import dev.reeve.internal.model.expression.Expression;
import dev.reeve.internal.model.expression.ExpressionException;
import dev.reeve.internal.model.expression.ExpressionLexer;
import dev.reeve.internal.model.expression.Template;
import dev.reeve.internal.model.expression.TemplateNode;
import dev.reeve.internal.values.Durations;
import dev.reeve.internal.values.Limits;
import dev.reeve.internal.values.Numbers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the members of one object of a definition and checks their types. A wrong member is reported, and counts as
 * absent.
 */
final class Fields {

    static final Duration DURATION_MIN = Duration.ofMillis(1);

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");
    private static final Pattern ACTION = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*(\\.[A-Za-z][A-Za-z0-9_-]*)*");

    private static final Pattern CODE = Pattern.compile("[A-Z][A-Z0-9_]{0,%d}".formatted(Failure.CODE_LENGTH_MAX - 1));

    private final DocumentNode.Mapping mapping;
    private final Problems problems;

    private Fields(DocumentNode.Mapping mapping, Problems problems) {
        this.mapping = mapping;
        this.problems = problems;
    }

    /** A set of known keys, in the order in which messages list them. */
    static Set<String> keys(String... keys) {
        return new LinkedHashSet<>(List.of(keys));
    }

    /** Reads an object and reports every unknown key. */
    static Fields of(DocumentNode.Mapping mapping, Problems problems, Set<String> known) {
        return of(mapping, problems, known, () -> known, Set.of());
    }

    /**
     * Like {@link #of(DocumentNode.Mapping, Problems, Set)}.
     *
     * @param fitting the known keys that make sense here, for messages
     * @param nullable the known keys whose value may be null
     */
    static Fields of(
            DocumentNode.Mapping mapping,
            Problems problems,
            Set<String> known,
            Supplier<Collection<String>> fitting,
            Set<String> nullable) {
        for (Map.Entry<String, DocumentNode.Member> member : mapping.members().entrySet()) {
            String key = member.getKey();
            TextPlace place = member.getValue().key();
            if (known.contains(key)) {
                if (member.getValue().node() instanceof DocumentNode.Nothing && !nullable.contains(key)) {
                    problems.unreadable(place, "'%s' has no value".formatted(key), "Give it one, or remove the key");
                }
            } else {
                problems.unreadable(
                        place, "unknown key '%s'".formatted(key), suggestion(key, known, fitting, problems));
            }
        }
        return new Fields(mapping, problems);
    }

    private static String suggestion(
            String key, Set<String> known, Supplier<Collection<String>> fitting, Problems problems) {
        boolean sameWord = fitting.get().stream().anyMatch(word -> word.equalsIgnoreCase(key));
        // other languages have steps and workflows too; inside their parts, habits are rarely the reason
        boolean ofRetry = known.contains("maxAttempts");
        boolean mayBeHabit = ofRetry || known.contains("after") || known.contains("steps");
        return Optional.of(key)
                .filter(word -> mayBeHabit && !sameWord)
                .flatMap(Habits::ofKey)
                .filter(advice -> !ofRetry || advice.contains(" in 'retry'"))
                .orElseGet(() ->
                        problems.didYouMean(key, fitting.get(), "Known keys are " + String.join(", ", fitting.get())));
    }

    TextPlace place() {
        return mapping.place();
    }

    boolean has(String key) {
        return mapping.members().containsKey(key);
    }

    /** The place of the value; of the object itself if the key is absent. */
    TextPlace place(String key) {
        DocumentNode.Member member = mapping.members().get(key);
        return member == null ? mapping.place() : member.node().place();
    }

    /** The place of the key; of the object itself if the key is absent. */
    TextPlace keyPlace(String key) {
        DocumentNode.Member member = mapping.members().get(key);
        return member == null ? mapping.place() : member.key();
    }

    /** Null if the key is absent, or has no value, which was reported. */
    @Nullable DocumentNode get(String key) {
        DocumentNode.Member member = mapping.members().get(key);
        return member == null || member.node() instanceof DocumentNode.Nothing ? null : member.node();
    }

    @Nullable String text(String key, String expected) {
        DocumentNode node = get(key);
        if (node == null) {
            return null;
        }
        if (node instanceof DocumentNode.Text text) {
            return text.text();
        }
        wrong(node, expected, "");
        return null;
    }

    /** Reports a value of another type than expected. */
    void wrong(DocumentNode node, String expected, String suggestion) {
        problems.unreadable(node.place(), "expected %s, found %s".formatted(expected, node.describe()), suggestion);
    }

    @Nullable String name(String key, String expected) {
        String name = text(key, expected);
        if (name != null) {
            checkName(place(key), name, problems);
        }
        return name;
    }

    static boolean isName(String name) {
        return name.length() <= Limits.DEFAULT.nameLength()
                && NAME.matcher(name).matches();
    }

    static String nameMessage(String name) {
        return name.length() > Limits.DEFAULT.nameLength()
                ? "the name has %,d characters, and the limit is %d"
                        .formatted(name.length(), Limits.DEFAULT.nameLength())
                : "'%s' is not a name: expected small letters, digits and _, beginning with a letter".formatted(name);
    }

    /** The probably intended name, if one can be derived from the text. */
    static String nameSuggestion(String name) {
        if (name.length() > Limits.DEFAULT.nameLength()) {
            return "";
        }
        String snake = name.replaceAll("([a-z0-9])([A-Z])", "$1_$2")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "_")
                .replaceAll("^[^a-z]+|_+$", "");
        return isName(snake) ? "For example %s".formatted(snake) : "";
    }

    /** Reads the code of a failure; null if it is absent or cannot be read. */
    @Nullable String code(String key) {
        String text = text(key, "a code such as CARD_DECLINED");
        return text != null && isCode(text, place(key)) ? text : null;
    }

    static boolean isCode(String text) {
        return CODE.matcher(text).matches();
    }

    /** Whether this is the code of a failure; otherwise reports it. */
    boolean isCode(String text, TextPlace place) {
        if (isCode(text)) {
            return true;
        }
        String upper = text.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]+", "_");
        problems.unreadable(
                place,
                "'%s' is not a code: expected capital letters, digits and _, at most %d characters"
                        .formatted(text, Failure.CODE_LENGTH_MAX),
                isCode(upper) ? "Did you mean %s?".formatted(upper) : "For example CARD_DECLINED");
        return false;
    }

    /** Reads a list of codes of failures, without those that cannot be read; empty if it is absent. */
    List<String> codes(String key) {
        DocumentNode node = get(key);
        if (node == null) {
            return List.of();
        }
        if (!(node instanceof DocumentNode.Sequence sequence)) {
            wrong(
                    node,
                    "a list of codes such as [CARD_DECLINED]",
                    node instanceof DocumentNode.Text text ? "Write [%s]".formatted(text.text()) : "");
            return List.of();
        }
        if (sequence.elements().isEmpty()) {
            problems.add(sequence.place(), "there is no code", "Add one, or remove '%s'".formatted(key));
        }
        Set<String> codes = new LinkedHashSet<>();
        for (DocumentNode element : sequence.elements()) {
            if (!(element instanceof DocumentNode.Text text)) {
                wrong(element, "a code such as CARD_DECLINED", "");
            } else if (isCode(text.text(), text.place()) && !codes.add(text.text())) {
                problems.add(text.place(), "'%s' is in the list twice".formatted(text.text()), "Remove it");
            }
        }
        return List.copyOf(codes);
    }

    @Nullable String action(String key) {
        String action = text(key, "the name of an action, such as payment.charge");
        if (action == null) {
            return null;
        }
        checkAction(place(key), action, problems);
        return action;
    }

    /** Reports a text that is not the name of an action. */
    static void checkAction(TextPlace place, String action, Problems problems) {
        if (action.length() > Limits.DEFAULT.nameLength()
                || !ACTION.matcher(action).matches()) {
            problems.add(
                    place,
                    action.length() > Limits.DEFAULT.nameLength()
                            ? nameMessage(action)
                            : "'%s' is not the name of an action: expected noun.verb of letters, digits, _ and -"
                                    .formatted(action),
                    action.length() > Limits.DEFAULT.nameLength() ? "" : "For example payment.charge");
        }
    }

    /** Reports a text that is not a name. */
    static void checkName(TextPlace place, String name, Problems problems) {
        if (!isName(name)) {
            problems.add(place, nameMessage(name), nameSuggestion(name));
        }
    }

    @Nullable Duration duration(String key, Duration min) {
        DocumentNode node = get(key);
        if (node == null) {
            return null;
        }
        if (!(node instanceof DocumentNode.Text text)) {
            wrong(
                    node,
                    "a duration such as 30s",
                    node instanceof DocumentNode.Numeral number ? "Did you mean %ss?".formatted(number.text()) : "");
            return null;
        }
        try {
            Duration duration = Durations.parse(text.text());
            if (duration.compareTo(min) < 0) {
                problems.unreadable(
                        node.place(),
                        "'%s' is too short: at least %s".formatted(text.text(), Durations.format(min)),
                        "");
                return null;
            }
            return duration;
        } catch (Durations.TooLongException e) {
            problems.unreadableOfMeaning(node.place(), String.valueOf(e.getMessage()), "");
            return null;
        } catch (IllegalArgumentException e) {
            problems.unreadable(node.place(), String.valueOf(e.getMessage()), "");
            return null;
        }
    }

    int integer(String key, int min, int max, int otherwise) {
        DocumentNode node = get(key);
        if (node == null) {
            return otherwise;
        }
        OptionalInt value = whole(node, min, max);
        if (value.isEmpty()) {
            wrong(node, "a whole number from %,d to %,d".formatted(min, max), "");
        }
        return value.orElse(otherwise);
    }

    /** Empty if the node is not a whole number, or out of range. */
    static OptionalInt whole(DocumentNode node, int min, int max) {
        return node instanceof DocumentNode.Numeral number
                        && Numbers.parse(number.text()) instanceof Integer value
                        && value >= min
                        && value <= max
                ? OptionalInt.of(value)
                : OptionalInt.empty();
    }

    /** False if the key is absent. */
    boolean flag(String key) {
        DocumentNode node = get(key);
        if (node == null || node instanceof DocumentNode.Flag) {
            return node instanceof DocumentNode.Flag flag && flag.flag();
        }
        wrong(node, "true or false", "");
        return false;
    }

    double decimal(String key, double min, double max, double otherwise) {
        DocumentNode node = get(key);
        if (node == null) {
            return otherwise;
        }
        if (node instanceof DocumentNode.Numeral number) {
            double value = Numbers.parse(number.text()).doubleValue();
            if (value >= min && value <= max) {
                return value;
            }
        }
        wrong(node, "a number from %s to %s".formatted(Numbers.text(min), Numbers.text(max)), "");
        return otherwise;
    }

    /** Reads one of the given words: the enum's constants in lower case. */
    <E extends Enum<E>> @Nullable E word(String key, List<E> words) {
        DocumentNode node = get(key);
        return node == null ? null : word(node, words, List.of());
    }

    <E extends Enum<E>> @Nullable E word(DocumentNode node, List<E> words, List<String> alternatives) {
        List<String> names = new ArrayList<>();
        words.forEach(word -> names.add(nameOf(word)));
        if (node instanceof DocumentNode.Text text && names.contains(text.text())) {
            return words.get(names.indexOf(text.text()));
        }
        List<String> expected = new ArrayList<>(names);
        expected.addAll(alternatives);
        wrong(
                node,
                String.join(" or ", expected),
                node instanceof DocumentNode.Text text ? wordMeant(text.text(), names) : "");
        return null;
    }

    private String wordMeant(String word, List<String> known) {
        return Optional.of(word)
                .filter(found -> known.contains("escalate") && known.contains("continue"))
                .flatMap(Habits::ofEnd)
                .orElseGet(() -> problems.didYouMean(word, known, ""));
    }

    static String nameOf(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }

    DocumentNode.@Nullable Mapping object(String key, String expected) {
        DocumentNode node = get(key);
        if (node == null) {
            return null;
        }
        if (node instanceof DocumentNode.Mapping object) {
            return object;
        }
        wrong(node, expected, "");
        return null;
    }

    List<DocumentNode.Text> texts(String key, String expected) {
        DocumentNode node = get(key);
        if (node == null) {
            return List.of();
        }
        if (!(node instanceof DocumentNode.Sequence sequence)) {
            wrong(node, expected, node instanceof DocumentNode.Text text ? "Write [%s]".formatted(text.text()) : "");
            return List.of();
        }
        List<DocumentNode.Text> texts = new ArrayList<>();
        for (DocumentNode element : sequence.elements()) {
            if (element instanceof DocumentNode.Text text) {
                texts.add(text);
            } else {
                wrong(element, "the name of a step", "");
            }
        }
        return texts;
    }

    /** Reads a single expression in <code>${ }</code>. */
    @Nullable Expression expression(String key) {
        DocumentNode node = get(key);
        if (node == null) {
            return null;
        }
        if (!(node instanceof DocumentNode.Text text)) {
            wrong(node, "an expression such as \"${ input.amount > 100 }\"", "");
            return null;
        }
        if (!isExpression(text.text())) {
            wrong(
                    node,
                    "one expression in ${ }",
                    text.text().contains("${")
                            ? "Put all of it into one ${ }"
                            : "Write \"${ %s }\"".formatted(text.text()));
            return null;
        }
        try {
            return Expression.of(text.text(), problems.isChecked());
        } catch (ExpressionException e) {
            problems.unreadableOfMeaning(node.place(), String.valueOf(e.getMessage()), "");
            return null;
        }
    }

    private static boolean isExpression(String text) {
        String stripped = text.strip();
        try {
            return stripped.startsWith("${") && ExpressionLexer.endOfExpression(stripped, 2) == stripped.length() - 1;
        } catch (ExpressionException e) {
            return true; // intended as an expression; compiling it reports the error
        }
    }

    /** Reads text with expressions in it. */
    @Nullable Template textTemplate(String key) {
        return text(key, "text, or an expression such as \"${ input.customer }\"") == null ? null : template(key);
    }

    /** Reads any JSON with expressions in its strings. Each string that cannot be read is reported at its own place. */
    @Nullable Template template(String key) {
        DocumentNode node = get(key);
        return node == null ? null : template(node);
    }

    /** Like {@link #template(String)}, but accepts null as a value. */
    @Nullable Template nullableTemplate(String key) {
        DocumentNode.Member member = mapping.members().get(key);
        return member == null ? null : template(member.node());
    }

    private @Nullable Template template(DocumentNode node) {
        refuseExpressionsInKeys(node);
        try {
            return Template.of(node.value(), problems.isChecked());
        } catch (ExpressionException e) {
            return readable(node);
        } catch (InvalidInputException e) {
            problems.markUnreadable(node.place());
            // a value that no store can keep was reported when it was read
            if (!problems.has(node.place().path())) {
                problems.addOfMeaning(node.place(), String.valueOf(e.getMessage()), "");
            }
            return null;
        }
    }

    /**
     * The template without its unreadable strings, which are reported. The references of the other strings are still
     * checked.
     */
    private @Nullable Template readable(DocumentNode node) {
        try {
            return Template.of(withoutUnreadable(node), false);
        } catch (ExpressionException | InvalidInputException e) {
            return null; // the problem was reported
        }
    }

    private @Nullable Object withoutUnreadable(DocumentNode node) {
        return switch (node) {
            case DocumentNode.Text text -> {
                try {
                    TemplateNode.compile(text.text(), "", new ArrayList<>(), false);
                    yield text.text();
                } catch (ExpressionException e) {
                    problems.unreadableOfMeaning(text.place(), String.valueOf(e.getMessage()), "");
                    yield null;
                }
            }
            case DocumentNode.Sequence sequence -> {
                List<@Nullable Object> elements = new ArrayList<>();
                sequence.elements().forEach(element -> elements.add(withoutUnreadable(element)));
                yield elements;
            }
            case DocumentNode.Mapping object -> {
                Map<String, @Nullable Object> members = new LinkedHashMap<>();
                object.members().forEach((name, member) -> members.put(name, withoutUnreadable(member.node())));
                yield members;
            }
            case DocumentNode.Numeral number -> number.value();
            case DocumentNode.Flag flag -> flag.value();
            case DocumentNode.Nothing nothing -> null;
        };
    }

    private void refuseExpressionsInKeys(DocumentNode node) {
        switch (node) {
            case DocumentNode.Sequence sequence -> sequence.elements().forEach(this::refuseExpressionsInKeys);
            case DocumentNode.Mapping object ->
                object.members().forEach((name, member) -> {
                    if (name.contains("${")) {
                        problems.add(
                                member.key(),
                                "an expression in a key is not evaluated",
                                "Make the whole object one expression: \"${ { key: value } }\"");
                    }
                    refuseExpressionsInKeys(member.node());
                });
            case DocumentNode.Text text -> {}
            case DocumentNode.Numeral number -> {}
            case DocumentNode.Flag flag -> {}
            case DocumentNode.Nothing nothing -> {}
        }
    }
}
