package dev.reeve.internal.payload;

import dev.reeve.Json;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;

/** Reads a part of a handler's input as unparsed JSON. Stateless. */
final class JsonDeserializer extends StdDeserializer<Json> {

    JsonDeserializer() {
        super(Json.class);
    }

    @Override
    public Json deserialize(JsonParser parser, DeserializationContext context) {
        return new Json(context.readTree(parser).toString());
    }

    @Override
    public Json getNullValue(DeserializationContext context) {
        return Json.NULL;
    }
}
