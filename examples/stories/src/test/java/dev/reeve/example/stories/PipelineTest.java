package dev.reeve.example.stories;

import static dev.reeve.example.stories.Story.called;
import static dev.reeve.example.stories.Story.inputs;
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
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** As many branches as there are files: a dynamic fork, a tolerance, children with a time of their own. */
@ReeveTest
@DisplayName("A data pipeline with a fork")
class PipelineTest {

    @BeforeEach
    void begin(VirtualReeve reeve) {
        Story.begin(reeve, "pipeline");
        reeve.on("csv.load")
                .answersBy(input -> Map.of("table", "t_" + name(input), "rows", 1_000))
                .taking(Duration.ofMinutes(2));
        reeve.on("excel.convert").answersBy(input -> Map.of("name", name(input) + "_csv", "kind", "csv"));
        reeve.on("figures.join").answers(Map.of("table", "sales"));
    }

    private static Object name(Json input) {
        return member(Json.of(member(input, "file")), "name");
    }

    /** There are files of these kinds today. */
    private static void files(VirtualReeve reeve, String... kinds) {
        reeve.on("files.find")
                .answers(Map.of(
                        "files",
                        IntStream.range(0, kinds.length)
                                .mapToObj(i -> Map.of("name", "branch" + i, "kind", kinds[i]))
                                .toList()));
    }

    private static VirtualExecution run(VirtualReeve reeve) {
        return reeve.start("pipeline", Map.of("day", "2026-03-01"));
    }

    @Test
    @DisplayName("S7: as many branches as files, each by its kind, all at once, and joined at the end")
    void joined(VirtualReeve reeve) {
        files(reeve, "csv", "excel", "csv", "csv", "excel");
        Instant begin = reeve.now();
        VirtualExecution pipeline = run(reeve);

        assertThat(pipeline.awaitEnd().output()).isEqualTo(new Json("{\"rows\":5000,\"missing\":0}"));
        assertThat(inputs(reeve, "figures.join", "tables"))
                .containsExactly(List.of("t_branch0", "t_branch1_csv", "t_branch2", "t_branch3", "t_branch4_csv"));
        assertThat(reeve.calls("excel.convert")).hasSize(2);
        assertThat(Duration.between(begin, reeve.now())).isLessThan(Duration.ofMinutes(4));
    }

    @Test
    @DisplayName("S7: another day has one file, and the same workflow joins one table")
    void oneFile(VirtualReeve reeve) {
        files(reeve, "csv");

        assertThat(run(reeve).awaitEnd().output()).isEqualTo(new Json("{\"rows\":1000,\"missing\":0}"));
        assertThat(inputs(reeve, "figures.join", "tables")).containsExactly(List.of("t_branch0"));
    }

    @Test
    @DisplayName("S7: a file of an unknown kind is missing, and so is one that hangs for half an hour")
    void missing(VirtualReeve reeve) {
        files(reeve, "csv", "pdf", "csv", "csv", "csv", "excel", "csv", "csv", "csv", "csv");
        reeve.on("excel.convert").timesOut();
        Instant begin = reeve.now();
        VirtualExecution pipeline = run(reeve);

        assertThat(pipeline.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(pipeline.awaitEnd().output()).isEqualTo(new Json("{\"rows\":8000,\"missing\":2}"));
        assertThat(Duration.between(begin, times(reeve, "figures.join").getFirst()))
                .isLessThan(Duration.ofMinutes(40));
        assertThat(reeve.calls("table.drop")).isEmpty();
    }

    @Test
    @DisplayName("C1: the check fails: the readers see yesterday again, and all tables are removed")
    void wrongFigures(VirtualReeve reeve) {
        files(reeve, "csv", "excel", "csv");
        reeve.on("figures.check").failsWithBusinessError("TURNOVER_NEGATIVE");
        VirtualExecution pipeline = run(reeve);

        assertThat(pipeline.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(called(reeve))
                .containsSubsequence("figures.check", "figures.show_yesterday", "figures.drop", "table.drop");
        assertThat(reeve.calls("table.drop")).hasSize(3);
    }
}
