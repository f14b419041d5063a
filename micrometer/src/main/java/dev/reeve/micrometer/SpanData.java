package dev.reeve.micrometer;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A span that has ended. It has names, ids, numbers and codes, and neither payloads nor messages of failures.
 *
 * @param trace the id of its trace, 32 hexadecimal digits
 * @param id its own id, 16 hexadecimal digits
 * @param parent the id of the span around it; null for none
 * @param link the id of the span that it follows after a long wait; null for none
 * @param name its name
 * @param start when it began
 * @param end when it ended
 * @param attributes what it is about, sorted by name
 * @param error the code of its failure; null for none
 */
public record SpanData(
        String trace,
        String id,
        @Nullable String parent,
        @Nullable String link,
        String name,
        Instant start,
        Instant end,
        Map<String, String> attributes,
        @Nullable String error) {

    public SpanData {
        attributes = new TreeMap<>(attributes);
    }

    @Override
    public Map<String, String> attributes() {
        return new TreeMap<>(attributes);
    }
}
