package dev.reeve.internal.values;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Labels sorted by name, so that each process writes the same execution in the same way. */
public final class Labels {

    private Labels() {}

    /**
     * An unmodifiable copy.
     *
     * @throws NullPointerException if a name or value is null
     */
    public static Map<String, String> sorted(Map<String, String> labels) {
        Objects.requireNonNull(labels, "labels: expected a map, found null");
        if (labels.isEmpty()) {
            return Map.of();
        }
        labels.forEach((name, value) -> {
            Objects.requireNonNull(name, "labels: the name of a label is null");
            Objects.requireNonNull(value, () -> "labels: the value of '%s' is null".formatted(name));
        });
        return Collections.unmodifiableMap(new TreeMap<>(labels));
    }
}
