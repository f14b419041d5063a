package dev.reeve.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("Report: one line of JSON, or a table")
class ReportTest {

    private final Report report = new Report()
            .add("workload", "chain3 \"quoted\"\nline")
            .add("executions", 123_456, "")
            .add("executionsPerSecond", 12_345.678, 0, "")
            .add("latencyMillisP99", 1.2345, 2, "ms")
            .add("runs", List.of(1.26, 2.0), 1)
            .add("nothing", Double.NaN, 1, "ms");

    @Test
    void jsonIsOneLineWithRoundedNumbersInOrder() {
        String json = report.json();

        assertThat(json).doesNotContain("\n");
        JsonNode tree = JsonMapper.shared().readTree(json);
        assertThat(tree.propertyNames())
                .containsExactly("workload", "executions", "executionsPerSecond", "latencyMillisP99", "runs");
        assertThat(tree.get("executionsPerSecond").asLong()).isEqualTo(12_346);
        assertThat(tree.get("latencyMillisP99").asDouble()).isEqualTo(1.23);
        assertThat(tree.get("runs").get(0).asDouble()).isEqualTo(1.3);
    }

    @Test
    void tableHasTheSameNames() {
        assertThat(report.table()).contains("executionsPerSecond", "12,346", "latencyMillisP99", "1.23 ms", "123,456");
    }

    @Test
    void figuresCanBeReadBack() {
        assertThat(report.number("executions")).isEqualTo(123_456);
        assertThatThrownBy(() -> report.number("workload")).hasMessageContaining("workload");
        assertThatThrownBy(() -> report.number("nothing")).hasMessageContaining("nothing");
    }
}
