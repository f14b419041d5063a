package dev.reeve.internal.sensitive;

import dev.reeve.internal.values.MemberPath;
import dev.reeve.internal.values.SchemaReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * The schemas within a JSON Schema and how they apply each other, references included. A schema counts as applied
 * wherever it could be: alternatives and conditions are not decided. For one thread, while it is built.
 */
final class SchemaGraph {

    /** {@code writeOnly} is the standard's word for values that are not given back. */
    static final List<String> MARKS = List.of("sensitive", "writeOnly");

    private static final List<String> SAME = List.of("not", "if", "then", "else", "propertyNames");
    private static final List<String> LISTS = List.of("allOf", "anyOf", "oneOf");
    private static final List<String> SINGLE = List.of(
            "additionalProperties", "unevaluatedProperties", "items", "unevaluatedItems", "contains", "contentSchema");
    private static final List<String> MAPS =
            List.of("properties", "patternProperties", "dependentSchemas", "$defs", "definitions");

    private final Map<?, ?> root;
    private final BiConsumer<String, Object> wrongMarks;
    private final IdentityHashMap<Map<?, ?>, SchemaNode> nodes = new IdentityHashMap<>();
    private final IdentityHashMap<Map<?, ?>, Map<?, ?>> resources = new IdentityHashMap<>();
    private final Map<String, List<Map<?, ?>>> anchors = new HashMap<>();
    private final Deque<SchemaNode> unlinked = new ArrayDeque<>();

    private SchemaGraph(Map<?, ?> root, BiConsumer<String, Object> wrongMarks) {
        this.root = root;
        this.wrongMarks = wrongMarks;
    }

    /** The schema as a node; null if it marks nothing. */
    static @Nullable SchemaNode of(Map<?, ?> schema) {
        SchemaGraph graph = new SchemaGraph(schema, (path, value) -> {});
        graph.visit(schema, schema, "");
        SchemaNode node = graph.node(schema);
        graph.linkAll();
        graph.findReach();
        return node.reaches ? node : null;
    }

    /** Tells the paths and values of marks that are neither true nor false. */
    static void wrongMarks(Map<?, ?> schema, BiConsumer<String, Object> wrong) {
        new SchemaGraph(schema, wrong).visit(schema, schema, "");
    }

    /** Goes through all schemas. The depth is that of the text, which is bounded. */
    private void visit(@Nullable Object value, Map<?, ?> resource, String path) {
        if (!(value instanceof Map<?, ?> schema)) {
            return;
        }
        Map<?, ?> own = schema.get("$id") instanceof String ? schema : resource;
        resources.put(schema, own);
        for (String keyword : List.of("$anchor", "$dynamicAnchor")) {
            if (schema.get(keyword) instanceof String anchor) {
                anchors.computeIfAbsent(anchor, name -> new ArrayList<>()).add(schema);
            }
        }
        for (String mark : MARKS) {
            Object found = schema.get(mark);
            if (schema.containsKey(mark) && !(found instanceof Boolean)) {
                wrongMarks.accept(path + MemberPath.member(mark), String.valueOf(found));
            }
        }
        for (String keyword : SAME) {
            visit(schema.get(keyword), own, path + MemberPath.member(keyword));
        }
        for (String keyword : SINGLE) {
            visit(schema.get(keyword), own, path + MemberPath.member(keyword));
        }
        for (String keyword : List.of("allOf", "anyOf", "oneOf", "prefixItems")) {
            if (schema.get(keyword) instanceof List<?> all) {
                for (int i = 0; i < all.size(); i++) {
                    visit(all.get(i), own, path + MemberPath.member(keyword) + "[" + i + "]");
                }
            }
        }
        for (String keyword : MAPS) {
            if (schema.get(keyword) instanceof Map<?, ?> all) {
                all.forEach((name, each) ->
                        visit(each, own, path + MemberPath.member(keyword) + MemberPath.member(String.valueOf(name))));
            }
        }
    }

    private SchemaNode node(Map<?, ?> schema) {
        return nodes.computeIfAbsent(schema, key -> {
            SchemaNode node = new SchemaNode(schema);
            unlinked.add(node);
            return node;
        });
    }

    /** The schema as a node; null for true and false, which mark nothing. */
    private @Nullable SchemaNode nodeOf(@Nullable Object schema) {
        return schema instanceof Map<?, ?> members ? node(members) : null;
    }

