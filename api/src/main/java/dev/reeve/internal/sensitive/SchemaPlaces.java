package dev.reeve.internal.sensitive;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The places within the values of one schema. Places to which the same schemas apply are the same object, so that going
 * through a value takes time in proportion to its size. Thread-safe.
 */
final class SchemaPlaces {

    /** Further places are not remembered. */
    private static final int KNOWN_MAX = 1_000;

    private final Map<BitSet, Place> known = new ConcurrentHashMap<>();
    private final Set<String> names = new HashSet<>();
    private final SensitivePlace root;

    SchemaPlaces(SchemaNode schema) {
        Deque<SchemaNode> rest = new ArrayDeque<>(List.of(schema));
        schema.index = 0;
        int next = 1;
        while (!rest.isEmpty()) {
            SchemaNode node = rest.remove();
            names.addAll(node.named);
            for (SchemaNode applied : node.applied()) {
                if (applied.reaches && applied.index < 0) {
                    applied.index = next++;
                    rest.add(applied);
                }
            }
        }
        this.root = place(List.of(schema));
    }

    SensitivePlace root() {
        return root;
    }

    /** The place of values to which these schemas apply, and all that they apply to the same value. */
    private SensitivePlace place(Collection<SchemaNode> schemas) {
        Set<SchemaNode> all = new LinkedHashSet<>();
        Deque<SchemaNode> rest = new ArrayDeque<>(schemas);
        BitSet indexes = new BitSet();
        while (!rest.isEmpty()) {
            SchemaNode node = rest.remove();
            if (node.reaches && all.add(node)) {
                indexes.set(node.index);
                rest.addAll(node.same);
            }
        }
        if (all.isEmpty()) {
            return SensitivePlace.plain();
        }
        Place place = known.get(indexes);
        if (place == null) {
            place = new Place(List.copyOf(all));
            if (known.size() < KNOWN_MAX) {
                known.put(indexes, place);
            }
        }
        return place;
    }

    /** A value to which some schemas apply. */
    private final class Place implements SensitivePlace {

        private final List<SchemaNode> schemas;
        private final boolean sensitive;
        private final boolean patterned;
        private final Map<String, SensitivePlace> members = new ConcurrentHashMap<>();
        private final int first;
        private volatile @Nullable SensitivePlace otherMembers;
        private volatile @Nullable SensitivePlace otherElements;

        private Place(List<SchemaNode> schemas) {
            this.schemas = schemas;
            this.sensitive = schemas.stream().anyMatch(node -> node.marked);
            this.patterned = schemas.stream().anyMatch(node -> !node.patterns.isEmpty());
            this.first = schemas.stream().mapToInt(node -> node.described).max().orElse(0);
        }

        @Override
        public boolean isSensitive() {
            return sensitive;
        }

        @Override
        public SensitivePlace member(String name) {
            if (names.contains(name)) {
                SensitivePlace found = members.get(name);
                if (found == null) {
                    found = place(ofMember(name));
                    members.put(name, found);
                }
                return found;
            }
            if (patterned) {
                return place(ofMember(name));
            }
            SensitivePlace others = otherMembers;
            if (others == null) {
                others = place(ofMember(name));
                otherMembers = others;
            }
            return others;
        }

        private Set<SchemaNode> ofMember(String name) {
            Set<SchemaNode> applied = new LinkedHashSet<>();
            for (SchemaNode node : schemas) {
                boolean isOther = !node.named.contains(name);
                SchemaNode property = node.properties.get(name);
                if (property != null) {
                    applied.add(property);
                }
                for (SchemaNode.Named pattern : node.patterns) {
                    if (pattern.matches(name)) {
                        isOther = false;
                        if (pattern.node() != null) {
                            applied.add(pattern.node());
                        }
                    }
                }
                if (isOther) {
                    applied.addAll(node.otherMembers);
                }
            }
            return applied;
        }

        @Override
        public SensitivePlace element(int index) {
            if (index < first) {
                return place(ofElement(index));
            }
            SensitivePlace others = otherElements;
            if (others == null) {
                others = place(ofElement(index));
                otherElements = others;
            }
            return others;
        }

        private Set<SchemaNode> ofElement(int index) {
            Set<SchemaNode> applied = new LinkedHashSet<>();
            for (SchemaNode node : schemas) {
                if (index < node.described) {
                    applied.add(node.first.get(index));
                } else {
                    applied.addAll(node.otherElements);
                }
                applied.addAll(node.elements);
            }
            return applied;
        }
    }
}
