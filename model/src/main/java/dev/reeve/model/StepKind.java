package dev.reeve.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The kinds of step, each named by the key that makes a step one of it, with the keys that only make sense beside that. */
enum StepKind {
    ACTION(
            "action",
            "forEach",
            "as",
            "concurrency",
            "tolerate",
            "repeat",
            "pivot",
            "input",
            "startBy",
            "expected",
            "completeBy",
            "heartbeat",
            "retry",
            "limit",
            "probe",
            "compensate",
            "onUnknown",
            "onExhausted",
            "priority",
            "output"),
    SWITCH("switch"),
    WAIT("wait"),
    WAIT_UNTIL("waitUntil"),
    AWAIT("await", "pivot", "onExhausted"),
    WORKFLOW(
            "workflow",
            "forEach",
            "as",
            "concurrency",
            "tolerate",
            "pivot",
            "version",
            "input",
            "completeBy",
            "onExhausted",
            "priority",
            "output");

    /** The keys that every step may have. */
    static final List<String> COMMON = List.of("after", "join", "when");

    private final String key;

    @SuppressWarnings("ImmutableEnumChecker") // List.of gives one that cannot be changed
    private final List<String> keys;

    StepKind(String key, String... keys) {
        this.key = key;
        this.keys = List.of(keys);
    }

    String key() {
        return key;
    }

    /** Whether a key that belongs to some kinds belongs to this one. */
    boolean takes(String other) {
        return keys.contains(other);
    }

    /** The keys that a step with these may have: those of its kind, or all if it is of no kind, or of several. */
    static Collection<String> fitting(Set<String> keys) {
        List<StepKind> kinds =
                Stream.of(values()).filter(kind -> keys.contains(kind.key)).toList();
        if (kinds.size() != 1) {
            return StepReader.KEYS;
        }
        StepKind kind = kinds.getFirst();
        List<String> fitting = new ArrayList<>(COMMON);
        fitting.add(kind.key);
        fitting.addAll(kind.keys);
        return fitting;
    }

    /** Every key that belongs to some kinds only, but those that name a kind. */
    static List<String> specialKeys() {
        return Stream.of(values())
                .flatMap(kind -> kind.keys.stream())
                .distinct()
                .toList();
    }

    /** For messages: {@code 'action' or 'workflow'}, the kinds that take a key. */
    static String takers(String special) {
        return listed(Stream.of(values()).filter(kind -> kind.takes(special)));
    }

    /** For messages: all of them. */
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
