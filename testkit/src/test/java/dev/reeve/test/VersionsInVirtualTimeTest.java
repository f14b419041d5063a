package dev.reeve.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ExecutionStatus;
import dev.reeve.ReeveException;
import dev.reeve.Start;
import dev.reeve.StepStatus;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.workflow.Workflow;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@ReeveTest
@DisplayName("S9: executions go on with another version, in virtual time")
final class VersionsInVirtualTimeTest {

    @Test
    void anExecutionIsMoved(VirtualReeve reeve) {
        Workflow one = Workflow.named("wait")
                .step("rest", step -> step.wait(Duration.ofDays(3)))
                .build();
        Workflow two = Workflow.named("wait")
                .version(2)
                .step("rest", step -> step.wait(Duration.ofDays(3)))
                .step("print", step -> step.after("rest").action("report.print"))
                .build();
        reeve.deploy(one).otherActionsSucceed(two);
        VirtualExecution execution = reeve.start("wait", Map.of());
        reeve.advance(Duration.ofDays(1));
        assertThatThrownBy(() -> execution.actingAs("ann").recovery().moveTo(2, "mended"))
                .isInstanceOf(ReeveException.class)
                .hasMessageContaining("has no version 2");

        reeve.deploy(two);
        execution.actingAs("ann").recovery().moveTo(2, "mended");

        assertThat(execution.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(execution.describe().steps().getLast().status()).isEqualTo(StepStatus.COMPLETED);
    }

    @Test
    @DisplayName("S9: a running attempt is judged by the other version, also if that has no heartbeats")
    void aRunningAttemptGoesOn(VirtualReeve reeve) {
        String encode = "workflow: film\nversion: %d\nsteps: { encode: { action: film.encode, completeBy: 1h%s } }";
        Definition one = DefinitionReader.parse(encode.formatted(1, ", heartbeat: 10s"));
        reeve.deploy(one).deploy(DefinitionReader.parse(encode.formatted(2, "")));
        reeve.on("film.encode").answers(Map.of("size", 7)).taking(Duration.ofMinutes(10));
        VirtualExecution execution = reeve.start("film", Map.of(), Start.plain().version(1));
        reeve.advance(Duration.ofSeconds(15));

        execution.actingAs("ann").recovery().moveTo(2, "the encoder is silent for long");

        assertThat(execution.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.calls("film.encode")).hasSize(1);
    }
}
