package dev.reeve.internal.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Event;
import dev.reeve.HistoryEntry;
import dev.reeve.Json;
import dev.reeve.StepPath;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A part of a history")
final class HistoryPartTest {

    private static final int ALL = 999_999_999;

    private static List<HistoryEntry> history(int events, int characters) {
        List<HistoryEntry> history = new ArrayList<>();
        for (int i = 0; i < events; i++) {
            Json output = new Json("\"" + "x".repeat(characters) + "\"");
            history.add(
                    new HistoryEntry(i / 2 + 1, Instant.EPOCH, new Event.StepCompleted(StepPath.of("s"), 1, output)));
        }
        return history;
    }

    @Test
    @DisplayName("without bounds it is the whole history")
    void whole() {
        List<HistoryEntry> history = history(9, 10);
        assertThat(new HistoryPart(0, ALL, 0).cut(history)).isEqualTo(history);
    }

    @Test
    @DisplayName("it has as many whole decisions as fit, the newest, and one at least")
    void decisions() {
        List<HistoryEntry> history = history(10, 10);
        assertThat(new HistoryPart(0, ALL, 5).cut(history)).isEqualTo(history.subList(6, 10));
        assertThat(new HistoryPart(0, ALL, 1).cut(history)).isEqualTo(history.subList(8, 10));
        assertThat(new HistoryPart(2, 5, 100).cut(history)).isEqualTo(history.subList(4, 8));
        assertThat(new HistoryPart(5, ALL, 100).cut(history)).isEmpty();
        assertThat(new HistoryPart(0, 1, 100).cut(history)).isEmpty();
    }

    @Test
    @DisplayName("with a limit it is bounded by the size of its text")
    void characters() {
        List<HistoryEntry> history = history(20, HistoryPart.CHARACTERS_MAX / 5);
        assertThat(new HistoryPart(0, ALL, 1_000).cut(history)).isEqualTo(history.subList(16, 20));
        List<HistoryEntry> large = history(4, HistoryPart.CHARACTERS_MAX);
        assertThat(new HistoryPart(0, ALL, 1_000).cut(large)).isEqualTo(large.subList(2, 4));
    }
}
