package dev.reeve.internal.model.expression;

import com.dashjoin.jsonata.Functions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The string functions of JSONata whose cost can explode, reimplemented so that all their work is counted. They follow
 * the <a href="https://docs.jsonata.org/string-functions">documentation</a>; the first argument is never undefined
 * here.
 */
final class PatternFunctions {

    private PatternFunctions() {}

    static Object contains(ExpressionWork work, List<?> args) {
        String text = (String) args.get(0);
        work.spend(20);
        if (args.get(1) instanceof Pattern pattern) {
            return pattern.matcher(work.counted(text)).find();
        }
        return new TextSearch(work, (String) args.get(1)).indexIn(text, 0) >= 0;
    }

    /** Returns objects of {@code match}, {@code index} and {@code groups}. */
    static List<Map<String, @Nullable Object>> match(ExpressionWork work, List<?> args) {
        int limit = limit(args, 2, "$match");
        List<Map<String, @Nullable Object>> matches = new ArrayList<>();
        Matcher matcher = pattern(args, "$match").matcher(work.counted((String) args.get(0)));
        while (matches.size() < limit && matcher.find()) {
            work.spend(1);
            Map<String, @Nullable Object> match = new LinkedHashMap<>();
            match.put("match", counted(work, matcher.group()));
            match.put("index", matcher.start());
            List<@Nullable Object> groups = new ArrayList<>();
            for (int group = 1; group <= matcher.groupCount(); group++) {
                groups.add(counted(work, matcher.group(group)));
            }
            match.put("groups", groups);
            matches.add(match);
        }
        return matches;
    }

    private static @Nullable String counted(ExpressionWork work, @Nullable String group) {
        work.spend(1);
        work.characters(group == null ? 0 : group.length());
        return group;
    }

    private static Pattern pattern(List<?> args, String function) {
        if (args.get(1) instanceof Pattern pattern) {
            return pattern;
        }
        throw new ExpressionException(
                ExpressionException.NOT_ALLOWED, function + " takes a regular expression here, and no function");
    }

    static List<String> split(ExpressionWork work, List<?> args) {
        String text = (String) args.get(0);
        int limit = limit(args, 2, "$split");
        List<String> parts = new ArrayList<>();
        if (limit == 0) {
            return parts;
        }
        if (args.get(1) instanceof String separator && separator.isEmpty()) {
            int at = 0;
            while (at < text.length() && parts.size() < limit) {
                work.spend(1);
                int end = text.offsetByCodePoints(at, 1);
                parts.add(text.substring(at, end));
                at = end;
            }
            return parts;
        }
        if (args.get(1) instanceof String separator) {
            TextSearch search = new TextSearch(work, separator);
            int from = 0;
            int found = search.indexIn(text, from);
            while (parts.size() < limit && found >= 0) {
                work.spend(1);
                parts.add(text.substring(from, found));
                from = found + separator.length();
                found = search.indexIn(text, from);
            }
            if (parts.size() < limit) {
                parts.add(text.substring(from));
            }
            return parts;
        }
        Pattern pattern = pattern(args, "$split");
        Matcher matcher = pattern.matcher(work.counted(text));
        int from = 0;
        while (parts.size() < limit && matcher.find()) {
            if (matcher.end() > matcher.start() || matcher.start() > 0) {
                work.spend(1);
                parts.add(text.substring(from, matcher.start()));
                from = matcher.end();
            }
        }
        if (parts.size() < limit) {
            parts.add(text.substring(from));
        }
        return parts;
    }

    static String replace(ExpressionWork work, List<?> args) {
        String text = (String) args.get(0);
        int limit = limit(args, 3, "$replace");
        Object replacement = args.get(2);
        boolean literal = args.get(1) instanceof String;
        if (literal && ((String) args.get(1)).isEmpty()) {
            throw new ExpressionException("D3010", "the second argument of $replace must not be empty");
        }
        if (literal) {
            return replaceText(work, text, (String) args.get(1), replacement, limit);
        }
        Pattern pattern = pattern(args, "$replace");
        Matcher matcher = pattern.matcher(work.counted(text));
        StringBuilder result = new StringBuilder();
        int from = 0;
        for (int i = 0; i < limit && matcher.find(); i++) {
            work.spend(1);
            append(work, text, from, matcher.start(), result);
            if (replacement instanceof String with) {
                expand(work, with, matcher, result);
            } else {
                result.append(called(work, replacement, matcher.toMatchResult()));
            }
            from = matcher.end();
        }
        return result.append(text, from, text.length()).toString();
    }

