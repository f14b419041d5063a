package dev.reeve.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Reeve;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples as their user meets them, on a real store and in real time. */
@DisplayName("./reeve example")
class ExamplesTest {

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int example(String... args) {
        return Examples.run(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                args);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private void plays(String name, String... words) {
        assertThat(example(name)).as(() -> out() + err).isZero();
        assertThat(out()).contains(words).contains("✔ the store is sound").doesNotContain("✘");
    }

    @Test
    @DisplayName("E3: media: one film is published, one is undone item by item, and one needs a person")
    void media() {
        plays(
                "media",
                "OUT_OF_MEMORY",
                "thumbnails[3]: failed, and is done without",
                "↩ encode[0]: undone",
                "NO_LICENCE");
    }

    @Test
    @Tag("proof")
    @DisplayName("E4: trip: 27 steps, on all paths")
    void trip() {
        plays(
                "trip",
                "✔ budget → \"beyond\"",
                "ticket_homeward needs a person",
                "↩ hotels[0]: undone",
                "AWAIT_TIMED_OUT");
    }

    @Test
    @Tag("proof")
    @DisplayName("E5: job: killed twice with SIGKILL, and resumed at its checkpoints")
    void job() {
        plays("job", "☠ SIGKILL", "attempt 3", "✔ each attempt began at the last checkpoint: 3 attempts");
    }

    @Test
    @DisplayName("S7: approval: decided at once, after a reminder, before the request, and never")
    void approval() {
        plays("approval", "the boss sends 'decision'", "{\"verdict\":\"unheard\"}", "{\"verdict\":\"refused\"}");
    }

    @Test
    @DisplayName("S7: approval by hand waits in its store for a decision, and continues in the next run")
    void approvalByHand() {
        Path store = directory.resolve("chair.db");
        String[] byHand = {"approval", "--by-hand", "--store", store.toString()};

        assertThat(example(byHand)).isZero();
        assertThat(out())
                .contains("./reeve signal --store " + store + " chair decision")
                .doesNotContain("COMPLETED");
        assertThat(store).exists();
        // As ./reeve signal does.
        try (Reeve reeve = Reeve.open(store)) {
            reeve.find("chair").orElseThrow().actingAs("you").signal("decision", Map.of("approved", true));
        }

        assertThat(example(byHand)).isZero();
        assertThat(out()).contains("you sends 'decision'", "■ COMPLETED {\"verdict\":\"paid\"}");
    }

    @Test
    @DisplayName("wrong usage is reported, and nothing runs")
    void badUsage() throws Exception {
        Path there = Files.writeString(directory.resolve("thesis.txt"), "important");

        assertThat(example("opera")).isEqualTo(2);
        assertThat(example()).isEqualTo(2);
        assertThat(example("media", "--by-hand")).isEqualTo(2);
        assertThat(example("media", "--store", there.toString())).isEqualTo(2);

        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("there is no example 'opera'", "NAME", "--by-hand goes with", "is there already");
        assertThat(there).hasContent("important");
        assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    }
}
