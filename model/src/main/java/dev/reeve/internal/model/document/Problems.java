package dev.reeve.internal.model.document;

import dev.reeve.internal.values.MemberPath;
import dev.reeve.internal.values.Suggestions;
import dev.reeve.workflow.InvalidWorkflowException;
import dev.reeve.workflow.Problem;
import dev.reeve.workflow.Severity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Collects the problems found, and the places of all values. */
public final class Problems {

    /** Maximum number of problems listed. A text with more is of another kind, or has one mistake everywhere. */
    static final int TOLD_MAX = 1_000;

    /** Maximum number of comparisons with known words, to suggest corrections. */
    private static final int COMPARED_MAX = 100_000;

    private final List<Problem> found = new ArrayList<>();
    /** Problems with which the definition is accepted. */
    private final List<Problem> warnings = new ArrayList<>();

    /** The place of the group that is checked, with a dot at its end; empty for the workflow itself. */
    private String base = "";

    private int count;
    private long compared;
    private final boolean checked;
    private int ofMeaning;
    private final Map<String, TextPlace> places = new HashMap<>();
    /** Values that could not be read, and are replaced by placeholders in the workflow. */
    private final Set<String> unreadable = new HashSet<>();

    /**
     * @param checked whether the definition was checked before, for example because it comes from the store; its
     *     expressions and schemas are then compiled on first use, without a check
     */
    public Problems(boolean checked) {
        this.checked = checked;
    }

    public boolean isChecked() {
        return checked;
    }

    public void remember(DocumentNode node) {
        places.put(node.place().path(), node.place());
        switch (node) {
            case DocumentNode.Sequence sequence -> sequence.elements().forEach(this::remember);
            case DocumentNode.Mapping mapping -> mapping.members().values().forEach(member -> remember(member.node()));
            case DocumentNode.Text text -> {}
            case DocumentNode.Numeral number -> {}
            case DocumentNode.Flag flag -> {}
            case DocumentNode.Nothing nothing -> {}
        }
    }

    public void addAll(List<Problem> problems) {
        problems.forEach(this::tell);
    }

    /**
     * Adds a problem that concerns more than the form of the definition, so the JSON Schema for editors cannot find it.
     */
    public void addOfMeaning(TextPlace place, String message, String suggestion) {
        ofMeaning++;
        add(place, message, suggestion);
    }

    /** Like {@link #addOfMeaning}; suppresses problems that follow from this one. */
    public void unreadableOfMeaning(TextPlace place, String message, String suggestion) {
        ofMeaning++;
        unreadable(place, message, suggestion);
    }

    /** Whether the JSON Schema for editors would find no problem. */
    public boolean isWellFormed() {
        return count == ofMeaning;
    }

    public void add(TextPlace place, String message, String suggestion) {
        if (isToldOne()) {
            found.add(place.problem(message, suggestion));
        }
    }

    private void tell(Problem problem) {
        if (isToldOne()) {
            found.add(problem);
        }
    }

    private boolean isToldOne() {
        return ++count <= TOLD_MAX;
    }

    /**
     * Returns {@code Did you mean name?}, or {@code otherwise} if no word is close, or if very many words were wrong
     * before.
     */
    public String didYouMean(String word, Collection<String> known, String otherwise) {
        return closest(word, known).map("Did you mean %s?"::formatted).orElse(otherwise);
    }

    /** The probably intended word; empty if none is close, or if very many words were wrong before. */
    public Optional<String> closest(String word, Collection<String> known) {
        compared += known.size();
        return compared > COMPARED_MAX ? Optional.empty() : Suggestions.closest(word, known);
    }

    /** Reports a value that could not be read; suppresses problems that follow from this one. */
    public void unreadable(TextPlace place, String message, String suggestion) {
        unreadable.add(place.path());
        add(place, message, suggestion);
    }

    public void markUnreadable(TextPlace place) {
        unreadable.add(place.path());
    }

    /** Like {@link #unreadable(TextPlace, String, String)}, for a missing value below the place. */
    public void missing(TextPlace place, String key, String message, String suggestion) {
        unreadable.add(MemberPath.child(place.path(), key));
        add(place, message, suggestion);
    }

    /** Whether a problem was reported at the path or below it. */
    public boolean has(String path) {
        return found.stream().anyMatch(problem -> problem.path().startsWith(path));
    }

    public boolean isUnreadable(String path) {
        return unreadable.contains(base + path);
    }

    /** Whether the text has a value at the path. */
    public boolean knows(String path) {
        return places.containsKey(base + path);
    }

    /**
     * Checks a group of steps. The paths that {@link #addAt}, {@link #warnAt}, {@link #isUnreadable} and {@link #knows}
     * get meanwhile are those within the group.
     *
     * @param path the place of the group, within the one that is checked now
     */
    public void within(String path, Runnable check) {
        String outer = base;
        base = outer + path + ".";
        try {
            check.run();
        } finally {
            base = outer;
        }
    }

    /** Adds a problem at a path. Its line and column are those of the nearest enclosing value in the text. */
    public void addAt(String path, String message, String suggestion) {
        if (isUnreadable(path)) {
            return;
        }
        ofMeaning++;
        add(around(base + path), message, suggestion);
    }

    /**
     * Adds a warning at a path, with which the definition is accepted. A definition that was checked before gets none.
     */
    public void warnAt(String path, String message, String suggestion) {
        if (checked || isUnreadable(path) || warnings.size() >= TOLD_MAX) {
            return;
        }
        TextPlace place = around(base + path);
        warnings.add(new Problem(place.path(), place.line(), place.column(), message, suggestion, Severity.WARNING));
    }

    /** The place of a path, or of the nearest enclosing value in the text. */
    private TextPlace around(String path) {
        String around = path;
        while (!places.containsKey(around) && !around.isEmpty()) {
            around = around.substring(0, Math.max(0, Math.max(around.lastIndexOf('.'), around.lastIndexOf('['))));
        }
        TextPlace place = places.getOrDefault(around, new TextPlace("", 0, 0));
        return new TextPlace(path, place.line(), place.column());
    }

    /** The warnings in the order of the text. */
    public List<Problem> warnings() {
        return inOrder(warnings);
    }

    private static List<Problem> inOrder(List<Problem> problems) {
        List<Problem> sorted = new ArrayList<>(problems);
        sorted.sort(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column));
        return sorted;
    }

    /**
     * @throws InvalidWorkflowException if any problem was found
     */
    public void throwIfAny(String source) {
        if (!found.isEmpty()) {
            throw new InvalidWorkflowException(source, inOrder(found), count);
        }
    }
}
