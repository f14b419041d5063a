package dev.reeve.cli.command;

import dev.reeve.InvalidInputException;
import dev.reeve.Json;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a JSON argument. */
public final class PayloadConverter implements ITypeConverter<Json> {

    /** A suggestion for a word that only lacks its quotes. */
    private static String example(String text) {
        return text.matches("[\\w .-]{1,40}") ? text : "so";
    }

    @Override
    public Json convert(String text) {
        try {
            return Json.parse(text);
        } catch (InvalidInputException e) {
            throw new TypeConversionException(
                    "%s. Text is JSON in double quotes, in a shell '\"%s\"'".formatted(e.getMessage(), example(text)));
        }
    }
}
