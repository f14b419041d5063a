package dev.reeve.internal.model.reading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Json;
import dev.reeve.internal.model.definition.Definition;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class RoundTripTest {

    private static final int SEEDS = 300;

    @Test
    void everyWorkflowIsEqualAfterJsonAndYaml() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Definition workflow = new DefinitionGenerator(seed).workflow();
            String json = workflow.toJson().text();
            String yaml = workflow.toYaml();

            assertThat(DefinitionReader.parse(json))
                    .as("seed %d: %s", seed, json)
                    .isEqualTo(workflow);
            assertThat(DefinitionReader.parse(yaml))
                    .as("seed %d: %s", seed, yaml)
                    .isEqualTo(workflow);
            assertThat(DefinitionReader.parse(yaml).toJson().text())
                    .as("seed %d", seed)
                    .isEqualTo(json);
        }
    }

    @Test
    @DisplayName("D14: every value is equal after it was written and read, integers and decimals to the last digit")
    void everyValueIsEqualAfterJson() {
        for (long seed = 0; seed < 20 * SEEDS; seed++) {
            Object value = new DefinitionGenerator(seed).data(5, null);
            Json json = Json.of(value);
            @Nullable Object read = json.value();

            assertThat(Json.parse(json.text())).isEqualTo(json);
            assertThat(Json.of(read)).as("seed %d", seed).isEqualTo(json);
            if (value instanceof Number number && !number.equals(-0.0)) {
                assertThat(new java.math.BigDecimal(json.text()))
                        .as("seed %d", seed)
                        .isEqualByComparingTo(
                                number instanceof Double d
                                        ? java.math.BigDecimal.valueOf(d)
                                        : new java.math.BigDecimal(number.toString()));
            }
            assertThat(Objects.hashCode(json.value())).isEqualTo(Objects.hashCode(read));
        }
    }
}
