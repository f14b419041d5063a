package dev.reeve.cli;

import dev.reeve.model.InvalidInputException;
import dev.reeve.model.Json;
import dev.reeve.model.JsonText;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads JSON that is given as an argument. */
final class PayloadConverter implements ITypeConverter<Json> {

    @Override
    public Json convert(String text) {
        try {
            return JsonText.parse(text);
        } catch (InvalidInputException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }
}
