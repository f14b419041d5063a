package dev.reeve.internal.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads the query of an address. */
final class QueryText {

    private static final int PARAMETERS_MAX = 100;
    private static final int LENGTH_MAX = 8_192;

    private QueryText() {}

    /**
     * @throws HttpException 400 if it is malformed, or too long
     */
    static Map<String, List<String>> parse(String query) {
        Map<String, List<String>> parameters = new TreeMap<>();
        if (query.isEmpty()) {
            return parameters;
        }
        String[] parts = query.split("&", PARAMETERS_MAX + 2);
        if (query.length() > LENGTH_MAX || parts.length > PARAMETERS_MAX) {
            throw HttpException.badRequest("the query is too long: expected at most %d characters and %d parameters"
                    .formatted(LENGTH_MAX, PARAMETERS_MAX));
        }
        for (String part : parts) {
            int equals = part.indexOf('=');
            String name = equals < 0 ? part : part.substring(0, equals);
            String value = equals < 0 ? "" : part.substring(equals + 1);
            parameters
                    .computeIfAbsent(PathTemplate.Decoding.queryPart(name), each -> new ArrayList<>())
                    .add(PathTemplate.Decoding.queryPart(value));
        }
        return parameters;
    }
}
