package dev.reeve.internal.values;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the known word that a misspelled one probably means. */
public final class Suggestions {

    private Suggestions() {}

    /** The nearest known word that differs in at most a third of its letters. */
    public static Optional<String> closest(String found, Collection<String> known) {
        if (found.length() > Limits.DEFAULT.nameLength()) {
            return Optional.empty();
        }
        record Candidate(String word, int distance) {}
        return known.stream()
                .filter(word -> Math.abs(word.length() - found.length()) <= tolerance(word))
                .map(word -> new Candidate(word, distance(found, word)))
                .filter(candidate -> candidate.distance <= tolerance(candidate.word))
                .min(Comparator.comparingInt(Candidate::distance).thenComparing(Candidate::word))
                .map(Candidate::word);
    }

    private static int tolerance(String word) {
        return word.length() <= 2 ? 0 : Math.max(1, word.length() / 3);
    }

    /** Optimal string alignment: insertions, deletions, replacements and swaps of neighbours, ignoring case. */
    static int distance(String left, String right) {
        int[][] cost = new int[left.length() + 1][right.length() + 1];
        for (int i = 0; i <= left.length(); i++) {
            cost[i][0] = i;
        }
        for (int j = 0; j <= right.length(); j++) {
            cost[0][j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            for (int j = 1; j <= right.length(); j++) {
                int replace = cost[i - 1][j - 1] + (same(left, i - 1, right, j - 1) ? 0 : 1);
                cost[i][j] = Math.min(replace, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
                if (i > 1 && j > 1 && same(left, i - 1, right, j - 2) && same(left, i - 2, right, j - 1)) {
                    cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
                }
            }
        }
        return cost[left.length()][right.length()];
    }

    private static boolean same(String left, int i, String right, int j) {
        return Character.toLowerCase(left.charAt(i)) == Character.toLowerCase(right.charAt(j));
    }
}
