package dev.reeve.internal.model.expression;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Finds two forms of regular expression whose matching time is known to explode: an unbounded repetition inside another
 * one, as in {@code (a+)+}, and back references to a group (D15). All other expressions are matched under a work limit,
 * so this check only refuses early what would fail later.
 */
public final class RegexSafety {

    /** A bounded repetition of more than this counts as unbounded. */
    private static final int REPETITIONS_MAX = 100;

    /** A character, an escape or a simple class, with its quantifier. No group, and no alternative. */
    private static final Pattern ATOM =
            Pattern.compile("(?<atom>\\\\[^A-Zkpx0-9]|\\\\[DSW]|\\[\\^?[^\\[\\]\\\\]++\\]|[^\\\\(){}|\\[\\]*+?^$])"
                    + "(?<quantifier>[*+?]|\\{[0-9,]++\\})?");

    /** A quantifier whose first number is neither 0 nor 1. */
    private static final Pattern AT_LEAST_TWICE = Pattern.compile("\\{0*(?:[2-9]|1[0-9])");

    private RegexSafety() {}

    /**
     * Whether a group that can match the empty text is repeated several times, as in {@code (?:(?:a?){50}){50}}. A
     * matcher runs all of these rounds without reading a character, so its work cannot be counted.
     */
    public static boolean repeatsNothing(String regex) {
        Deque<Integer> starts = new ArrayDeque<>();
        for (int i = 0; i < regex.length(); i++) {
            switch (regex.charAt(i)) {
                case '\\' -> i++;
                case '[' -> i = endOfClass(regex, i);
                case '(' -> starts.push(i);
                case ')' -> {
                    if (!starts.isEmpty()
                            && AT_LEAST_TWICE
                                    .matcher(regex)
                                    .region(i + 1, regex.length())
                                    .lookingAt()
                            && canBeNothing(regex.substring(starts.peek(), i + 1))) {
                        return true;
                    }
                    starts.poll();
                }
                default -> {
                    // a literal, or part of a quantifier
                }
            }
        }
        return false;
    }

    private static boolean canBeNothing(String group) {
        try {
            return Pattern.compile(group).matcher("").matches();
        } catch (PatternSyntaxException e) {
            return false; // for example, it refers to another group
        }
    }

    /** Describes the danger as the rest of a sentence; null if none was found. */
    static @Nullable String danger(String regex) {
        if (repeatsNothing(regex)) {
            return "repeats a part that may be empty, which can take time without bound";
        }
        Deque<Boolean> repeatsInside = new ArrayDeque<>();
        Deque<Integer> starts = new ArrayDeque<>();
        boolean repeats = false;
        int i = 0;
        while (i < regex.length()) {
            boolean closedRepeats = false;
            char c = regex.charAt(i);
            switch (c) {
                case '\\' -> {
                    i++;
                    if (i < regex.length() && (Character.isDigit(regex.charAt(i)) || regex.charAt(i) == 'k')) {
                        return "refers back to a group, which can take time without bound";
                    }
                }
                case '[' -> i = endOfClass(regex, i);
                case '(' -> {
                    repeatsInside.push(repeats);
                    starts.push(i + 1);
                    repeats = false;
                }
                case ')' -> {
                    closedRepeats = repeats && !starts.isEmpty() && !isDelimited(regex.substring(starts.pop(), i));
                    repeats |= !repeatsInside.isEmpty() && repeatsInside.pop();
                }
                default -> {
                    // any other character is a literal, or a quantifier, which is read with the part that it repeats
                }
            }
            i++;
            if (isUnboundedQuantifier(regex, i)) {
                if (closedRepeats) {
                    return "repeats a repetition, which can take time without bound";
                }
                repeats = true;
            }
        }
        return null;
    }

    /**
     * Whether every round of a repeated group begins with one fixed character that no repetition inside the group can
     * match, as in {@code (-[a-z]+)*}. A text can then be split into rounds in only one way.
     */
    private static boolean isDelimited(String group) {
        String body = group.startsWith("?:") ? group.substring(2) : group;
        Matcher atoms = ATOM.matcher(body);
        String delimiter = null;
        int end = 0;
        while (atoms.find() && atoms.start() == end) {
            end = atoms.end();
            String atom = atoms.group("atom");
            boolean repeated = atoms.group("quantifier") != null;
            if (delimiter == null) {
                boolean literal =
                        atom.length() == 1 || (atom.length() == 2 && !Character.isLetterOrDigit(atom.charAt(1)));
                if (repeated || !literal || atom.equals(".")) {
                    return false;
                }
                delimiter = atom.substring(atom.length() - 1);
            } else if (repeated && Pattern.matches(atom, delimiter)) {
                return false;
            }
        }
        return delimiter != null && end == body.length();
    }

    private static int endOfClass(String regex, int from) {
        int depth = 0;
        for (int i = from; i < regex.length(); i++) {
            switch (regex.charAt(i)) {
                case '\\' -> i++;
                case '[' -> depth++;
                case ']' -> {
                    // directly after the opening bracket, a closing one is a literal
                    if (i > from + 1 && --depth == 0) {
                        return i;
                    }
                }
                default -> {
                    // a member of the class
                }
            }
        }
        return regex.length();
    }

    private static boolean isUnboundedQuantifier(String regex, int at) {
        if (at >= regex.length()) {
            return false;
        }
        char c = regex.charAt(at);
        if (c == '*' || c == '+') {
            return true;
        }
        int end = regex.indexOf('}', at);
        if (c != '{' || end < 0) {
            return false;
        }
        String[] bounds = regex.substring(at + 1, end).split(",", -1);
        String last = bounds[bounds.length - 1].strip();
        return last.isEmpty()
                || last.length() > 3
                || !last.chars().allMatch(Character::isDigit)
                || Integer.parseInt(last) > REPETITIONS_MAX;
    }
}
