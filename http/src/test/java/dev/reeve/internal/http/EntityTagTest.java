package dev.reeve.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EntityTagTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "\"a\"|true",
                "\"x\", \"a\"|true",
                "W/\"a\"|true",
                "\"x\" ,W/\"y\",W/\"a\"|true",
                "*|true",
                "a|false",
                "\"x\"|false",
                ",,|false",
            })
    @DisplayName("If-None-Match names one tag, several, weak ones, or any")
    void known(String sent, boolean isKnown) {
        HttpRequest request = new HttpRequest(
                "GET", "/", "", Map.of("if-none-match", List.of(sent)), "127.0.0.1", InputStream::nullInputStream);

        assertThat(EntityTag.isKnown(request, "\"a\"")).isEqualTo(isKnown);
    }
}
