package dev.reeve.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ConcurrencyPolicy;
import dev.reeve.ExecutionStatus;
import dev.reeve.Missed;
import dev.reeve.Schedule;
import dev.reeve.Start;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@ReeveTest
@DisplayName("S8: schedules in virtual time")
final class SchedulesInVirtualTimeTest {

    private static final Definition REPORT =
            DefinitionReader.parse("{\"workflow\":\"report\",\"steps\":{\"print\":{\"action\":\"report.print\"}}}");

    @Test
    @DisplayName("F58: a schedule at three in Berlin starts once each night, also when summer time begins")
    void aNightlyReport(VirtualReeve reeve) {
        reeve.deploy(REPORT).otherActionsSucceed(REPORT);
        reeve.schedules().put("nightly", Map.of(), Schedule.cron("report", "0 3 * * *", "Europe/Berlin"));

        reeve.advance(Duration.ofDays(30));

        // summer time begins on 29 March
        assertThat(reeve.startedBy("nightly"))
                .hasSize(30)
                .allSatisfy(report -> assertThat(report.status()).isEqualTo(ExecutionStatus.COMPLETED));
        assertThat(reeve.calls("report.print"))
                .extracting(ActionCall::at)
                .allMatch(at -> at.isBefore(Instant.parse("2026-03-29T00:00:00Z"))
                        ? at.toString().contains("T02:00:0")
                        : at.toString().contains("T01:00:0"));
    }

    @Test
    @DisplayName("I14: a schedule of a process that dies misses no time, and starts none twice")
    void aCrashForgetsNoSchedule(VirtualReeve reeve) {
        reeve.deploy(REPORT).otherActionsSucceed(REPORT);
        reeve.schedules()
                .put(
                        "minutely",
                        Map.of(),
                        Schedule.every("report", Duration.ofMinutes(1))
                                .missed(Missed.ALL)
                                .whileRunning(ConcurrencyPolicy.ALLOW));

        for (int i = 0; i < 10; i++) {
            reeve.advance(Duration.ofSeconds(60));
            reeve.crash();
        }
        reeve.advance(Duration.ofSeconds(30));
        assertThat(reeve.startedBy("minutely")).hasSize(10);

        reeve.actingAs("ann").schedules().pause("minutely", "enough");
        reeve.advance(Duration.ofHours(1));
        assertThat(reeve.startedBy("minutely")).hasSize(10);
        reeve.actingAs("alice").schedules().resume("minutely", "counted");
        reeve.advance(Duration.ofMinutes(2));
        assertThat(reeve.startedBy("minutely")).hasSize(12);
        reeve.actingAs("alice").schedules().delete("minutely", "not needed");
        assertThat(reeve.schedules().list()).isEmpty();
    }

    @Test
    @DisplayName("S8: a delayed start survives a crash, and begins in time")
    void aDelayedStart(VirtualReeve reeve) {
        reeve.deploy(REPORT).otherActionsSucceed(REPORT);
        Instant begin = reeve.now().plus(Duration.ofDays(30));
        VirtualExecution execution =
                reeve.start("report", Map.of(), Start.plain().at(begin));
        reeve.advance(Duration.ofDays(10));
        reeve.crash();
        reeve.advance(Duration.ofDays(19));
        assertThat(execution.explain().summary()).isEqualTo("It begins at 2026-03-31T12:00:00Z.");

        assertThat(execution.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);

        assertThat(reeve.calls())
                .singleElement()
                .satisfies(call -> assertThat(call.at()).isBetween(begin, begin.plusSeconds(5)));
    }
}
