package dev.reeve.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.Start;
import dev.reeve.internal.access.Role;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two executions beside each other in a real browser, at a server that wants a key; see {@link KeyTest}. */
@Tag("proof")
@DisplayName("The comparison of two executions in the console")
final class CompareTest extends BrowserFixture {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    CompareTest() {
        super(true);
    }

    private void enter(Role role) {
        page.until("document.querySelector('dialog[open] #key')");
        page.write("Key", shop.key("vera", role));
        page.click("Use this key");
        page.until("!document.querySelector('dialog')");
    }

    private Execution paid(String key, String input) {
        shop.bankIsUp = true;
        Execution order = shop.reeve.start("order", Json.parse(input), Start.key(key));
        Shop.until(() -> order.status() == ExecutionStatus.COMPLETED);
        shop.bankIsUp = false;
        return order;
    }

    private void compared(Execution a, Execution b) {
        page.open(shop.page("?%s#/compare?a=%s&b=%s".formatted(b.id(), a.id(), b.id())));
    }

    private String row(String name) {
        return page.text("[data-row=\"%s\"] [data-verdict]".formatted(name));
    }

    private String step(String name, int column) {
        return page.text("tr[data-step=%s] td:nth-of-type(%d)".formatted(name, column))
                .toLowerCase(Locale.ROOT);
    }

    @Test
    @DisplayName("O3: status, labels and failures, and for each step its state, attempts, input and output")
    void compares() {
        Execution failed = shop.order("order-1");
        Execution paid = paid("order-2", "{\"amount\": 12, \"express\": true}");
        page.open(shop.page("#/executions"));
        enter(Role.VIEWER_WITH_PAYLOADS);
        page.until("document.querySelectorAll('[data-id]').length === 2");
        page.clickOn("[data-id='%s'] a[aria-label^=Compare]".formatted(failed.id()));
        page.shows("with one of the newest of");
        page.clickOn("[data-id='%s'] a".formatted(paid.id()));

        page.until("document.querySelector('[data-differing]')");
        page.until(
                "location.hash.includes('a=%s') && location.hash.includes('b=%s')".formatted(failed.id(), paid.id()));
        assertThat(row("Version")).isEqualTo("same");
        assertThat(row("Status")).isEqualTo("different");
        assertThat(row("Failure code")).isEqualTo("different");
        assertThat(row("Label customer")).isEqualTo("different");
        assertThat(row("Input")).isEqualTo("different");
        assertThat(step("reserve", 1)).contains("completed", "1 attempt");
        assertThat(step("reserve", 4)).isEqualTo("different");
        assertThat(step("reserve", 5)).isEqualTo("same");
        assertThat(step("charge", 1)).contains("needs a person", "bank_down");
        assertThat(step("charge", 4)).as("the same amount").isEqualTo("same");
        assertThat(step("charge", 5)).isEqualTo("different");
        assertThat(step("ship", 1)).contains("pending");
        page.click("Swap them");
        page.until("location.hash.includes('a=" + paid.id() + "')");
        page.until("document.querySelector('tr[data-step=charge] td').innerText.toLowerCase().includes('completed')");
        page.clickOn("tr[data-step=charge] td:nth-of-type(2) a");
        page.until("location.hash.includes('execution/%s?view=graph&step=charge')".formatted(failed.id()));
    }

    @Test
    @DisplayName("of equal executions only the times differ; a version more is a difference of its own")
    void sameAgain() {
        Execution one = paid("order-1", "{\"amount\": 12, \"note\": \"x\"}");
        Execution other = paid("order-2", "{\"note\": \"x\", \"amount\": 12}");
        page.open(shop.page("#/inbox"));
        enter(Role.VIEWER_WITH_PAYLOADS);
        compared(one, other);
        page.until("document.querySelector('[data-differing=\"0\"]')");
        assertThat(row("Input")).isEqualTo("same");
        assertThat(row("Output")).isEqualTo("same");
        assertThat(row("Status")).isEqualTo("same");
        page.value("document.querySelector('[data-panel=\"Compared steps\"] input').click()");
        page.until("!document.querySelector('tr[data-step]')");
        compared(one, one);
        page.shows("the same execution twice");
        Execution strange = shop.strange("s");
        compared(one, strange);
        page.shows("different workflows");
        page.until("document.querySelector('tr[data-step=odd]')");
        assertThat(step("odd", 1)).isEqualTo("not begun");
        assertThat(page.value("window.hacked === undefined").asBoolean()).isTrue();
        Execution labelled =
                shop.reeve.start("waiting", Map.of(), Start.key("w").label("constructor", "x"));
        compared(one, labelled);
        page.until("document.querySelector('[data-row=\"Label constructor\"]')");
        assertThat(page.text("[data-row=\"Label constructor\"] td")).isEmpty();
        assertThat(row("Label constructor")).isEqualTo("different");
    }

