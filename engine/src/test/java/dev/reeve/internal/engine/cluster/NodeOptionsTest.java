package dev.reeve.internal.engine.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.AuditOptions;
import dev.reeve.ErrorCode;
import dev.reeve.LaneOptions;
import dev.reeve.NodeOptions;
import dev.reeve.ReeveException;
import dev.reeve.SupervisorOptions;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Options with which an engine would stand still, or spin, are refused when they are made. */
final class NodeOptionsTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    @DisplayName("A lane takes at least one message, keeps at least one execution, and loads at least one at once")
    void limitsOfLanes() {
        refused("batchMessagesMax", () -> new LaneOptions(0, 1, 1, 1, SECOND, SECOND));
        refused("waitingStartsMax", () -> new LaneOptions(1, 0, 1, 1, SECOND, SECOND));
        refused("activeMax", () -> new LaneOptions(1, 1, 0, 1, SECOND, SECOND));
        refused("pageSize", () -> new LaneOptions(1, 1, 1, 0, SECOND, SECOND));
        refused("parkAfter", () -> new LaneOptions(1, 1, 1, 1, Duration.ZERO, SECOND));
        refused("sweepAhead", () -> new LaneOptions(1, 1, 1, 1, SECOND, Duration.ofSeconds(Long.MAX_VALUE)));
    }

    @Test
    @DisplayName("The supervisor pauses between two scans, and reads at least one execution")
    void limitsOfTheSupervisor() {
        refused("interval", () -> new SupervisorOptions(Duration.ZERO, SECOND, SECOND, 1));
        refused("sweepInterval", () -> new SupervisorOptions(SECOND, SECOND.negated(), SECOND, 1));
        refused("agentSilenceMax", () -> new SupervisorOptions(SECOND, SECOND, Duration.ZERO, 1));
        refused("wakesMax", () -> new SupervisorOptions(SECOND, SECOND, SECOND, 0));
    }

    @Test
    @DisplayName("V8: the auditor pauses between two pages of limited size, and can be switched off")
    void limitsOfTheAuditor() {
        refused("pageSize", () -> new AuditOptions(-1, SECOND));
        refused("pageSize", () -> new AuditOptions(1_001, SECOND));
        refused("interval", () -> new AuditOptions(1, Duration.ZERO));
        assertThat(AuditOptions.OFF.isOff()).isTrue();
        assertThat(NodeOptions.defaults().audit().isOff()).isFalse();
    }

    @Test
    @DisplayName("I15: an engine serves all namespaces, or those that are named, each once")
    void namespaces() {
        assertThat(NodeOptions.defaults().namespaces()).isEmpty();
        assertThat(NodeOptions.defaults()
                        .withNamespaces("shop", "billing", "shop")
                        .namespaces())
                .containsExactly("shop", "billing");
        refused("namespace", () -> NodeOptions.defaults().withNamespaces("Shop"));
    }

    @Test
    @DisplayName("I13: options that park executions for less than the time to the next sweep are refused")
    void limitsOfANode() {
        LaneOptions lane = new LaneOptions(1, 1, 1, 1, SECOND, SECOND);
        SupervisorOptions supervisor = new SupervisorOptions(SECOND, SECOND.plusNanos(1), SECOND, 1);

        refused(
                "sweepAhead",
                () -> NodeOptions.defaults()
                        .withLaneAndSupervisor(lane, supervisor)
                        .withDrain(SECOND));
        LaneOptions hasty = new LaneOptions(1, 1, 1, 1, SECOND, SECOND.multipliedBy(2));
        assertThatThrownBy(() -> NodeOptions.defaults()
                        .withLaneAndSupervisor(hasty, supervisor)
                        .withDrain(SECOND))
                .isInstanceOf(ReeveException.class)
                .hasMessageStartingWith("parkAfter: expected sweepInterval (PT1.000000001S) or more, found PT1S")
                .hasMessageContaining("raise parkAfter, or sweep more often");
        refused("lanes", () -> NodeOptions.defaults().withLanes(-1).withDrain(SECOND));
        refused("drain", () -> NodeOptions.defaults().withDrain(SECOND.negated()));
    }

    private static void refused(String option, ThrowingCallable made) {
        assertThatThrownBy(made)
                .isInstanceOfSatisfying(
                        ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_INPUT))
                .hasMessageStartingWith(option + ": expected");
    }
}
