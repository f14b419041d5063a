package dev.reeve.internal.model.reading;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The kinds of step. The key that selects a kind names it; the other keys are valid only together with it. */
enum StepKind {
    ACTION(
            "action",
            "oneOf",
            "forEach",
            "batch",
            "as",
            "concurrency",
            "tolerate",
            "repeat",
            "pivot",
            "input",
            "startBy",
            "expected",
            "onSlow",
            "completeBy",
            "heartbeat",
            "retry",
            "transactional",
            "limit",
            "probe",
            "compensate",
            "onUnknown",
            "onExhausted",
            "priority",
            "output"),
    SWITCH("switch"),
    WAIT("wait"),
    WAIT_UNTIL("waitUntil", "updateOn"),
    AWAIT("await", "repeat", "pivot", "onExhausted"),
    WORKFLOW(
            "workflow",
            "oneOf",
            "forEach",
            "batch",
            "as",
            "concurrency",
            "tolerate",
            "repeat",
            "pivot",
            "version",
            "input",
            "completeBy",
            "onExhausted",
            "priority",
            "output"),
    GROUP(
            "steps",
            "forEach",
            "batch",
            "as",
            "concurrency",
            "tolerate",
            "repeat",
            "pivot",
            "input",
            "completeBy",
            "onExhausted",
            "priority",
            "output"),
    VALUE("value"),
    FAIL("fail"),
    COMPLETE("complete");

    /** The keys that every step may have. */
    static final List<String> COMMON = List.of("after", "join", "when");

    /** All keys that a step may have. */
    static final Set<String> KEYS = keys();

    private final String key;

    @SuppressWarnings("ImmutableEnumChecker") // List.of returns an immutable list
    private final List<String> keys;

    StepKind(String key, String... keys) {
        this.key = key;
        this.keys = List.of(keys);
    }

    private static Set<String> keys() {
        Set<String> keys = new LinkedHashSet<>(COMMON);
        Stream.of(values()).map(StepKind::key).forEach(keys::add);
        keys.addAll(specialKeys());
        return keys;
    }

    String key() {
        return key;
    }

    /** Whether a child execution does the step. */
    boolean isChild() {
        return this == WORKFLOW || this == GROUP;
    }

    /** Whether a key that is specific to some kinds is valid for this one. */
    boolean takes(String other) {
        return keys.contains(other);
    }

    /** The valid keys of a step that has these keys: those of its kind, or all keys if it has no kind or several. */
    static Collection<String> fitting(Set<String> keys) {
        List<StepKind> kinds =
                Stream.of(values()).filter(kind -> keys.contains(kind.key)).toList();
        if (kinds.size() != 1) {
            return KEYS;
        }
        StepKind kind = kinds.getFirst();
        List<String> fitting = new ArrayList<>(COMMON);
        fitting.add(kind.key);
        fitting.addAll(kind.keys);
        return fitting;
    }

    /** All keys that are specific to some kinds, without the keys that select a kind. */
    static List<String> specialKeys() {
        return Stream.of(values())
                .flatMap(kind -> kind.keys.stream())
                .distinct()
                .toList();
    }

    /** The kinds that take a key, for messages: {@code 'action' or 'workflow'}. */
    static String takers(String special) {
        return listed(Stream.of(values()).filter(kind -> kind.takes(special)));
    }

    /** All kinds, for messages. */
    static String all() {
        return listed(Stream.of(values()));
    }

    private static String listed(Stream<StepKind> kinds) {
        List<String> names =
                new ArrayList<>(kinds.map(kind -> "'" + kind.key + "'").toList());
        String last = names.removeLast();
        return names.isEmpty() ? last : names.stream().collect(Collectors.joining(", ", "", " or ")) + last;
    }
}
