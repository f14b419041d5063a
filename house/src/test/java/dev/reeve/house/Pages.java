package dev.reeve.house;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Finds things in the pages of the documentation. */
final class Pages {

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

    /** The first group of each match. */
    static List<String> matches(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }
}
