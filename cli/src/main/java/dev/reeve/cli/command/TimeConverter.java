package dev.reeve.cli.command;

import dev.reeve.cli.output.Text;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a time. */
public final class TimeConverter implements ITypeConverter<Instant> {

    @Override
    public Instant convert(String value) {
        try {
            return Instant.parse(value);
        } catch (DateTimeParseException e) {
            throw new TypeConversionException(
                    "expected a time such as 2026-03-01T00:00:00Z, found '%s'".formatted(Text.shortened(value)));
        }
    }
}