    private void addTo(Collection<SchemaNode> all, @Nullable Object schema) {
        SchemaNode node = nodeOf(schema);
        if (node != null) {
            all.add(node);
        }
    }

    private void linkAll() {
        while (!unlinked.isEmpty()) {
            link(unlinked.remove());
        }
    }

    private void link(SchemaNode node) {
        Map<?, ?> schema = node.schema;
        node.marked = MARKS.stream().anyMatch(mark -> Boolean.TRUE.equals(schema.get(mark)));
        SAME.forEach(keyword -> addTo(node.same, schema.get(keyword)));
        for (String keyword : LISTS) {
            if (schema.get(keyword) instanceof List<?> all) {
                all.forEach(each -> addTo(node.same, each));
            }
        }
        if (schema.get("dependentSchemas") instanceof Map<?, ?> all) {
            all.values().forEach(each -> addTo(node.same, each));
        }
        for (String keyword : List.of("$ref", "$dynamicRef")) {
            if (schema.get(keyword) instanceof String reference) {
                targets(schema, reference).forEach(target -> addTo(node.same, target));
            }
        }
        linkMembers(node);
        linkElements(node);
        node.content = nodeOf(schema.get("contentSchema"));
    }

    private void linkMembers(SchemaNode node) {
        if (node.schema.get("properties") instanceof Map<?, ?> properties) {
            properties.forEach((name, each) -> {
                node.named.add(String.valueOf(name));
                SchemaNode property = nodeOf(each);
                if (property != null) {
                    node.properties.put(String.valueOf(name), property);
                }
            });
        }
        if (node.schema.get("patternProperties") instanceof Map<?, ?> patterns) {
            patterns.forEach((regex, each) -> {
                try {
                    node.patterns.add(new SchemaNode.Named(Pattern.compile(String.valueOf(regex)), nodeOf(each)));
                } catch (PatternSyntaxException e) {
                    // such a schema is refused when it is deployed
                    addTo(node.otherMembers, each);
                }
            });
        }
        addTo(node.otherMembers, node.schema.get("additionalProperties"));
        addTo(node.otherMembers, node.schema.get("unevaluatedProperties"));
    }

    private void linkElements(SchemaNode node) {
        if (node.schema.get("prefixItems") instanceof List<?> first) {
            node.described = first.size();
            // an empty schema keeps the place of true and false
            first.forEach(each -> node.first.add(node(each instanceof Map<?, ?> members ? members : new HashMap<>())));
        }
        addTo(node.otherElements, node.schema.get("items"));
        addTo(node.otherElements, node.schema.get("unevaluatedItems"));
        addTo(node.elements, node.schema.get("contains"));
    }

    /** The targets that a reference may have: a schema with an id has references of its own. */
    private List<Object> targets(Map<?, ?> from, String reference) {
        List<Object> targets = new ArrayList<>();
        String anchor = SchemaReference.anchor(reference);
        if (SchemaReference.isPointer(reference)) {
            Map<?, ?> resource = Objects.requireNonNullElse(resources.get(from), root);
            for (Map<?, ?> start : List.of(resource, root)) {
                Object target = SchemaReference.target(start, reference);
                if (target != null) {
                    targets.add(target);
                }
            }
        } else if (anchor != null) {
            targets.addAll(anchors.getOrDefault(anchor, List.of()));
        }
        return targets;
    }

    /** Goes backwards from the marks. A text whose contents are marked is marked as a whole. */
    private void findReach() {
        IdentityHashMap<SchemaNode, List<SchemaNode>> appliers = new IdentityHashMap<>();
        Deque<SchemaNode> rest = new ArrayDeque<>();
        for (SchemaNode node : nodes.values()) {
            for (SchemaNode applied : node.applied()) {
                appliers.computeIfAbsent(applied, key -> new ArrayList<>()).add(node);
            }
            if (node.marked) {
                node.reaches = true;
                rest.add(node);
            }
        }
        while (!rest.isEmpty()) {
            SchemaNode node = rest.remove();
            for (SchemaNode applier : appliers.getOrDefault(node, List.of())) {
                applier.marked |= applier.content == node;
                if (!applier.reaches) {
                    applier.reaches = true;
                    rest.add(applier);
                }
            }
        }
    }
}
