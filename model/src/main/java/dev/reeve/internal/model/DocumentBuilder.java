package dev.reeve.internal.model;

import dev.reeve.internal.values.JsonText;
import dev.reeve.internal.values.Limits;
import dev.reeve.internal.values.Numbers;
import dev.reeve.internal.values.Place;
import dev.reeve.workflow.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shared by the YAML and the JSON reader: limits, and the checks that apply everywhere. */
final class DocumentBuilder {

    private final List<Problem> problems = new ArrayList<>();
    private int depth;

    private void tell(Problem problem) {
        if (problems.size() <= Problems.TOLD_MAX) { // one more than listed, to show that more exist
            problems.add(problem);
        }
    }

    List<Problem> problems() {
        return problems;
    }

    void enter(Place place) throws DocumentException {
        if (++depth > Limits.DEFAULT.depth()) {
            throw new DocumentException(
                    place.problem("nested deeper than %d".formatted(Limits.DEFAULT.depth()), "Flatten it"));
        }
    }

    void leave() {
        depth--;
    }

    Node text(String text, Place place) {
        checkText(text, place);
        return new Node.Text(text, place);
    }

    Node number(String text, Place place) {
        if (!Numbers.isWithinLimits(text)) {
            tell(place.problem(
                    "the number is out of range",
                    "Numbers have at most %d characters and lie within 1e%d; write it as a string"
                            .formatted(Limits.DEFAULT.numberLength(), Limits.DEFAULT.numberExponent() - 1)));
            // a placeholder that is valid wherever a number is
            return new Node.Numeral("1", place);
        }
        return new Node.Numeral(text, place);
    }

    private void checkText(String text, Place place) {
        String found = JsonText.unstorable(text);
        if (found != null) {
            tell(place.problem(found, "Remove it"));
        }
        if (text.length() > Limits.DEFAULT.stringLength()) {
            tell(place.problem(
                    "the string has %,d characters, and the limit is %,d"
                            .formatted(text.length(), Limits.DEFAULT.stringLength()),
                    ""));
        }
    }

    Members members(Place place) {
        return new Members(place);
    }

    /** Collects the members of one object. */
    final class Members {

        private final Place place;
        private final Map<String, Node.Member> members = new LinkedHashMap<>();

        private Members(Place place) {
            this.place = place;
        }

        void add(String name, Place key, @Nullable Node node) {
            checkText(name, key);
            if (name.length() > Limits.DEFAULT.memberLength()) {
                tell(key.problem(
                        "the key has %,d characters, and the limit is %,d"
                                .formatted(name.length(), Limits.DEFAULT.memberLength()),
                        ""));
            }
            if (node == null) {
                return;
            }
            Node.Member first = members.putIfAbsent(name, new Node.Member(key, node));
            if (first != null) {
                tell(key.problem(
                        "the key '%s' is here a second time; the first is at line %d, column %d"
                                .formatted(name, first.key().line(), first.key().column()),
                        "Remove one of the two"));
            }
        }

        Node.Mapping build() {
            return new Node.Mapping(members, place);
        }
    }
}
