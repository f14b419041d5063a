package dev.reeve.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.Schedule;
import dev.reeve.Start;
import dev.reeve.workflow.Workflow;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page of a workflow, beside its drawing, in a real browser. */
@Tag("proof")
@DisplayName("A workflow in the console")
final class WorkflowTest extends BrowserFixture {

    private static final String SECOND = """
            workflow: waiting
            version: 2
            steps:
              ask: { await: { signal: answer, timeout: 2d } }
              check: { after: [ask], action: copy }
              then: { after: [check], action: parcel.send }
            """;

    private static final String THIRD = """
            workflow: waiting
            version: 3
            steps:
              check: { action: copy }
              then: { after: [check], action: parcel.send }
            """;

    WorkflowTest() {
        super(false);
    }

    @Test
    @DisplayName("the next ten times of a schedule, in the zone of the reader and in its own")
    void showsNextTimes() {
        shop.reeve.schedules().put("nightly", Map.of("amount", 1), Schedule.cron("order", "0 3 * * *", "Asia/Tokyo"));
        shop.reeve.actingAs("carol").schedules().pause("nightly", "stock-taking");
        page.open(shop.page("#/workflows"));
        page.shows("nightly");
        page.click("Next ten");
        page.until("document.querySelectorAll('[data-times=\"10\"] li').length === 10");
        page.until("location.hash.includes('schedule=nightly')");
        assertThat(page.text("[data-times] li")).contains("03:00");
        page.shows("These would be its times if it was resumed now");
        page.click("Hide");
        page.until("!document.querySelector('[data-times]')");
    }

    @Test
    @DisplayName("O4: figures of each step: how often it began, ended and failed, and by which codes")
    void showsStatistics() {
        Execution failed = shop.order("order-1");
        shop.bankIsUp = true;
        Execution paid = shop.reeve.start("order", Map.of("amount", 3), Start.key("order-2"));
        Shop.until(() -> paid.status() == ExecutionStatus.COMPLETED);
        page.open(shop.page("#/workflows/order?view=statistics"));
        page.shows("Of the 2 executions");
        assertThat(cell("charge", 1)).isEqualTo("2");
        assertThat(cell("charge", 2)).isEqualTo("1");
        assertThat(cell("charge", 4)).as("needs a person").isEqualTo("1");
        assertThat(cell("charge", 5)).isEqualTo("2");
        assertThat(cell("charge", 6)).isEqualTo("0");
        assertThat(cell("charge", 9)).contains("ms");
        assertThat(cell("charge", 10)).isEqualTo("BANK_DOWN 1");

        failed.recovery().retry("charge", "the bank is back");
        Shop.until(() -> failed.status() == ExecutionStatus.COMPLETED);
        page.click("Count again");
        page.until("document.querySelector('tr[data-step=charge] td:nth-of-type(2)').innerText === '2'");
        page.click("BANK_DOWN");
        page.until("location.hash.includes('code=BANK_DOWN')");
    }

    private String cell(String step, int column) {
        return page.text("tr[data-step=%s] td:nth-of-type(%d)".formatted(step, column));
    }

    @Test
    @DisplayName("two versions beside each other: the steps that differ, in the drawing too, and the lines")
    void comparesVersions() {
        page.open(shop.page("#/workflows/waiting?view=compare"));
        page.shows("There is no other version to compare with");
        shop.reeve.deploy(Workflow.parse(SECOND));
        shop.reeve.deploy(Workflow.parse(THIRD));
        page.open(shop.page("?2#/workflows/waiting?view=compare&version=2"));
        page.shows("From version 1 to version 2");
        assertThat(steps("Added")).isEqualTo("check");
        assertThat(steps("Changed")).isEqualTo("ask, then");
        assertThat(steps("Removed")).isEmpty();
        page.until("document.querySelector('[data-node=check][data-mark=added]')");
        page.until("document.querySelector('[data-node=ask][data-mark=changed]')");
        assertThat(page.text("[data-line=in]")).contains("2");
        assertThat(page.value("[...document.querySelectorAll('[data-line=in]')].map(it => it.innerText).join()")
                        .asString())
                .contains("\"timeout\": \"2d\"", "\"check\"");

        page.value("{ const it = document.querySelector('[data-panel=Versions] select'); it.value = '3';"
                + " it.dispatchEvent(new Event('change', {bubbles: true})); }");
        page.shows("From version 3 to version 2");
        page.until("location.hash.includes('with=3')");
        page.until("document.querySelector('[data-steps=Added]')");
        assertThat(steps("Added")).isEqualTo("ask");
        page.click("All lines");
        page.until("document.querySelectorAll('[data-line=same]').length > 3");
    }

    private String steps(String change) {
        page.until("document.querySelector('[data-lines]')");
        return page.text("[data-steps=%s] dd".formatted(change)).toLowerCase(Locale.ROOT);
    }

    @Test
    @DisplayName("a definition is deployed after all its problems were shown, and what it means for open executions")
    void deploys() {
        shop.reeve.start("waiting", Map.of(), Start.key("w-1"));
        page.open(shop.page("#/workflows"));
        page.click("Deploy a definition");
        page.write("Definition", SECOND.replace("action: copy", "acton: copy").replace("[check]", "[chek]"));
        page.click("Check");
        page.until("document.querySelector('[data-mistakes]:not([data-mistakes=\"0\"])')");
        page.shows("It cannot be deployed");
        page.shows("Did you mean check?");
        page.shows("acton");
        page.click("line 6");
        page.until("document.activeElement.tagName === 'TEXTAREA'"
                + " && document.activeElement.value.slice(document.activeElement.selectionStart).startsWith('  then')");
        page.until("[...document.querySelectorAll('main button')]"
                + ".some(it => it.innerText === 'Deploy' && it.disabled)");

        page.write("Definition", SECOND);
        page.click("Check");
        page.shows("It can be deployed");
        page.shows("1 of 1 open execution");
        page.click("Deploy");
        page.shows("Open executions stay on theirs");
        assertThat(shop.reeve.definition("waiting", 2)).isEmpty();
        page.click("Deploy");
        page.shows("Deployed: waiting version 2");
        page.until("[...document.querySelectorAll('a')].some(it => it.hash === '#/workflows/waiting?version=2')");
        assertThat(shop.reeve.definition("waiting", 2)).isPresent();
    }

    @Test
    @DisplayName("O4: the start page has the figures of the last hour, which move")
    void showsTheLastHour() {
        page.open(shop.page("#/inbox"));
        page.until("document.querySelector('[data-figure=Started][data-total=\"0\"]')");
        shop.order("order-1");
        page.open(shop.page("?2#/inbox"));
        page.until("document.querySelector('[data-figure=Started][data-total=\"1\"] rect')");
        page.until("document.querySelector('[data-figure=\"Failed attempts\"][data-total=\"1\"]')");
        page.until("document.querySelector('[data-figure=\"Steps for a person\"][data-total=\"1\"]')");
        page.until("document.querySelector('[data-figure=Completed][data-total=\"0\"]')");
    }
}
