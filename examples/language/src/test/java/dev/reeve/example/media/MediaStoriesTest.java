package dev.reeve.example.media;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.example.media.Studio.Film;
import dev.reeve.test.ActionCall;
import dev.reeve.test.ReeveTest;
import dev.reeve.test.VirtualExecution;
import dev.reeve.test.VirtualReeve;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** E3: every story that a film can tell, in virtual time. */
@ReeveTest
@DisplayName("Stories of films")
class MediaStoriesTest {

    private static final Film LAKE = new Film("lake", "lake-720.mov");

    private final Studio studio = new Studio(Duration.ZERO);

    @BeforeEach
    void deploy(VirtualReeve reeve) {
        reeve.deploy(MediaExample.workflow());
        studio.encoder(reeve::handle);
        studio.library(reeve::handle);
    }

    private static VirtualExecution encode(VirtualReeve reeve, Film film) {
        return reeve.start("encode_film", film);
    }

    private void nothingIsLeft(VirtualExecution film) {
        assertThat(film.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(studio.storage()).isEmpty();
        assertThat(studio.catalogue()).isEmpty();
    }

    @Test
    @DisplayName("S7: the number of sizes comes from the inspection; the catalogue has them in order, and the "
            + "cache is fresh")
    void shown(VirtualReeve reeve) {
        VirtualExecution film = encode(reeve, LAKE);

        assertThat(film.await(Map.class).get("files"))
                .isEqualTo(List.of(
                        "lake/720p.mp4",
                        "lake/360p.mp4",
                        "lake/at-10.jpg",
                        "lake/at-1200.jpg",
                        "lake/at-2400.jpg",
                        "lake/metadata.json"));
        assertThat(studio.storage()).hasSize(6);
        assertThat(studio.catalogue()).containsExactly("lake");
        assertThat(studio.stalePages()).isEmpty();
    }

    @Test
    @DisplayName("S8: four sizes at a time, and the fifth when one of them ends")
    void fourAtATime(VirtualReeve reeve) {
        reeve.on("media.encode").answers(Map.of("file", "a")).taking(Duration.ofSeconds(40));
        reeve.on("catalogue.publish").answers(Map.of("page", "/", "files", List.of()));
        Instant begin = reeve.now();

        assertThat(encode(reeve, new Film("sea", "sea-2160.mov")).awaitEnd().status())
                .isEqualTo(ExecutionStatus.COMPLETED);

        List<ActionCall> encodes = reeve.calls("media.encode");
        assertThat(encodes).hasSize(5);
        assertThat(encodes.subList(0, 4)).allMatch(call -> call.at().isBefore(begin.plusSeconds(1)));
        assertThat(encodes.get(4).at()).isAfterOrEqualTo(begin.plusSeconds(40));
    }

    @Test
    @DisplayName("A5, R1: one size fails briefly, and only it is encoded again, with its own key")
    void oneSizeIsTriedAgain(VirtualReeve reeve) {
        VirtualExecution film = encode(reeve, new Film("sea", "sea-2160.mov"));

        assertThat(film.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.calls("media.encode")).hasSize(6);
        assertThat(reeve.calls("media.encode"))
                .filteredOn(call -> call.idempotencyKey().equals(film.id() + "/encode[1]"))
                .hasSize(2);
    }

    @Test
    @DisplayName("S7: one thumbnail of four may fail, two may not: the film is undone, item by item")
    void twoThumbnailsFail(VirtualReeve reeve) {
        reeve.on("media.thumbnail")
                .failsWithBusinessError("BLACK_FRAME")
                .failsWithBusinessError("BLACK_FRAME")
                .answers(Map.of("file", "x"));

        nothingIsLeft(encode(reeve, LAKE));
        assertThat(reeve.calls("catalogue.publish")).isEmpty();
    }

    @Test
    @DisplayName("C1: one size fails finally: all others are deleted, and nothing was catalogued")
    void oneSizeCannotBeMade(VirtualReeve reeve) {
        nothingIsLeft(encode(reeve, new Film("scratched", "scratched-1080.mov")));
        assertThat(reeve.calls("catalogue.publish")).isEmpty();
        // Two sizes, three thumbnails, the metadata.
        assertThat(reeve.calls("storage.delete")).hasSize(6);
    }

    @Test
    @DisplayName("C1: the catalogue refuses at the end: everything is deleted")
    void nobodyMayShowIt(VirtualReeve reeve) {
        nothingIsLeft(encode(reeve, new Film("bootleg", "bootleg-720.mov")));
        assertThat(reeve.calls("catalogue.withdraw")).as("it never published").isEmpty();
    }

    @Test
    @DisplayName("C5: a publication with unknown outcome is refused later: it is withdrawn, too")
    void perhapsPublished(VirtualReeve reeve) {
        reeve.on("catalogue.publish").succeedsButTheReportIsLost(Map.of()).failsWithBusinessError("NO_LICENCE");

        nothingIsLeft(encode(reeve, LAKE));
        assertThat(reeve.calls("catalogue.withdraw")).hasSize(1);
    }

    @Test
    @DisplayName("V4, O2: the cache stays down: three pauses, then a person; the film stays published")
    void cacheStaysAway(VirtualReeve reeve) {
        reeve.on("cache.invalidate").failsWithTransientError("CACHE_AWAY");
        VirtualExecution film = encode(reeve, LAKE);

        assertThat(film.awaitRest()).isEqualTo(ExecutionStatus.ESCALATED);
        assertThat(reeve.calls("cache.invalidate")).as("four rounds of three").hasSize(12);
        assertThat(studio.catalogue()).containsExactly("lake");

        film.actingAs("olga").recovery().resolve("invalidate", "emptied by hand");
        assertThat(film.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("S6: the process dies while five sizes are encoded: completed ones are not repeated")
    void crash(VirtualReeve reeve) {
        reeve.on("media.encode").answers(Map.of("file", "a")).taking(Duration.ofSeconds(10));
        reeve.on("catalogue.publish").answers(Map.of("page", "/", "files", List.of()));
        VirtualExecution film = encode(reeve, new Film("sea", "sea-2160.mov"));
        reeve.advance(Duration.ofSeconds(15));
        reeve.crash();

        assertThat(film.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.calls("media.encode")).as("four, and the fifth twice").hasSize(6);
    }
}
