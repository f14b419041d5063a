package dev.reeve.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ExecutionStatus;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@ReeveTest
final class ChildrenInVirtualTimeTest {

    private static final Definition PARENT = DefinitionReader.parse("""
            workflow: loan
            version: 1
            steps:
              check: { workflow: approval }
              pay: { action: money.pay, after: [check] }
            """);

    private static final Definition APPROVAL = DefinitionReader.parse("""
            workflow: approval
            version: 1
            steps:
              score: { action: score.get }
              decision: { await: approved, after: [score] }
            """);

    private static final Definition MANY = DefinitionReader.parse("""
            workflow: many
            version: 1
            steps:
              each: { workflow: approval, forEach: "${ input }" }
            """);

    @Test
    @DisplayName("The child of a step can be inspected, and receives its signal")
    void signalsReachChildren(VirtualReeve reeve) {
        reeve.deploy(APPROVAL).deploy(PARENT).otherActionsSucceed(APPROVAL).otherActionsSucceed(PARENT);
        VirtualExecution loan = reeve.start("loan", Map.of());
        assertThatThrownBy(() -> loan.child("pay")).hasMessageContaining("step 'pay' has not started an execution");
        reeve.advance(Duration.ofMinutes(1));

        VirtualExecution approval = loan.child("check");
        assertThat(approval.describe().summary().workflow()).isEqualTo("approval");
        assertThat(approval.describe().parent()).isEqualTo(loan.id());
        assertThat(loan.children()).extracting(VirtualExecution::id).containsExactly(approval.id());
        assertThat(reeve.execution(approval.id()).status()).isEqualTo(ExecutionStatus.RUNNING);
        approval.actingAs("ann").signal("approved", Map.of("by", "ann"));

        assertThat(loan.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(approval.status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.story()).anyMatch(line -> line.contains("check/ ann sends 'approved'"));
    }

    @Test
    @DisplayName("The children of a list can be inspected, too")
    void itemsHaveChildren(VirtualReeve reeve) {
        reeve.deploy(APPROVAL).deploy(MANY).otherActionsSucceed(APPROVAL);
        VirtualExecution many = reeve.start("many", List.of("a", "b"));
        reeve.advance(Duration.ofMinutes(1));

        assertThat(many.children()).hasSize(2);
        many.child("each[1]").actingAs("ann").signal("approved", "b");
        many.child("each[0]").actingAs("ann").signal("approved", "a");

        assertThat(many.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName(
            "A caller that waits for an execution learns at once that its child needs a person, not after 400 days")
    void childrenThatNeedAPerson(VirtualReeve reeve) {
        Definition stubborn = DefinitionReader.parse("""
                workflow: approval
                version: 1
                steps:
                  score: { action: score.get, onExhausted: escalate }
                """);
        reeve.deploy(stubborn).deploy(PARENT).otherActionsSucceed(PARENT);
        reeve.on("score.get").failsWithBusinessError("NO_SCORE");
        VirtualExecution loan = reeve.start("loan", Map.of());
        Instant begin = reeve.now();

        assertThatThrownBy(loan::awaitEnd).hasMessageContaining("it does not end by itself");

        assertThat(Duration.between(begin, reeve.now())).isLessThan(Duration.ofMinutes(1));
        loan.child("check").actingAs("ann").recovery().resolve("score", 7);
        assertThat(loan.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("An action without a script is reported at once, also in a child, with advice")
    void unsaidActionsAreTold(VirtualReeve reeve) {
        reeve.deploy(APPROVAL).deploy(PARENT);
        VirtualExecution loan = reeve.start("loan", Map.of());
        Instant begin = reeve.now();

        assertThatThrownBy(loan::awaitEnd)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("step 'score' of execution")
                .hasMessageContaining("waits for 'score.get', which nothing performs: say handle(\"score.get\", …)")
                .hasMessageContaining("otherActionsSucceed(workflow)");
        assertThat(Duration.between(begin, reeve.now())).isLessThan(Duration.ofMinutes(1));
        assertThat(reeve.story()).last().asString().contains("which nothing performs");

        reeve.on("score.get");
        reeve.advance(Duration.ofMinutes(1));
        loan.child("check").actingAs("ann").signal("approved", Map.of());
        assertThatThrownBy(loan::awaitRest).hasMessageContaining("money.pay");
    }

    @Test
    @DisplayName("An action that shall wait for a missing service waits")
    void whatNobodyPerformsWaits(VirtualReeve reeve) {
        Definition impatient = DefinitionReader.parse("""
                workflow: impatient
                version: 1
                completeBy: 2d
                steps:
                  pay: { action: money.pay }
                """);
        reeve.deploy(impatient).nobodyPerforms("money.pay");
        Instant begin = reeve.now();

        assertThat(reeve.start("impatient", Map.of()).awaitEnd().status()).isEqualTo(ExecutionStatus.FAILED);

        assertThat(Duration.between(begin, reeve.now())).isBetween(Duration.ofDays(2), Duration.ofDays(3));
        assertThatThrownBy(() -> {
                    reeve.on("money.pay");
                    reeve.nobodyPerforms("money.pay");
                })
                .hasMessageContaining("performed already");
    }
}
