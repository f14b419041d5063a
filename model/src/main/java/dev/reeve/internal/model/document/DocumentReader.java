package dev.reeve.internal.model.document;

import dev.reeve.internal.values.Limits;
import dev.reeve.internal.values.Utf8;
import dev.reeve.workflow.Problem;
import java.util.Locale;

/** Detects YAML or JSON, and refuses texts that are neither before a parser reads them. */
public final class DocumentReader {

    /**
     * Maximum ratio of a definition's text to its compact JSON: the text has comments and indentation, and YAML writes
     * some characters as escapes of six characters.
     */
    public static final int TEXT_PER_DEFINITION = 8;

    private DocumentReader() {}

    /**
     * @param name a file's name; the endings {@code .json}, {@code .yaml} and {@code .yml} set the format; otherwise a
     *     text that begins with <code>{</code> is JSON
     * @param bytesMax maximum size of the definition as compact JSON
     * @param document collects the problems that do not end the reading
     */
    public static DocumentNode read(String text, String name, int bytesMax, DocumentBuilder document)
            throws DocumentException {
        if (Utf8.isLongerThan(text, textBytesMax(bytesMax))) {
            throw new DocumentException(tooLong(Utf8.length(text), bytesMax));
        }
        int nul = text.indexOf('\0');
        if (nul >= 0) {
            throw new DocumentException(TextPlace.at(text, nul).problem("a NUL character (\\u0000)", "Remove it"));
        }
        String clean = text.startsWith("\uFEFF") ? text.substring(1) : text;
        return isJson(clean, name.toLowerCase(Locale.ROOT))
                ? JsonReader.read(clean, document)
                : YamlReader.read(clean, document);
    }

    public static int textBytesMax(int bytesMax) {
        return bytesMax * TEXT_PER_DEFINITION;
    }

    public static Problem tooLong(long bytes, int bytesMax) {
        return new TextPlace("", 1, 1)
                .problem(
                        "the text has %,d bytes, and the limit is %,d: %d times the limit of the definition, which is %,d as compact JSON"
                                .formatted(bytes, textBytesMax(bytesMax), TEXT_PER_DEFINITION, bytesMax),
                        SMALLER);
    }

    public static final String SMALLER =
            "Split it into several workflows, or raise the limit where it is read (bytesMax, up to %,d)"
                    .formatted(Limits.DEFAULT.definitionBytesMax());

    private static boolean isJson(String text, String name) {
        if (name.endsWith(".json")) {
            return true;
        }
        return !name.endsWith(".yaml")
                && !name.endsWith(".yml")
                && text.stripLeading().startsWith("{");
    }
}
