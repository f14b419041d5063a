package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.internal.model.definition.DefinitionFormat;
import dev.reeve.spi.store.StoreFormat;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The model must not know the store, so both name the formats. */
class FormatNumbersTest {

    @Test
    @DisplayName("the formats of definitions are those of the store")
    void theSameNumbers() {
        assertThat(DefinitionFormat.PERMITS).isEqualTo(StoreFormat.PERMITS);
        assertThat(DefinitionFormat.LANGUAGE).isEqualTo(StoreFormat.LANGUAGE);
    }
}
