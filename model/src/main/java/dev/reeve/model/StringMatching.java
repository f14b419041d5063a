package dev.reeve.model;

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
 * The string functions of JSONata whose cost can explode, written anew so that all they do is counted as work. They follow
 * the <a href="https://docs.jsonata.org/string-functions">documentation</a>; the first argument is never undefined here.
 */
final class StringMatching {

    private StringMatching() {}

    static Object contains(ExpressionWork work, List<?> args) {
        String text = (String) args.get(0);
        if (args.get(1) instanceof Pattern pattern) {
            return pattern.matcher(work.counted(text)).find();
        }
        work.characters(text.length());
        return text.contains((String) args.get(1));
    }

    /** Objects of {@code match}, {@code index} and {@code groups}. */
    static List<Map<String, @Nullable Object>> match(ExpressionWork work, List<?> args) {
        int limit = limit(args, 2, "$match");
        List<Map<String, @Nullable Object>> matches = new ArrayList<>();
        Matcher matcher = pattern(args, "$match").matcher(work.counted((String) args.get(0)));
        while (matches.size() < limit && matcher.find()) {
            work.spend(1);
            Map<String, @Nullable Object> match = new LinkedHashMap<>();
            match.put("match", matcher.group());
            match.put("index", matcher.start());
            List<@Nullable Object> groups = new ArrayList<>();
            for (int group = 1; group <= matcher.groupCount(); group++) {
                groups.add(matcher.group(group));
            }
            match.put("groups", groups);
            matches.add(match);
        }
        return matches;
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
        Pattern pattern = args.get(1) instanceof String separator
                ? Pattern.compile(separator, Pattern.LITERAL)
                : pattern(args, "$split");
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
        Pattern pattern = literal ? Pattern.compile((String) args.get(1), Pattern.LITERAL) : pattern(args, "$replace");
        Matcher matcher = pattern.matcher(work.counted(text));
        StringBuilder result = new StringBuilder();
        int from = 0;
        for (int i = 0; i < limit && matcher.find(); i++) {
            result.append(text, from, matcher.start());
            int before = result.length();
            if (!(replacement instanceof String with)) {
                result.append(call(replacement, matcher.toMatchResult()));
            } else if (literal) {
                result.append(with);
            } else {
                expand(with, matcher, result);
            }
            from = matcher.end();
            work.spend(1);
            work.characters(result.length() - before);
        }
        return result.append(text, from, text.length()).toString();
    }

    private static String call(Object function, MatchResult match) {
        Map<String, @Nullable Object> argument = new LinkedHashMap<>();
        argument.put("match", match.group());
        argument.put("start", match.start());
        argument.put("end", match.end());
        List<@Nullable Object> groups = new ArrayList<>();
        for (int group = 1; group <= match.groupCount(); group++) {
            groups.add(match.group(group));
        }
        argument.put("groups", groups);
        Object replacement;
        try {
            replacement = Functions.funcApply(function, List.of(argument));
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new ExpressionException(ExpressionException.FAILED, "the function given to $replace failed", e);
        }
        if (replacement instanceof String text) {
            return text;
        }
        throw new ExpressionException("D3012", "the function given to $replace must give a string");
    }

    /** {@code $$} is a dollar, {@code $0} the match, {@code $n} a group: of the digits, as many as make a group there is. */
    private static void expand(String with, Matcher matcher, StringBuilder result) {
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
                result.append(text == null ? "" : text);
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
        for (Object part : parts) {
            work.characters(String.valueOf(part).length());
            joined.append(between).append(part);
            between = separator;
        }
        return joined.toString();
    }

    static String pad(ExpressionWork work, List<?> args) {
        String text = (String) args.get(0);
        int width = ExpressionFunctions.integer(args, 1, 0);
        String filling = args.size() > 2 && args.get(2) instanceof String given && !given.isEmpty() ? given : " ";
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
        int limit = ExpressionFunctions.integer(args, index, Integer.MAX_VALUE);
        if (limit < 0) {
            throw new ExpressionException(
                    ExpressionException.FAILED,
                    "the limit of %s must not be negative, found %d".formatted(function, limit));
        }
        return limit;
    }
}
