package dev.reeve.house;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Finds things in the pages of the documentation. */
final class Pages {

    private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *``` *$");

    private Pages() {}

    /** The text of the code block that follows this comment. */
    static String block(String page, String comment) {
        String start = "<!-- " + comment + " -->\n```";
        int from = page.indexOf(start);
        if (from < 0) {
            throw new AssertionError("The page has no block " + comment);
        }
        int text = page.indexOf('\n', from + start.length()) + 1;
        return page.substring(text, page.indexOf("\n```", text) + 1);
    }

    /** The rows of the table that follows this comment, without its head. */
    static List<List<String>> table(String page, String comment) {
        String after = page.substring(page.indexOf("<!-- " + comment + " -->"));
        return after.lines()
                .skip(1)
                .takeWhile(line -> line.startsWith("|"))
                .skip(2)
                .map(line -> List.of(line.substring(1, line.length() - 1).split("\\|", -1)).stream()
                        .map(String::strip)
                        .toList())
                .toList();
    }

    /**
     * The anchors of a page: those that GitHub makes of its headings, and those that are written in it. GitHub takes
     * the text of a heading in small letters, drops all but letters, digits, hyphens and underscores, and writes a
     * hyphen for each space. An anchor that occurs again gets a number.
     */
    static Set<String> anchors(String page) {
        String prose = FENCED.matcher(page).replaceAll("");
        Set<String> anchors = new HashSet<>(matches("<a (?:id|name)=\"([^\"]+)\"", prose));
        Map<String, Integer> times = new HashMap<>();
        for (String heading : matches("(?m)^ {0,3}#{1,6} +(.*?)(?: +#+)? *$", prose)) {
            String anchor = heading.replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{M}\\p{Nd} _-]", "")
                    .replace(' ', '-');
            int before = times.merge(anchor, 1, Integer::sum) - 1;
            anchors.add(before == 0 ? anchor : anchor + "-" + before);
        }
        return anchors;
    }

    /** The first group of each match. */
    static List<String> matches(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }
}