    private static String replaceText(
            ExpressionWork work, String text, String wanted, @Nullable Object replacement, int limit) {
        TextSearch search = new TextSearch(work, wanted);
        StringBuilder result = new StringBuilder();
        int from = 0;
        int found = limit > 0 ? search.indexIn(text, 0) : -1;
        for (int i = 1; found >= 0; i++) {
            work.spend(1);
            append(work, text, from, found, result);
            from = found + wanted.length();
            if (replacement instanceof String with) {
                append(work, with, 0, with.length(), result);
            } else {
                result.append(called(work, replacement, match(wanted, found)));
            }
            found = i < limit ? search.indexIn(text, from) : -1;
        }
        return result.append(text, from, text.length()).toString();
    }

    /** Counts before appending: a replacement may be as long as the text, and be inserted once per character. */
    private static void append(ExpressionWork work, String text, int from, int to, StringBuilder result) {
        work.characters((long) to - from);
        result.append(text, from, to);
    }

    private static Map<String, @Nullable Object> match(String wanted, int found) {
        Map<String, @Nullable Object> match = new LinkedHashMap<>();
        match.put("match", wanted);
        match.put("start", found);
        match.put("end", found + wanted.length());
        match.put("groups", List.of());
        return match;
    }

    private static String called(ExpressionWork work, @Nullable Object function, MatchResult match) {
        work.characters(match.end() - match.start());
        Map<String, @Nullable Object> argument = match(match.group(), match.start());
        List<@Nullable Object> groups = new ArrayList<>();
        for (int group = 1; group <= match.groupCount(); group++) {
            groups.add(counted(work, match.group(group)));
        }
        argument.put("groups", groups);
        return called(work, function, argument);
    }

    private static String called(
            ExpressionWork work, @Nullable Object function, Map<String, @Nullable Object> argument) {
        Object replacement;
        try {
            replacement = Functions.funcApply(function, List.of(argument));
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new ExpressionException(ExpressionException.FAILED, "the function given to $replace failed", e);
        }
        if (replacement instanceof String text) {
            work.characters(text.length());
            return text;
        }
        throw new ExpressionException("D3012", "the function given to $replace must give a string");
    }

    /**
     * Expands {@code $$} to a dollar, {@code $0} to the match, and {@code $n} to a group. Uses as many digits as form
     * the number of an existing group.
     */
    private static void expand(ExpressionWork work, String with, Matcher matcher, StringBuilder result) {
        work.characters(with.length());
        int i = 0;
        while (i < with.length()) {
            char c = with.charAt(i);
            char next = i + 1 < with.length() ? with.charAt(i + 1) : ' ';
            if (c == '$' && next == '$') {
                result.append('$');
                i += 2;
            } else if (c == '$' && next >= '0' && next <= '9') {
                int group = next - '0';
                i += 2;
                while (i < with.length()
                        && Character.isDigit(with.charAt(i))
                        && group * 10 + with.charAt(i) - '0' <= matcher.groupCount()) {
                    group = group * 10 + with.charAt(i) - '0';
                    i++;
                }
                String text = group <= matcher.groupCount() ? matcher.group(group) : null;
                if (text != null) {
                    append(work, text, 0, text.length(), result);
                }
            } else {
                result.append(c);
                i++;
            }
        }
    }

    static String join(ExpressionWork work, List<?> args) {
        List<?> parts = (List<?>) args.get(0);
        String separator = args.size() > 1 && args.get(1) instanceof String given ? given : "";
        work.characters((long) separator.length() * parts.size());
        StringBuilder joined = new StringBuilder();
        String between = "";
        work.elements(parts.size());
        for (Object part : parts) {
            work.characters(String.valueOf(part).length());
            joined.append(between).append(part);
            between = separator;
        }
        return joined.toString();
    }

    static String pad(ExpressionWork work, List<?> args) {
        String text = (String) args.get(0);
        int width = CountedFunction.integer(args, 1, 0);
        String filling = args.size() > 2 && args.get(2) instanceof String given && !given.isEmpty() ? given : " ";
        work.characters(text.length() + filling.length());
        long missing = Math.abs((long) width) - text.codePointCount(0, text.length());
        if (missing <= 0) {
            return text;
        }
        work.characters(missing * 2);
        int[] codePoints = filling.codePoints().toArray();
        StringBuilder padding = new StringBuilder();
        for (int i = 0; i < missing; i++) {
            padding.appendCodePoint(codePoints[i % codePoints.length]);
        }
        return width < 0 ? padding + text : text + padding;
    }

    private static int limit(List<?> args, int index, String function) {
        int limit = CountedFunction.integer(args, index, Integer.MAX_VALUE);
        if (limit < 0) {
            throw new ExpressionException(
                    ExpressionException.FAILED,
                    "the limit of %s must not be negative, found %d".formatted(function, limit));
        }
        return limit;
    }
}
