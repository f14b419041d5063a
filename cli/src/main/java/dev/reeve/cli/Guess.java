package dev.reeve.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** What somebody may have meant. */
final class Guess {

    /** Letters that were left out, added, mistaken for others or swapped; more are another word. */
    private static final int MISTAKES_MAX = 2;

    private Guess() {}

    /** The nearest of them, unless none is near. */
    static Optional<String> of(String word, Collection<String> known) {
        return known.stream()
                .filter(name -> mistakes(word, name) <= Math.min(MISTAKES_MAX, (name.length() - 1) / 2))
                .min(Comparator.<String>comparingInt(name -> mistakes(word, name))
                        .thenComparing(name -> name));
    }

    /** The restricted edit distance of Damerau and Levenshtein: two neighbours that were swapped are one mistake. */
    static int mistakes(String one, String other) {
        int[][] cost = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int same = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
                cost[i][j] = Math.min(Math.min(cost[i - 1][j], cost[i][j - 1]) + 1, cost[i - 1][j - 1] + same);
                if (i > 1
                        && j > 1
                        && one.charAt(i - 1) == other.charAt(j - 2)
                        && one.charAt(i - 2) == other.charAt(j - 1)) {
                    cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
                }
            }
        }
        return cost[one.length()][other.length()];
    }
}
