package dev.reeve.internal.model.expression;

import java.util.List;

/**
 * Substring functions. The library's versions retain every text that they take a part of, and their search can take a
 * long time.
 */
final class SubstringFunctions {

    private SubstringFunctions() {}

    /** Counts in Unicode characters; a negative start counts from the end. */
    static String substring(ExpressionWork work, List<?> args) {
        String text = (String) args.getFirst();
        work.spend(text.length() / 64);
        int count = text.codePointCount(0, text.length());
        int start = CountedFunction.integer(args, 1, 0);
        int from = start < 0 ? Math.max(0, count + Math.max(start, -count)) : Math.min(start, count);
        boolean open = args.size() < 3 || args.get(2) == null;
        int length = open ? count : Math.max(0, CountedFunction.integer(args, 2, count));
        int to = (int) Math.min(count, (long) from + length);
        int begin = text.offsetByCodePoints(0, from);
        return text.substring(begin, text.offsetByCodePoints(begin, to - from));
    }

    static String substringBefore(ExpressionWork work, List<?> args) {
        String text = (String) args.getFirst();
        int at = indexOf(work, text, args);
        return at < 0 ? text : text.substring(0, at);
    }

    static String substringAfter(ExpressionWork work, List<?> args) {
        String text = (String) args.getFirst();
        int at = indexOf(work, text, args);
        return at < 0 ? text : text.substring(at + ((String) args.get(1)).length());
    }

    private static int indexOf(ExpressionWork work, String text, List<?> args) {
        return args.size() > 1 && args.get(1) instanceof String wanted
                ? new TextSearch(work, wanted).indexIn(text, 0)
                : -1;
    }
}
