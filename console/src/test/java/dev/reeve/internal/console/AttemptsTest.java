package dev.reeve.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.agent.Agent;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.access.Role;
import dev.reeve.workflow.Workflow;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Attempts of a step beside each other, and their checkpoints, in a real browser. */
@Tag("proof")
@DisplayName("The attempts of a step in the console")
final class AttemptsTest extends BrowserFixture {

    private static final String WALK = """
            workflow: walk
            input: { schema: { type: object, properties: { secret: { type: string, sensitive: true } } } }
            steps:
              go: { action: walk.far, completeBy: 2h, retry: { maxAttempts: 1 }, onExhausted: escalate }
            """;

    private final CountDownLatch home = new CountDownLatch(1);
    private Agent walker;

    AttemptsTest() {
        super(true);
    }

    @BeforeEach
    void startsWalking() {
        shop.reeve.deploy(Workflow.parse(WALK));
        walker = shop.reeve
                .agent("walker")
                .action("walk.far", Json.class, (input, step) -> {
                    step.heartbeat(Map.of("mile", step.attempt(), "of", Shop.HOSTILE));
                    if (step.attempt() == 1) {
                        throw StepFailure.businessError("TIRED", "the walker " + input.text());
                    }
                    home.await();
                    return Map.of("home", true);
                })
                .start();
    }

    @AfterEach
    void comesHome() {
        home.countDown();
        walker.close();
    }

    /** An execution whose second attempt is under way and has reported a checkpoint. */
    private Execution walking() {
        Execution execution = shop.reeve.start("walk", Map.of("secret", "4111-1111"));
        Shop.until(() -> execution.status() == ExecutionStatus.ESCALATED);
        execution.recovery().retry("go", Map.of("pace", "slow"), "rested");
        Shop.until(() -> execution.history().stream()
                .anyMatch(entry ->
                        entry.event() instanceof Event.CheckpointRecorded checkpoint && checkpoint.attempt() > 1));
        return execution;
    }

    private String row(String name) {
        return page.text("[data-panel='Compared attempts'] [data-row='%s']".formatted(name))
                .toLowerCase(Locale.ROOT);
    }

    @Test
    @DisplayName("two of them beside each other: agent, times, failure, input, output and checkpoint, by an address")
    void compares() throws IOException {
        Execution execution = walking();
        page.open(shop.page("#/execution/%s?view=data".formatted(execution.id())));
        enter(shop.key("vera", Role.VIEWER_WITH_PAYLOADS));
        page.click("Compare attempts");
        page.until("document.querySelector('[data-row=Result]')");
        assertThat(row("Result")).contains("failed", "no result", "different");
        assertThat(row("Purpose")).contains("same");
        assertThat(row("Agent")).contains("walker", "same");
        assertThat(row("Took")).contains("so far");
        assertThat(row("Code")).contains("tired", "different");
        assertThat(row("Cause")).contains("business");
        assertThat(row("Message"))
                .contains("the walker", "(masked)", "not shown to you")
                .doesNotContain("4111");
        assertThat(row("Input")).contains("pace", "not shown to you").doesNotContain("4111");
        assertThat(row("Last checkpoint")).contains("mile", "different");
        assertThat(page.text("body")).doesNotContain("4111");
        assertThat(page.value("window.hacked === undefined").asBoolean()).isTrue();
        Browsers.checkHere(page, "the comparison of attempts");

        home.countDown();
        page.until("document.querySelector('[data-row=Result]').innerText.includes('done')");
        assertThat(row("Output")).contains("none", "home", "different");
        page.write("Second", "FORWARD 1");
        page.until("document.querySelector('[data-row=Result] [data-verdict=same]')");
        assertThat(page.value("location.hash").asString()).contains("attempts=go", "second=FORWARD");
        page.call("Page.reload", Map.of());
        page.until("document.querySelector('[data-row=Result] [data-verdict=same]')");
        page.click("Close the comparison");
        page.until("!document.querySelector('[data-row=Result]')");
    }

    @Test
    @DisplayName("the timeline marks their checkpoints, and shows the progress of those under way")
    void showsCheckpoints() throws IOException {
        Execution execution = walking();
        page.open(shop.page("#/execution/%s?view=timeline".formatted(execution.id())));
        enter(shop.key("vera", Role.VIEWER_WITH_PAYLOADS));
        page.until("document.querySelectorAll('.lane .mark').length > 0");
        page.until("document.querySelector('[data-panel=progress]')");
        assertThat(page.text("[data-panel=progress]")).contains("go", "attempt 2 at walker", "mile");
        List<String> bars = page.value("[...document.querySelectorAll('.lane .bar')].map(it => it.ariaLabel)")
                .valueStream()
                .map(it -> it.asString())
                .toList();
        assertThat(bars)
                .anyMatch(bar -> bar.startsWith("attempt 2 at walker") && bar.contains("1 checkpoint, the last: {\""));
        Browsers.checkHere(page, "the timeline with checkpoints");
        home.countDown();
        page.until("!document.querySelector('[data-panel=progress]')");
        Shop.until(() -> execution.status() == ExecutionStatus.COMPLETED);
    }
}
