package dev.reeve.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Keeps those rules of "Plain words" in CONTRIBUTING.md that a pattern can check. */
final class PlainWordsTest {

    private static final int WIDTH_MAX = 120;

    /** Comments, text blocks, strings and characters, so that a comment mark in a string is none. */
    private static final Pattern TOKEN = Pattern.compile(
            "(?s)\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*+\"|'(?:\\\\.|[^'\\\\\n])*+'|/\\*.*?\\*/|//[^\n]*");

    private static final Pattern DISPLAY_NAME =
            Pattern.compile("@DisplayName\\(\\s*((?:\"(?:\\\\.|[^\"\\\\])*+\"\\s*\\+?\\s*)+)\\)");

    private static final Pattern CODE_BLOCK = Pattern.compile("(?s)```.*?\n```");

    /** Each pattern with the advice for it. */
    private static final Map<Pattern, String> BANNED = banned();

    /** A clause as the subject of a sentence. Questions are allowed, and package descriptions say what may enter. */
    private static final Pattern CLAUSE = Pattern.compile("(?:^|[.:] )(?:What|Who) (?!may enter)[^?.]*+(?:\\.|$)");

    @Test
    @DisplayName("Comments, messages, display names and pages use no banned phrase")
    void phrases() {
        List<String> findings = new ArrayList<>();
        for (Path file : Repository.files("java", "sql", "yaml", "yml", "sh", "md")) {
            for (Text text : texts(file)) {
                BANNED.forEach((phrase, advice) -> {
                    Matcher found = phrase.matcher(text.words());
                    while (found.find()) {
                        findings.add("%s: \"%s\" in \"%s\": %s"
                                .formatted(Repository.name(file), found.group(), around(text, found), advice));
                    }
                });
                if (text.prose()) {
                    CLAUSE.matcher(text.words())
                            .results()
                            .forEach(found -> findings.add("%s: \"%s\": name the thing instead of a clause"
                                    .formatted(Repository.name(file), around(text, found))));
                }
            }
        }
        assertThat(findings).isEmpty();
    }

    @Test
    @DisplayName("No line of a comment is longer than 120 characters")
    void widths() {
        List<String> findings = new ArrayList<>();
        for (Path file : Repository.files("java", "sql", "yaml", "yml", "sh")) {
            if (isReleased(file)) {
                continue;
            }
            boolean java = file.toString().endsWith(".java");
            Pattern comment = java ? TOKEN : Pattern.compile("(?m)^\\s*(?:--(?! name:)|#).*$");
            String source = Repository.read(file);
            comment.matcher(source)
                    .results()
                    .filter(token -> !java || token.group().startsWith("/"))
                    .flatMap(token -> source.substring(source.lastIndexOf('\n', token.start()) + 1, token.end())
                            .lines())
                    .filter(line -> line.codePointCount(0, line.length()) > WIDTH_MAX)
                    .forEach(line -> findings.add(Repository.name(file) + ": " + line.strip()));
        }
        assertThat(findings).isEmpty();
    }

    /**
     * A text on one line.
     *
     * @param prose false for a message, which may be a part of a sentence, and for a page, which has headings
     */
    private record Text(String words, boolean prose) {}

    private static List<Text> texts(Path file) {
        String name = Repository.name(file);
        if (isReleased(file) || name.matches("CHANGELOG.md|CONTRIBUTING.md|.*/PlainWordsTest.java")) {
            return List.of(); // the past, and the rule itself
        }
        String source = Repository.read(file);
        List<Text> texts = new ArrayList<>();
        if (name.endsWith(".md")) {
            texts.add(new Text(flat(CODE_BLOCK.matcher(source).replaceAll("")), false));
        } else if (name.endsWith(".java")) {
            boolean messages = name.matches(".*/src/main/.*|faults/src/test/.*");
            for (MatchResult token : TOKEN.matcher(source).results().toList()) {
                if (token.group().startsWith("/")) {
                    texts.add(new Text(flat(token.group().replaceAll("\n\\s*\\*", "\n")), true));
                } else if (messages) {
                    texts.add(new Text(flat(token.group()), false));
                }
            }
            DISPLAY_NAME
                    .matcher(source)
                    .results()
                    .forEach(found ->
                            texts.add(new Text(flat(found.group(1).replaceAll("\"\\s*\\+\\s*\"", "")), true)));
        } else {
            Pattern.compile("(?m)(?:--|#) .*$")
                    .matcher(source)
                    .results()
                    .forEach(found -> texts.add(new Text(flat(found.group()), false)));
        }
        return texts;
    }

    private static String flat(String text) {
        return text.replaceAll("^(/\\*+|//|\")|(\\*/|\")$", "")
                .replaceAll("\\s+", " ")
                .replaceAll("<p>", "")
                .strip();
    }

    private static String around(Text text, MatchResult found) {
        return text.words()
                .substring(
                        Math.max(0, found.start() - 30),
                        Math.min(text.words().length(), Math.min(found.end(), found.start() + 60) + 30));
    }

    /** Migrations never change once they are released, and neither do their comments. */
    private static boolean isReleased(Path file) {
        return file.toString().matches(".*[/\\\\]migration[/\\\\]V\\d+.*\\.sql");
    }

    private static Map<Pattern, String> banned() {
        Map<String, String> phrases = new LinkedHashMap<>();
        phrases.put("who(?:m|se)?ever|what(?:so)?ever|whichever", "name the caller, the value, the case");
        phrases.put("somebody|anybody|everybody", "name the caller, the operator, the receiver, all callers");
        phrases.put("for ever", "forever");
        phrases.put("for good", "permanently");
        phrases.put("of its own accord", "by itself");
        phrases.put("that it be", "use the verb itself");
        phrases.put("tried again", "retried");
        phrases.put(
                "(?:has|have|having|had) (?:it|them|him|her) (?:not )?(?:be )?(?:\\w{3,}ed|done|made|told|sent|run)",
                "use the verb itself");
        phrases.put(
                "(?:has|have|having|had) (?:an?|the) \\w+ (?:undone|done|called|told|sent|asked)",
                "use the verb itself");
        phrases.put("(?:is|are|was|were) what", "say it directly");
        phrases.put("(?:is|are|was|were|be|been) told (?!apart|from)", "receives, learns, gets an error");
        phrases.put("is taken to|comes? round|stands? so", "counts as, repeats, is");
        phrases.put("so many(?! (?:that|as))", "this number");
        phrases.put("at most so (?:many|much|long)", "maximum");

        Map<Pattern, String> banned = new LinkedHashMap<>();
        phrases.forEach((phrase, advice) ->
                banned.put(Pattern.compile("\\b(?:" + phrase + ")\\b", Pattern.CASE_INSENSITIVE), advice));
        return banned;
    }
}
