package dev.reeve.example.stories;

import static dev.reeve.example.stories.Story.called;
import static dev.reeve.example.stories.Story.failure;
import static dev.reeve.example.stories.Story.inputs;
import static dev.reeve.example.stories.Story.member;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.agent.StepFailure;
import dev.reeve.test.ReeveTest;
import dev.reeve.test.VirtualExecution;
import dev.reeve.test.VirtualReeve;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A price list in batches: a tolerance for lines and one for batches, and a time that must suffice. */
@ReeveTest
@DisplayName("An import of 50,000 lines with a tolerance")
class ImportTest {

    private static final int LINES = 50_000;
    private static final int BATCH = 500;
    private static final Map<String, String> INPUT = Map.of("supplier", "acme", "file", "prices.csv");

    /** The lines whose prices are in the table. */
    private final BitSet written = new BitSet();

    @BeforeEach
    void begin(VirtualReeve reeve) {
        Story.begin(reeve, "import");
        reeve.on("file.open")
                .answers(Map.of("lines", IntStream.rangeClosed(1, LINES).boxed().toList()));
        reeve.on("prices.restore").answersBy(input -> {
            int before = BATCH * number(member(input, "batch"));
            written.clear(before + 1, before + BATCH + 1);
            return "restored";
        });
    }

    private static int number(Object value) {
        return ((Number) value).intValue();
    }

    /** Writes the lines of a batch, except those that are wrong. */
    private Map<String, Integer> write(Json input, IntPredicate isWrong) {
        List<Integer> lines = ((Collection<?>) member(input, "lines"))
                .stream().map(ImportTest::number).toList();
        lines.stream().filter(line -> !isWrong.test(line)).forEach(written::set);
        int refused = (int) lines.stream().filter(isWrong::test).count();
        return Map.of("written", lines.size() - refused, "refused", refused);
    }

    @Test
    @DisplayName(
            "S7: 50,000 lines in 100 calls, four at a time: 500 wrong ones are tolerated, and 25 minutes are enough")
    void tolerated(VirtualReeve reeve) {
        reeve.on("prices.write")
                .answersBy(input -> write(input, line -> line % 100 == 0))
                .taking(Duration.ofMinutes(1));
        Instant begin = reeve.now();
        VirtualExecution imported = reeve.start("import_prices", INPUT);

        assertThat(imported.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(imported.awaitEnd().output())
                .isEqualTo(new Json("{\"lines\":50000,\"written\":49500,\"refused\":500,\"batches_lost\":0}"));
        assertThat(written.cardinality()).isEqualTo(49_500);
        assertThat(reeve.calls("prices.write")).hasSize(100);
        assertThat(reeve.calls("prices.publish")).hasSize(1);
        assertThat(Duration.between(begin, reeve.now())).isBetween(Duration.ofMinutes(25), Duration.ofMinutes(27));
    }

    @Test
    @DisplayName("C1: one line more is too many, and every batch is taken back")
    void tooMany(VirtualReeve reeve) {
        reeve.on("prices.write").answersBy(input -> write(input, line -> line % 100 == 0 || line == 7));
        VirtualExecution imported = reeve.start("import_prices", INPUT);

        assertThat(imported.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(failure(imported)).isEqualTo("TOO_MANY_REFUSED");
        assertThat(imported.describe().failure()).asString().contains("501 of 50000 lines were refused");
        assertThat(reeve.calls("prices.restore")).hasSize(100);
        assertThat(written.cardinality()).isZero();
        assertThat(called(reeve)).doesNotContain("prices.publish").endsWith("mail.report");
    }

    @Test
    @DisplayName("S7: two batches that fail are tolerated, a third one is not")
    void lostBatches(VirtualReeve reeve) {
        assertThat(withBrokenBatches(reeve, 2).status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(written.cardinality()).isEqualTo(49_000);
        assertThat(inputs(reeve, "mail.report", "counts")).asString().contains("batches_lost=2");

        written.clear();
        assertThat(withBrokenBatches(reeve, 3).status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(written.cardinality()).isZero();
    }

    private VirtualExecution withBrokenBatches(VirtualReeve reeve, int count) {
        reeve.handle("prices.write", (input, step) -> {
            if (input.path("batch").asInt() < count) {
                throw StepFailure.businessError("TABLE_DAMAGED", "the rows of this batch cannot be written");
            }
            return write(new Json(input.toString()), line -> false);
        });
        VirtualExecution imported = reeve.start("import_prices", INPUT);
        imported.awaitEnd();
        return imported;
    }

    @Test
    @DisplayName("C1: an import that is not done after four hours is taken back")
    void tooSlow(VirtualReeve reeve) {
        reeve.on("prices.write").answersBy(input -> write(input, line -> false)).taking(Duration.ofSeconds(590));
        VirtualExecution imported = reeve.start("import_prices", INPUT);

        reeve.advance(Duration.ofHours(4).minusMinutes(1));
        assertThat(imported.status()).isEqualTo(ExecutionStatus.RUNNING);
        assertThat(reeve.calls("prices.write")).hasSizeGreaterThan(95);

        assertThat(imported.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(failure(imported)).isEqualTo("EXECUTION_TIMED_OUT");
        assertThat(written.cardinality()).isZero();
    }
}
