package dev.reeve.internal.model.definition;

import dev.reeve.internal.values.Durations;
import dev.reeve.workflow.Tolerate;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes {@code forEach} and {@code repeat} as they appear in a definition's text, without default values. */
final class LoopTree {

    private LoopTree() {}

    static void putForEach(Map<String, @Nullable Object> tree, ForEach forEach) {
        tree.put("forEach", forEach.items().source().value());
        if (forEach.batch() != ForEach.SINGLY) {
            tree.put("batch", forEach.batch());
        }
        if (!forEach.as().equals(ForEach.DEFAULT_AS)) {
            tree.put("as", forEach.as());
        }
        if (forEach.concurrency() != ForEach.DEFAULT_CONCURRENCY) {
            tree.put("concurrency", forEach.concurrency());
        }
        Tolerate tolerate = forEach.tolerate();
        if (!tolerate.equals(Tolerate.NONE)) {
            tree.put(
                    "tolerate",
                    tolerate.unit() == Tolerate.Unit.PERCENT ? tolerate.toString() : (Object) tolerate.value());
        }
    }

    static Map<String, @Nullable Object> of(Repeat repeat) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("until", repeat.until().toString());
        if (!repeat.delay().equals(Repeat.DEFAULT_DELAY)) {
            tree.put("delay", Durations.format(repeat.delay()));
        }
        if (Double.compare(repeat.factor(), Repeat.DEFAULT_FACTOR) != 0) {
            tree.put("factor", repeat.factor());
        }
        // a delay longer than the default maximum becomes the maximum when read: write the real maximum
        if (!repeat.maxDelay().equals(Repeat.DEFAULT_MAX_DELAY)) {
            tree.put("maxDelay", Durations.format(repeat.maxDelay()));
        }
        if (repeat.max() != Repeat.DEFAULT_MAX) {
            tree.put("max", repeat.max());
        }
        return tree;
    }
}
