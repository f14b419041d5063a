package dev.reeve.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What was found wrong so far, and where everything stands. */
final class Problems {

    /** How many are told. A text that has more is of another kind, or one thing is wrong in all of them. */
    static final int TOLD_MAX = 1_000;

    /** With how many known words those that are wrong are compared, to find the ones that were probably meant. */
    private static final int COMPARED_MAX = 100_000;

    private final List<Problem> found = new ArrayList<>();
    private int count;
    private long compared;
    private final boolean checked;
    private int ofMeaning;
    private final Map<String, Place> places = new HashMap<>();
    /** Values that could not be read, so that something else stands in for them in the workflow. */
    private final Set<String> unreadable = new HashSet<>();

    /**
     * @param checked whether the definition was checked before, as one that comes from the store was: then expressions and
     *     schemas are taken as right, and compiled when they are first used
     */
    Problems(boolean checked) {
        this.checked = checked;
    }

    boolean isChecked() {
        return checked;
    }

    void remember(Node node) {
        places.put(node.place().path(), node.place());
        switch (node) {
            case Node.Sequence sequence -> sequence.elements().forEach(this::remember);
            case Node.Mapping mapping -> mapping.members().values().forEach(member -> remember(member.node()));
            case Node.Text text -> {}
            case Node.Numeral number -> {}
            case Node.Flag flag -> {}
            case Node.Nothing nothing -> {}
        }
    }

    void addAll(List<Problem> problems) {
        problems.forEach(this::tell);
    }

    /**
     * A problem that takes more than the form of the definition to see, so that the JSON Schema for editors cannot find it.
     */
    void addOfMeaning(Place place, String message, String suggestion) {
        ofMeaning++;
        add(place, message, suggestion);
    }

    /** As {@link #addOfMeaning}, and what follows from it is not reported as well. */
    void unreadableOfMeaning(Place place, String message, String suggestion) {
        ofMeaning++;
        unreadable(place, message, suggestion);
    }

    /** Whether the JSON Schema for editors would find nothing. */
    boolean isWellFormed() {
        return count == ofMeaning;
    }

    void add(Place place, String message, String suggestion) {
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

    /** {@code Did you mean name?}, or {@code otherwise} if nothing is close, or if very many are wrong already. */
    String didYouMean(String word, Collection<String> known, String otherwise) {
        return closest(word, known).map("Did you mean %s?"::formatted).orElse(otherwise);
    }

    /** The word that was probably meant; empty as well if very many are wrong already. */
    Optional<String> closest(String word, Collection<String> known) {
        compared += known.size();
        return compared > COMPARED_MAX ? Optional.empty() : Suggestions.closest(word, known);
    }

    /** A value that could not be read: what follows from it is not reported as well. */
    void unreadable(Place place, String message, String suggestion) {
        unreadable.add(place.path());
        add(place, message, suggestion);
    }

    void markUnreadable(Place place) {
        unreadable.add(place.path());
    }

    /** As {@link #unreadable(Place, String, String)}, for a value that should stand below the place. */
    void missing(Place place, String key, String message, String suggestion) {
        unreadable.add(Place.child(place.path(), key));
        add(place, message, suggestion);
    }

    /** Whether something is reported at the path or below it. */
    boolean has(String path) {
        return found.stream().anyMatch(problem -> problem.path().startsWith(path));
    }

    boolean isUnreadable(String path) {
        return unreadable.contains(path);
    }

    /** A problem at a path, which is placed in the text at the nearest thing around it that was written down. */
    void addAt(String path, String message, String suggestion) {
        if (unreadable.contains(path)) {
            return;
        }
        String around = path;
        while (!places.containsKey(around) && !around.isEmpty()) {
            around = around.substring(0, Math.max(0, Math.max(around.lastIndexOf('.'), around.lastIndexOf('['))));
        }
        Place place = places.getOrDefault(around, new Place("", 0, 0));
        ofMeaning++;
        add(new Place(path, place.line(), place.column()), message, suggestion);
    }

    /**
     * @throws InvalidWorkflowException if there are any
     */
    void throwIfAny(String source) {
        if (!found.isEmpty()) {
            List<Problem> sorted = new ArrayList<>(found);
            sorted.sort(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column));
            throw new InvalidWorkflowException(source, sorted, count);
        }
    }
}
