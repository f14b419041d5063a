package dev.reeve.internal.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A path with parameters, such as {@code /v1/executions/{id}}. A parameter stands for one segment, with
 * any escapes.
 */
record PathTemplate(String text, List<String> segments) {

    private static final List<String> ROOT = List.of("");

    static PathTemplate of(String text) {
        return new PathTemplate(text, split(text));
    }

    private static List<String> split(String path) {
        return List.of(path.substring(1).split("/", -1));
    }

    /** The values of the parameters, if a path with these segments is meant. */
    Optional<Map<String, String>> match(List<String> found) {
        if (found.size() != segments.size()) {
            return Optional.empty();
        }
        Map<String, String> values = new TreeMap<>();
        for (int i = 0; i < found.size(); i++) {
            String segment = segments.get(i);
            if (segment.startsWith("{")) {
                values.put(segment.substring(1, segment.length() - 1), found.get(i));
            } else if (!segment.equals(found.get(i))) {
                return Optional.empty();
            }
        }
        return Optional.of(values);
    }

    /** Whether it has no parameters, so that it is preferred to one that has. */
    boolean isFixed() {
        return text.indexOf('{') < 0;
    }

    /**
     * The segments of a path, without escapes.
     *
     * @throws HttpException 400 if one is empty, goes to another directory, or cannot be decoded
     */
    static List<String> segmentsOf(String path) {
        if (!path.startsWith("/") || path.length() > 4_096) {
            throw HttpException.badRequest("expected a path such as /v1/executions");
        }
        if (path.equals("/")) {
            return ROOT;
        }
        List<String> decoded = split(path).stream().map(Decoding::segment).toList();
        if (decoded.stream().anyMatch(each -> each.isEmpty() || each.equals(".") || each.equals(".."))) {
            throw HttpException.badRequest("the path has an empty segment, or '.' or '..': leave it out");
        }
        return decoded;
    }

    /** Removes the escapes of addresses. */
    static final class Decoding {

        private Decoding() {}

        static String segment(String text) {
            return decode(text, false);
        }

        static String queryPart(String text) {
            return decode(text, true);
        }

        private static String decode(String text, boolean plusIsSpace) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            ByteBuffer decoded = ByteBuffer.allocate(bytes.length);
            for (int i = 0; i < bytes.length; i++) {
                if (bytes[i] == '%') {
                    if (i + 2 >= bytes.length
                            || !HexFormat.isHexDigit(bytes[i + 1])
                            || !HexFormat.isHexDigit(bytes[i + 2])) {
                        throw malformed();
                    }
                    decoded.put(
                            (byte) (HexFormat.fromHexDigit(bytes[i + 1]) << 4 | HexFormat.fromHexDigit(bytes[i + 2])));
                    i += 2;
                } else {
                    decoded.put(plusIsSpace && bytes[i] == '+' ? (byte) ' ' : bytes[i]);
                }
            }
            try {
                String found = StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(decoded.flip())
                        .toString();
                if (found.chars().anyMatch(Character::isISOControl)) {
                    throw malformed();
                }
                return found;
            } catch (CharacterCodingException e) {
                throw malformed();
            }
        }

        private static HttpException malformed() {
            return HttpException.badRequest(
                    "the address is malformed: encode it in UTF-8, with %XX for what is not a letter");
        }
    }
}
