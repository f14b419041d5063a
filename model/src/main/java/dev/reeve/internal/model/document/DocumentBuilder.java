package dev.reeve.internal.model.document;

import dev.reeve.internal.values.JsonText;
import dev.reeve.internal.values.Limits;
import dev.reeve.internal.values.Numbers;
import dev.reeve.workflow.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shared by the YAML and the JSON reader: limits, and the checks that apply everywhere. */
public final class DocumentBuilder {

    private final List<Problem> problems = new ArrayList<>();
    private int depth;

    private void tell(Problem problem) {
        if (problems.size() <= Problems.TOLD_MAX) { // one more than listed, to show that more exist
            problems.add(problem);
        }
    }

    public List<Problem> problems() {
        return problems;
    }

    void enter(TextPlace place) throws DocumentException {
        if (++depth > Limits.DEFAULT.depth()) {
            throw new DocumentException(
                    place.problem("nested deeper than %d".formatted(Limits.DEFAULT.depth()), "Flatten it"));
        }
    }

    void leave() {
        depth--;
    }

    DocumentNode text(String text, TextPlace place) {
        checkText(text, place);
        return new DocumentNode.Text(text, place);
    }

    DocumentNode number(String text, TextPlace place) {
        if (!Numbers.isWithinLimits(text)) {
            tell(place.problem(
                    "the number is out of range",
                    "Numbers have at most %d characters and lie within 1e%d; write it as a string"
                            .formatted(Limits.DEFAULT.numberLength(), Limits.DEFAULT.numberExponent() - 1)));
            // a placeholder that is valid wherever a number is
            return new DocumentNode.Numeral("1", place);
        }
        return new DocumentNode.Numeral(text, place);
    }

    private void checkText(String text, TextPlace place) {
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

    Members members(TextPlace place) {
        return new Members(place);
    }

    /** Collects the members of one object. */
    final class Members {

        private final TextPlace place;
        private final Map<String, DocumentNode.Member> members = new LinkedHashMap<>();

        private Members(TextPlace place) {
            this.place = place;
        }

        void add(String name, TextPlace key, @Nullable DocumentNode node) {
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
            DocumentNode.Member first = members.putIfAbsent(name, new DocumentNode.Member(key, node));
            if (first != null) {
                tell(key.problem(
                        "the key '%s' is here a second time; the first is at line %d, column %d"
                                .formatted(name, first.key().line(), first.key().column()),
                        "Remove one of the two"));
            }
        }

        DocumentNode.Mapping build() {
            return new DocumentNode.Mapping(members, place);
        }
    }
}
