package dev.reeve.cli.command;

import dev.reeve.Cause;
import dev.reeve.cli.output.Text;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the cause of a failure. Knows the words that other products have for it, and says what to write instead. */
public final class CauseConverter implements ITypeConverter<Cause> {

    private static final Map<String, Cause> OTHER_WORDS = Map.ofEntries(
            Map.entry("PERMANENT", Cause.BUSINESS),
            Map.entry("NON_RETRYABLE", Cause.BUSINESS),
            Map.entry("NONRETRYABLE", Cause.BUSINESS),
            Map.entry("FATAL", Cause.BUSINESS),
            Map.entry("RETRYABLE", Cause.TRANSIENT),
            Map.entry("TEMPORARY", Cause.TRANSIENT),
            Map.entry("TIMEOUT", Cause.SILENT),
            Map.entry("TIMED_OUT", Cause.SILENT),
            Map.entry("RATE_LIMITED", Cause.THROTTLED));

    @Override
    public Cause convert(String value) {
        String word = value.toUpperCase(Locale.ROOT).replace('-', '_');
        for (Cause cause : Cause.values()) {
            if (cause.name().equals(word)) {
                return cause;
            }
        }
        Cause meant = OTHER_WORDS.get(word);
        throw new TypeConversionException("expected one of %s, found '%s'%s"
                .formatted(
                        Arrays.toString(Cause.values()),
                        Text.shortened(value),
                        meant == null ? "" : "; that is " + meant + " here"));
    }
}
