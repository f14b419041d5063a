package dev.reeve.internal.model.document;

import dev.reeve.Json;
import dev.reeve.internal.values.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A value of a definition's text, YAML or JSON, with its place. */
public sealed interface DocumentNode {

    TextPlace place();

    /** Describes the value for messages: its kind, and for a short one its text. */
    String describe();

    /** The value as plain data, as {@link Json#value} returns it. */
    @Nullable Object value();

    record Text(String text, TextPlace place) implements DocumentNode {
        @Override
        public String describe() {
            return text.length() > 60 ? "a long string" : "the string '%s'".formatted(text);
        }

        @Override
        public Object value() {
            return text;
        }
    }

    /**
     * A number.
     *
     * @param text as written, a JSON number
     */
    record Numeral(String text, TextPlace place) implements DocumentNode {
        @Override
        public String describe() {
            return "the number " + text;
        }

        @Override
        public Object value() {
            return Numbers.parse(text);
        }
    }

    record Flag(boolean flag, TextPlace place) implements DocumentNode {
        @Override
        public String describe() {
            return String.valueOf(flag);
        }

        @Override
        public Object value() {
            return flag;
        }
    }

    /** Null; in YAML also an absent value. */
    record Nothing(TextPlace place) implements DocumentNode {
        @Override
        public String describe() {
            return "nothing";
        }

        @Override
        public @Nullable Object value() {
            return null;
        }
    }

    record Sequence(List<DocumentNode> elements, TextPlace place) implements DocumentNode {
        @Override
        public String describe() {
            return "a list";
        }

        @Override
        public List<@Nullable Object> value() {
            List<@Nullable Object> values = new ArrayList<>();
            elements.forEach(element -> values.add(element.value()));
            return values;
        }
    }

    record Mapping(Map<String, Member> members, TextPlace place) implements DocumentNode {
        @Override
        public String describe() {
            return "an object";
        }

        @Override
        public Map<String, @Nullable Object> value() {
            Map<String, @Nullable Object> values = new LinkedHashMap<>();
            members.forEach((name, member) -> values.put(name, member.node.value()));
            return values;
        }
    }

    /**
     * A member of an object.
     *
     * @param key the place of the name
     */
    record Member(TextPlace key, DocumentNode node) {}
}