    @Test
    @DisplayName("the inputs of steps that a re-run took over; null is an input, and a wait has none")
    void inputs() {
        Execution failed = shop.reeve.start("inputs", Json.parse("{\"amount\": 12}"), Start.key("i-1"));
        Execution other = shop.reeve.start("inputs", Json.parse("{\"amount\": 13}"), Start.key("i-2"));
        failed.awaitEnd(PATIENCE);
        other.awaitEnd(PATIENCE);
        shop.bankIsUp = true;
        Execution rerun = failed.recovery().rerunFrom("charge", "the bank is back");
        assertThat(rerun.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        page.open(shop.page("#/inbox"));
        enter(Role.VIEWER_WITH_PAYLOADS);

        compared(failed, rerun);
        page.until("document.querySelector('tr[data-step=charge]')");
        for (String step : new String[] {"own", "empty", "given", "charge"}) {
            assertThat(step(step, 4)).as(step).isEqualTo("same");
        }
        assertThat(step("pause", 4)).isEmpty();
        compared(rerun, other);
        page.until("document.querySelector('tr[data-step=charge]')");
        assertThat(step("own", 4)).isEqualTo("different");
        assertThat(step("empty", 4)).isEqualTo("same");
        assertThat(step("given", 4)).isEqualTo("different");
        assertThat(step("pause", 4)).isEmpty();
    }

    @Test
    @DisplayName("the data of a step that a re-run took over has the input of its event, also null")
    void showsInputsOfTakenSteps() {
        Execution failed = shop.reeve.start("inputs", Json.parse("{\"amount\": 12}"), Start.key("i-1"));
        failed.awaitEnd(PATIENCE);
        shop.bankIsUp = true;
        Execution rerun = failed.recovery().rerunFrom("charge", "the bank is back");
        rerun.awaitEnd(PATIENCE);
        page.open(shop.page("#/inbox"));
        enter(Role.VIEWER_WITH_PAYLOADS);

        assertThat(inputOf(rerun, "empty")).contains("null").doesNotContain("amount");
        assertThat(inputOf(rerun, "own")).contains("amount");
        assertThat(inputOf(failed, "own")).contains("amount");
    }

    private String inputOf(Execution execution, String step) {
        page.open(shop.page("#/execution/%s?view=data&step=%s".formatted(execution.id(), step)));
        page.click("Show the input");
        String tree = "[data-step=%s] [data-tree=input]".formatted(step);
        page.until("document.querySelector('%s')".formatted(tree));
        return page.text(tree);
    }

    @Test
    @DisplayName("with another key both are read again, also the one that has ended")
    void readsAgainWithAnotherKey() {
        Execution ended = paid("order-1", "{\"amount\": 12}");
        Execution open = shop.order("order-2");
        page.open(shop.page("#/inbox"));
        enter(Role.VIEWER);
        compared(ended, open);
        page.until("document.querySelector('[data-row=Input] [data-verdict=masked]')");
        shop.removeKey("vera");
        enter(shop.key("paul", Role.VIEWER_WITH_PAYLOADS));
        page.until("document.querySelector('[data-row=Input] [data-verdict=same]')");
    }

    @Test
    @DisplayName("nothing is said about data that the reader may not see, neither same nor different")
    void saysNothingAboutHiddenData() {
        Execution one = paid("order-1", "{\"amount\": 12}");
        Execution same = paid("order-2", "{\"amount\": 12}");
        Execution different = paid("order-3", "{\"amount\": 13}");
        page.open(shop.page("#/inbox"));
        enter(Role.VIEWER);
        for (Execution other : new Execution[] {same, different}) {
            compared(one, other);
            page.until("document.querySelector('[data-differing=\"0\"]')");
            assertThat(row("Input")).isEqualTo("not shown to you");
            assertThat(row("Output")).isEqualTo("not shown to you");
            for (String step : new String[] {"reserve", "charge", "ship"}) {
                assertThat(step(step, 4)).isEqualTo("not shown to you");
                assertThat(step(step, 5)).isEqualTo("not shown to you");
            }
        }
    }

    @Test
    @DisplayName("a history of which only the newest events were read is named, and its inputs are not compared")
    void namesACutHistory() {
        String large = "\"" + "x".repeat(400_000) + "\"";
        shop.bankIsUp = true;
        Execution one = shop.reeve.start("large", Json.parse(large), Start.key("l-1"));
        Execution other = shop.reeve.start("large", Json.parse(large), Start.key("l-2"));
        Shop.until(() -> one.status() == ExecutionStatus.COMPLETED && other.status() == ExecutionStatus.COMPLETED);
        page.open(shop.page("#/inbox"));
        enter(Role.VIEWER_WITH_PAYLOADS);
        compared(one, other);
        page.until("document.querySelectorAll('[data-cut]').length === 2");
        assertThat(step("s1", 4)).isEqualTo("not read");
        assertThat(step("s1", 5)).isEqualTo("same");
        assertThat(step("s9", 4)).isEqualTo("same");
        assertThat(row("Input")).isEqualTo("same");
    }

    @Test
    @DisplayName("an id that does not exist, or is none, is said so; without a second one, one can be chosen")
    void states() {
        Execution one = paid("order-1", "{\"amount\": 12}");
        page.open(shop.page("#/inbox"));
        enter(Role.VIEWER_WITH_PAYLOADS);
        page.open(shop.page("?1#/compare?a=%s&b=01890000-0000-7000-8000-000000000000".formatted(one.id())));
        page.shows("there is no execution 01890000");
        page.open(shop.page("?2#/compare?a=%s&b=%%3Cimg%%20src%%3Dx%%3E".formatted(one.id())));
        page.shows("Refused.");
        page.open(shop.page("?3#/compare?a=" + one.id()));
        page.shows("There is no other execution of this workflow");
        page.open(shop.page("?4#/compare"));
        page.shows("Id of the first execution");
        page.write("Id of the first", one.id().toString());
        page.submit();
        page.shows("Id of the second execution");
        shop.reeve.start("waiting", Map.of(), Start.key("w"));
        page.open(shop.page("?5#/execution/" + one.id()));
        page.click("Compare with another one");
        page.until("location.hash.includes('compare?a=" + one.id() + "')");
    }
}
