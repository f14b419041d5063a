package dev.reeve.internal.model.schema;

import dev.reeve.internal.values.MemberPath;
import dev.reeve.internal.values.SchemaReference;
import dev.reeve.workflow.Problem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds schemas that apply too many schemas to the same value. In a chain of definitions that each refer twice to the
 * next one, every definition doubles the number. This is known without a value, so such a schema is refused when it is
 * deployed. Costs that depend on the value are bounded during the check; see {@link SchemaProgram}.
 */
final class SchemaFanOut {

    /** Maximum number of schemas applied to one value, directly or indirectly. Ordinary schemas have a few dozen. */
    static final int APPLIED_MAX = 10_000;

    private static final List<String> LISTS = List.of("allOf", "anyOf", "oneOf");
    private static final List<String> SINGLE = List.of("not", "if", "then", "else");

    private final Object root;
    private final Map<String, Object> anchors = new HashMap<>();
    private final IdentityHashMap<Object, Integer> known = new IdentityHashMap<>();
    private final IdentityHashMap<Object, Boolean> begun = new IdentityHashMap<>();

    private SchemaFanOut(Object root) {
        this.root = root;
    }

    /** Checks a schema; empty if it is valid. */
    static List<Problem> problems(@Nullable Object schema) {
        List<Problem> problems = new ArrayList<>();
        if (schema instanceof Map) {
            SchemaFanOut fanOut = new SchemaFanOut(schema);
            fanOut.findAnchors();
            fanOut.judge(schema, "", problems);
        }
        return problems;
    }

    private void findAnchors() {
        Deque<Object> rest = new ArrayDeque<>(List.of(root));
        while (!rest.isEmpty()) {
            switch (rest.pop()) {
                case Map<?, ?> members -> {
                    if (members.get("$anchor") instanceof String anchor) {
                        anchors.putIfAbsent(anchor, members);
                    }
                    members.values().stream().filter(value -> value != null).forEach(rest::push);
                }
                case List<?> elements ->
                    elements.stream().filter(value -> value != null).forEach(rest::push);
                default -> {
                    // contains no schema
                }
            }
        }
    }

    /** Reports only the outermost schema on each path; the schemas inside it exceed the limit for the same reason. */
    private void judge(@Nullable Object value, String path, List<Problem> problems) {
        if (value instanceof Map<?, ?> members) {
            if (applied(members) > APPLIED_MAX) {
                problems.add(Problem.at(
                        path,
                        "the schema applies more than %,d schemas to one value".formatted(APPLIED_MAX),
                        "Refer to each schema once, rather than several times at each level"));
                return;
            }
            members.forEach((name, member) -> judge(member, path + MemberPath.member(String.valueOf(name)), problems));
        } else if (value instanceof List<?> elements) {
            for (int i = 0; i < elements.size(); i++) {
                judge(elements.get(i), path + "[" + i + "]", problems);
            }
        }
    }

    /** The number of schemas applied to a value when this one is. A recursive reference counts once. */
    private int applied(@Nullable Object schema) {
        if (!(schema instanceof Map<?, ?> members)) {
            return 1;
        }
        Integer count = known.get(members);
        if (count != null) {
            return count;
        }
        if (begun.put(members, true) != null) {
            return 1;
        }
        long sum = 1;
        for (String keyword : LISTS) {
            if (members.get(keyword) instanceof List<?> schemas) {
                for (Object one : schemas) {
                    sum += applied(one);
                }
            }
        }
        for (String keyword : SINGLE) {
            if (members.get(keyword) instanceof Map<?, ?> one) {
                sum += applied(one);
            }
        }
        if (members.get("dependentSchemas") instanceof Map<?, ?> schemas) {
            for (Object one : schemas.values()) {
                sum += applied(one);
            }
        }
        if (members.get("$ref") instanceof String reference) {
            sum += applied(target(reference));
        }
        int bounded = (int) Math.min(sum, Integer.MAX_VALUE / 2);
        known.put(members, bounded);
        return bounded;
    }

    private @Nullable Object target(String reference) {
        if (SchemaReference.isPointer(reference)) {
            return SchemaReference.target(root, reference);
        }
        String anchor = SchemaReference.anchor(reference);
        return anchor == null ? null : anchors.get(anchor);
    }
}
