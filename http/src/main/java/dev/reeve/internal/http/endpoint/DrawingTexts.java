package dev.reeve.internal.http.endpoint;

import dev.reeve.Json;
import dev.reeve.internal.document.DocumentWriter;
import dev.reeve.internal.drawing.Drawing;
import dev.reeve.internal.drawing.DrawingOptions;
import dev.reeve.internal.drawing.Drawings;
import dev.reeve.internal.drawing.svg.Svg;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Drawings of definitions as JSON or SVG, and the last of them, because a drawing of 10,000 steps takes most of a
 * second. A drawing depends on the text of a definition alone, so what is kept is never old. Thread-safe.
 */
final class DrawingTexts {

    /** The characters that are kept at most. */
    private static final int KEPT_MAX = 8 << 20;

    private final int keptMax;
    private final Map<String, String> kept = new LinkedHashMap<>(16, 0.75f, true);
    private long characters;

    DrawingTexts() {
        this(KEPT_MAX);
    }

    DrawingTexts(int keptMax) {
        this.keptMax = keptMax;
    }

    /**
     * The name of a text, which differs if the text may differ.
     *
     * @param fingerprint of the definition
     */
    static String tag(String fingerprint, DrawingOptions options, boolean svg) {
        return "%s-%d%s%s%s"
                .formatted(
                        fingerprint,
                        Drawing.LAYOUT,
                        options.compensations() ? "c" : "",
                        options.folded() ? "f" : "",
                        svg ? "s" : "");
    }

    /**
     * The text of a drawing.
     *
     * @param tag its name
     */
    String text(String tag, Json definition, DrawingOptions options, boolean svg) {
        Optional<String> known = known(tag);
        if (known.isPresent()) {
            return known.get();
        }
        Drawing drawing = Drawings.of(definition, options);
        String text = svg ? Svg.of(drawing) : DocumentWriter.write(drawing);
        keep(tag, text);
        return text;
    }

    private synchronized Optional<String> known(String tag) {
        return Optional.ofNullable(kept.get(tag));
    }

    private synchronized void keep(String tag, String text) {
        if (text.length() > keptMax || kept.putIfAbsent(tag, text) != null) {
            return;
        }
        characters += text.length();
        var oldest = kept.entrySet().iterator();
        while (characters > keptMax) {
            characters -= oldest.next().getValue().length();
            oldest.remove();
        }
    }

    /** The number of characters that are kept. */
    synchronized long characters() {
        return characters;
    }
}
