package dev.reeve.internal.values;

import dev.reeve.InvalidInputException;
import dev.reeve.Json;
import java.util.List;

/** The elements of arrays, each with its original text. */
public final class JsonElements {

    private JsonElements() {}

    /**
     * @throws InvalidInputException if the value is not an array
     */
    public static List<Json> of(Json array) {
        return JsonText.elements(array.text()).stream().map(Json::new).toList();
    }
}
