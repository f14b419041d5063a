package dev.reeve.internal.sensitive;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One schema, with the schemas that it applies. {@link SchemaGraph} fills it; nothing changes it afterwards. */
final class SchemaNode {

    /** Characters that a regular expression may read of a name: this number, and a multiple of its length. */
    private static final int READS = 500;

    private static final int READS_PER_CHARACTER = 20;

    final Map<?, ?> schema;

    /** Whether all values of this schema are sensitive. */
    boolean marked;

    /** Whether some value of this schema, or within it, may be sensitive. */
    boolean reaches;

    /** Its number among the schemas that reach a mark. */
    int index = -1;

    /** Schemas that may apply to the same value. */
    final List<SchemaNode> same = new ArrayList<>();

    final Map<String, SchemaNode> properties = new LinkedHashMap<>();

    /** The properties that it names, also those without marks. */
    final Set<String> named = new HashSet<>();

    final List<Named> patterns = new ArrayList<>();

    /** For the members that neither {@link #named} nor {@link #patterns} describe. */
    final List<SchemaNode> otherMembers = new ArrayList<>();

    final List<SchemaNode> first = new ArrayList<>();

    /** The number of elements that {@link #first} describes. */
    int described;

    /** For the elements after these. */
    final List<SchemaNode> otherElements = new ArrayList<>();

    /** For all elements. */
    final List<SchemaNode> elements = new ArrayList<>();

    /** For what a text contains. */
    @Nullable SchemaNode content;

    SchemaNode(Map<?, ?> schema) {
        this.schema = schema;
    }

    /** Members whose names match. */
    record Named(Pattern pattern, @Nullable SchemaNode node) {

        /** A name that takes too long to match counts as one that matches. */
        boolean matches(String name) {
            try {
                return pattern.matcher(new CountedText(name)).find();
            } catch (CountedText.Enough | StackOverflowError e) {
                return true;
            }
        }
    }

    /** A text that a regular expression does not read without end. For one match. */
    private static final class CountedText implements CharSequence {

        private static final class Enough extends RuntimeException {
            private Enough() {
                super("too many reads", null, false, false);
            }
        }

        private final String text;
        private int left;

        CountedText(String text) {
            this.text = text;
            this.left = READS + READS_PER_CHARACTER * text.length();
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            if (left-- == 0) {
                throw new Enough();
            }
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** All schemas that it applies, to a value or within it. */
    List<SchemaNode> applied() {
        List<SchemaNode> all = new ArrayList<>(same);
        all.addAll(properties.values());
        for (Named pattern : patterns) {
            if (pattern.node() != null) {
                all.add(pattern.node());
            }
        }
        all.addAll(otherMembers);
        all.addAll(first);
        all.addAll(otherElements);
        all.addAll(elements);
        if (content != null) {
            all.add(content);
        }
        return all;
    }
}
