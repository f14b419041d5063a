package dev.reeve.example.stories;

import static dev.reeve.example.stories.Story.called;
import static dev.reeve.example.stories.Story.failure;
import static dev.reeve.example.stories.Story.inputs;
import static dev.reeve.example.stories.Story.times;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
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

/** A release that is watched, goes everywhere, and can be called back: loops, a failure on purpose, undoing. */
@ReeveTest
@DisplayName("A deployment with a canary and a way back")
class DeploymentTest {

    @BeforeEach
    void begin(VirtualReeve reeve) {
        Story.begin(reeve, "deployment");
        reeve.on("release.current").answers(Map.of("release", "41"));
        reeve.on("metrics.read").answers(Map.of("errors", 0.002));
        reeve.on("region.deploy").answers("done").taking(Duration.ofMinutes(4));
    }

    private static VirtualExecution deploy(VirtualReeve reeve) {
        return reeve.start(
                "deployment",
                Map.of("service", "shop", "release", "42", "regions", List.of("berlin", "lisbon", "tokyo")));
    }

    @Test
    @DisplayName("S7: watched for half an hour, region by region, and the old release is deleted a day later")
    void well(VirtualReeve reeve) {
        Instant begin = reeve.now();
        VirtualExecution deployment = deploy(reeve);
        reeve.advance(Duration.ofMinutes(29));
        assertThat(deployment.describe().steps())
                .anyMatch(step -> step.step().toString().equals("watch"));

        reeve.advance(Duration.ofMinutes(2));
        assertThat(reeve.calls("metrics.read")).hasSize(7);
        assertThat(Duration.between(begin, times(reeve, "metrics.read").getLast()))
                .isBetween(Duration.ofMinutes(30), Duration.ofMinutes(31));

        deployment.actingAs("ann").signal("go", Map.of());
        reeve.advance(Duration.ofMinutes(15));
        assertThat(inputs(reeve, "region.deploy", "region")).containsExactly("berlin", "lisbon", "tokyo");

        reeve.advance(Duration.ofHours(23));
        assertThat(reeve.calls("release.delete")).isEmpty();

        reeve.advance(Duration.ofHours(1));
        assertThat(deployment.status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(inputs(reeve, "release.delete", "release")).containsExactly("41");
        assertThat(inputs(reeve, "chat.post", "text")).containsExactly("shop 42: completed");
    }

    @Test
    @DisplayName("C1: a canary that makes errors is taken away after ten minutes, and no region was touched")
    void sickCanary(VirtualReeve reeve) {
        reeve.on("metrics.read")
                .answers(Map.of("errors", 0.001))
                .answers(Map.of("errors", 0.004))
                .answers(Map.of("errors", 0.12));
        VirtualExecution deployment = deploy(reeve);
        reeve.advance(Duration.ofMinutes(11));

        assertThat(deployment.status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(failure(deployment)).isEqualTo("CANARY_SICK");
        assertThat(reeve.calls("canary.stop")).hasSize(1);
        assertThat(reeve.calls("region.deploy")).isEmpty();
    }

    @Test
    @DisplayName("C1: called back after twenty hours: the old release in every region, the last one first")
    void wayBack(VirtualReeve reeve) {
        VirtualExecution deployment = deploy(reeve);
        deployment.signal("go", Map.of());
        reeve.advance(Duration.ofHours(20));
        deployment.actingAs("ann").signal("back", Map.of("reason", "invoices without numbers"));
        reeve.advance(Duration.ofHours(1));

        assertThat(deployment.status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(deployment.describe().failure()).asString().contains("invoices without numbers");
        assertThat(inputs(reeve, "region.deploy", "region"))
                .containsExactly("berlin", "lisbon", "tokyo", "tokyo", "lisbon", "berlin");
        assertThat(inputs(reeve, "region.deploy", "release")).containsExactly("42", "42", "42", "41", "41", "41");
        assertThat(reeve.calls("release.delete")).isEmpty();
    }

    @Test
    @DisplayName(
            "C1: the second region cannot be deployed: the first one goes back, and the third one is never touched")
    void brokenRegion(VirtualReeve reeve) {
        reeve.on("region.deploy")
                .answers("done")
                .failsWithBusinessError("DISK_FULL")
                .answers("done");
        VirtualExecution deployment = deploy(reeve);
        deployment.signal("go", Map.of());

        assertThat(deployment.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(inputs(reeve, "region.deploy", "region"))
                .startsWith("berlin", "lisbon")
                .endsWith("berlin");
        assertThat(inputs(reeve, "region.deploy", "region")).doesNotContain("tokyo");
        assertThat(called(reeve)).contains("canary.stop");
    }

    @Test
    @DisplayName("C1: nobody says go within eight hours: the canary is taken away")
    void nobody(VirtualReeve reeve) {
        VirtualExecution deployment = deploy(reeve);
        reeve.advance(Duration.ofHours(8).plusMinutes(29));
        assertThat(deployment.status()).isEqualTo(ExecutionStatus.RUNNING);

        reeve.advance(Duration.ofMinutes(5));
        assertThat(deployment.status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(failure(deployment)).isEqualTo("AWAIT_TIMED_OUT");
        assertThat(reeve.calls("canary.stop")).hasSize(1);
    }
}
