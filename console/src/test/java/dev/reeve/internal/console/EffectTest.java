package dev.reeve.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.StepStatus;
import dev.reeve.agent.Agent;
import dev.reeve.workflow.Workflow;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Dialogs of verbs before anything is done, in a real browser. */
@Tag("proof")
@DisplayName("A dialog says what its verb will do")
final class EffectTest extends BrowserFixture {

    private static final String SIDE_BY_SIDE = """
            workflow: side_by_side
            steps:
              charge: { action: card.charge, retry: { maxAttempts: 1 }, onExhausted: escalate }
              walk: { action: walk.far, completeBy: 2h, compensate: walk.back }
            """;

    EffectTest() {
        super(false);
    }

    private String dialog() {
        page.until("document.querySelector('dialog[open] p')");
        return page.text("dialog[open]");
    }

    /** The rule of a step in the words of the engine. */
    private static String rule(Execution execution, String step) {
        return execution.explain().steps().stream()
                .filter(each -> each.step().toString().equals(step))
                .findFirst()
                .orElseThrow()
                .policy();
    }

    @Test
    @DisplayName("the rule for the next failure as the engine has it, and the attempts under way")
    void saysWhatFollows() {
        CountDownLatch home = new CountDownLatch(1);
        try (Agent walker = shop.reeve
                .agent("walker")
                .action("walk.far", Json.class, (input, step) -> {
                    home.await();
                    return Map.of();
                })
                .action("walk.back", Json.class, (input, step) -> Map.of())
                .start()) {
            shop.reeve.deploy(Workflow.parse(SIDE_BY_SIDE));
            Execution execution = shop.reeve.start("side_by_side", Map.of());
            Shop.until(() -> execution.status() == ExecutionStatus.ESCALATED
                    && execution.describe().steps().stream().anyMatch(it -> it.status() == StepStatus.RUNNING));
            String rule = rule(execution, "charge");
            assertThat(rule).isNotEmpty();

            page.open(shop.page("#/execution/" + execution.id()));
            page.click("Try again");
            page.until("document.querySelector('dialog [data-rule]')");
            assertThat(page.text("dialog [data-rule]")).isEqualTo(rule);
            page.click("Leave it");
            page.until("!document.querySelector('dialog')");
            page.click("Cancel");
            assertThat(dialog())
                    .contains("1 attempt is under way: walk at walker", "which counts as silent in")
                    .contains("Their results come first");
            page.click("Leave it");
            page.until("!document.querySelector('dialog')");
            page.click("Pause");
            assertThat(dialog()).contains("1 attempt is under way: walk at walker", "go on to their end");
            page.click("Leave it");

            page.open(shop.page("#/inbox"));
            page.click("card.charge failed");
            page.click("Try again");
            page.until("document.querySelector('dialog [data-rule]')");
            assertThat(page.text("dialog [data-rule]")).isEqualTo(rule);
            home.countDown();
            assertThat(walker).isNotNull();
        } finally {
            home.countDown();
        }
    }
}
