package dev.reeve.internal.payload;

import dev.reeve.Json;
import dev.reeve.internal.values.Limits;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;
import tools.jackson.databind.module.SimpleModule;

/** The mapper between JSON and types. A separate class, so that its some 500 classes are loaded only when needed. */
final class PayloadMapper {

    private static final int DEPTH_MAX = Limits.DEFAULT.depth();

    static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEPTH_MAX)
                            .maxNumberLength(Limits.DEFAULT.numberLength())
                            .build())
                    .streamWriteConstraints(StreamWriteConstraints.builder()
                            .maxNestingDepth(DEPTH_MAX)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS)
            .addModule(new SimpleModule("dev.reeve").addDeserializer(Json.class, new JsonDeserializer()))
            .polymorphicTypeValidator(BasicPolymorphicTypeValidator.builder().build())
            .build();

    private PayloadMapper() {}
}
