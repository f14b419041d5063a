package dev.reeve.example.stories;

import static dev.reeve.example.stories.Story.advanceTo;
import static dev.reeve.example.stories.Story.failure;
import static dev.reeve.example.stories.Story.member;
import static dev.reeve.example.stories.Story.times;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.test.ReeveTest;
import dev.reeve.test.VirtualExecution;
import dev.reeve.test.VirtualReeve;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A batch that has from ten in the evening to five in the morning: a schedule, a window, an end on purpose. */
@ReeveTest
@DisplayName("A nightly batch with a window")
class NightlyTest {

    private static final int ACCOUNTS = 30_000;

    /** The accounts that have their interest. */
    private final BitSet posted = new BitSet();

    @BeforeEach
    void begin(VirtualReeve reeve) {
        Story.begin(reeve, "nightly");
        reeve.on("accounts.open").answersBy(input -> Map.of("accounts", open()));
        postsIn(reeve, Duration.ofMinutes(10));
        reeve.on("interest.reverse").answersBy(input -> {
            accounts(input).forEach(posted::clear);
            return "reversed";
        });
        reeve.on("interest.sums").answers(Map.of("agree", true));
    }

    private void postsIn(VirtualReeve reeve, Duration time) {
        reeve.on("interest.post")
                .answersBy(input -> {
                    accounts(input).forEach(posted::set);
                    return "posted";
                })
                .taking(time);
    }

    private List<Integer> open() {
        return IntStream.range(0, ACCOUNTS)
                .filter(account -> !posted.get(account))
                .boxed()
                .toList();
    }

    private static List<Integer> accounts(Json input) {
        return ((Collection<?>) member(input, "accounts"))
                .stream().map(account -> ((Number) account).intValue()).toList();
    }

    private static List<VirtualExecution> nights(VirtualReeve reeve) {
        return reeve.startedBy("nightly_interest");
    }

    private static String output(VirtualExecution night) {
        return String.valueOf(night.awaitEnd().output());
    }

    @Test
    @DisplayName("S8: begins at 22 o'clock, two batches at a time, and is done before the morning")
    void oneNight(VirtualReeve reeve) {
        advanceTo(reeve, "2026-03-01T21:59:00Z");
        assertThat(nights(reeve)).isEmpty();

        advanceTo(reeve, "2026-03-02T05:01:00Z");
        assertThat(nights(reeve)).hasSize(1);
        assertThat(output(nights(reeve).getFirst())).isEqualTo("{\"finished\":true}");
        assertThat(posted.cardinality()).isEqualTo(ACCOUNTS);
        assertThat(reeve.calls("interest.post")).hasSize(30);
        assertThat(times(reeve, "books.unlock").getFirst())
                .isBetween(Instant.parse("2026-03-02T00:30:00Z"), Instant.parse("2026-03-02T00:35:00Z"));
    }

    @Test
    @DisplayName("S7: a slow night ends at 5 o'clock with what it has, and the next night does the rest")
    void twoNights(VirtualReeve reeve) {
        postsIn(reeve, Duration.ofMinutes(44));
        advanceTo(reeve, "2026-03-02T05:30:00Z");
        assertThat(output(nights(reeve).getFirst())).isEqualTo("{\"finished\":false}");
        assertThat(posted.cardinality()).isBetween(18_000, 20_000);
        assertThat(times(reeve, "books.unlock").getFirst())
                .as("after the batches that were under way at 5 o'clock")
                .isBetween(Instant.parse("2026-03-02T05:20:00Z"), Instant.parse("2026-03-02T05:21:00Z"));

        advanceTo(reeve, "2026-03-03T05:30:00Z");
        assertThat(nights(reeve)).hasSize(2);
        assertThat(posted.cardinality()).isEqualTo(ACCOUNTS);
        assertThat(reeve.calls("interest.reverse")).isEmpty();
    }

    @Test
    @DisplayName(
            "C1: the sums disagree: all of the night is reversed, the books are open, and the next night begins anew")
    void wrongSums(VirtualReeve reeve) {
        reeve.on("interest.sums").answers(Map.of("agree", false)).answers(Map.of("agree", true));
        advanceTo(reeve, "2026-03-02T05:30:00Z");
        VirtualExecution night = nights(reeve).getFirst();
        assertThat(night.status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(failure(night)).isEqualTo("SUMS_DISAGREE");
        assertThat(posted.cardinality()).isZero();
        assertThat(reeve.calls("interest.reverse")).hasSize(30);
        assertThat(reeve.calls("books.unlock")).hasSize(1);

        advanceTo(reeve, "2026-03-03T05:30:00Z");
        assertThat(posted.cardinality()).isEqualTo(ACCOUNTS);
    }
}
