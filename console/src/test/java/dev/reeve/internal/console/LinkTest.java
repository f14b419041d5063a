package dev.reeve.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.HistoryEntry;
import dev.reeve.internal.access.Role;
import dev.reeve.workflow.Workflow;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Makes links in the console, and uses them in a browser without a key. */
@Tag("proof")
@DisplayName("A link to a step that waits for a signal")
final class LinkTest extends BrowserFixture {

    private static final String PURCHASE = """
            workflow: purchase
            description: "Buys office supplies. <script>window.hacked=1</script>"
            steps:
              ask:
                await:
                  signal: [approved, rejected]
                  schema:
                    type: object
                    required: [by, amount]
                    properties:
                      by: { type: string, minLength: 2, description: your name }
                      amount: { type: integer, minimum: 1 }
              note: { after: [ask], await: remark }
            """;

    LinkTest() {
        super(true);
    }

    @BeforeEach
    void deploy() {
        shop.reeve.deploy(Workflow.parse(PURCHASE));
    }

    private Execution opened(Role role) {
        Execution execution = shop.reeve.start("purchase", Map.of("card", "4111-1111"));
        page.open(shop.page("#/execution/" + execution.id()));
        enter(shop.key("olga", role));
        page.shows("Waits for the signal");
        return execution;
    }

    /** Makes a link in the open page. */
    private String made(String signal) {
        page.click("Make a link");
        page.write("Signal", signal);
        page.write("Ends after", "P1D");
        page.click("Make the link");
        page.until("document.querySelector('dialog input[readonly]')");
        String link = page.value("document.querySelector('dialog input[readonly]').value")
                .asString();
        page.click("Done");
        return link;
    }

    private static List<Event.SignalReceived> received(Execution execution) {
        return execution.history().stream()
                .map(HistoryEntry::event)
                .filter(Event.SignalReceived.class::isInstance)
                .map(Event.SignalReceived.class::cast)
                .toList();
    }

    @Test
    @DisplayName("is made by an operator, and answered once by a person without a key; no address has its token")
    void isAnswered() throws IOException {
        Execution execution = opened(Role.OPERATOR);
        String link = made("rejected");
        String token = link.substring(link.indexOf('#') + 1);
        assertThat(link).startsWith(shop.address + "/console/link#link1.");

        try (Page other = browser.open(390, 800)) {
            other.open(link);
            other.shows("purchase");
            other.shows("Buys office supplies. <script>");
            other.shows("waits for your answer");
            other.shows("your name");
            assertThat(other.text("body")).doesNotContain("4111", execution.id().toString(), "olga");
            assertThat(other.value("document.querySelector('dialog') === null").asBoolean())
                    .as("no key is asked for")
                    .isTrue();
            other.theme("dark");
            Browsers.checkHere(other, "the form behind a link");
            other.theme("light");
            other.click("Send the answer");
            other.until("document.querySelector('[data-problems=\"2\"]')");
            Browsers.checkHere(other, "the form with its problems");
            assertThat(received(execution)).isEmpty();
            other.write("by", "eve");
            other.write("amount", "12");
            other.open(link + "#"); // any other token is no link, and says nothing
            other.shows("This link cannot be used");
            other.shows("this is no link of this server");
            assertThat(other.text("body")).doesNotContain("purchase", "rejected");
            other.open(shop.page("/link#" + token));
            other.until("document.querySelector('input')?.value === 'eve'");
            other.click("Send the answer");
            other.shows("Thank you");
            other.open(link + "&");
            other.open(link);
            other.shows("this link has been used");
            assertThat(other.requests()).noneMatch(request -> request.contains("link1."));
            assertThat(other.mistakes()).isEmpty();
            assertThat(other.value("window.hacked === undefined").asBoolean()).isTrue();
        }
        assertThat(received(execution)).singleElement().satisfies(signal -> {
            assertThat(signal.signal()).isEqualTo("rejected");
            assertThat(signal.actor()).isEqualTo("link of olga");
            assertThat(signal.data().text()).isEqualTo("{\"by\":\"eve\",\"amount\":12}");
        });
        page.shows("by link of olga");
    }

    @Test
    @DisplayName(
            "says that its step was answered in another way, that its execution has ended, and that the server is away")
    void isOfNoUse() {
        Execution execution = opened(Role.STARTER);
        String link = made("approved");
        execution.signal("approved", Map.of("by", "vera", "amount", 1));
        try (Page other = browser.open(1280, 900)) {
            other.open(link);
            other.shows("answered in another way");
            execution.cancel("enough");
            Shop.until(() -> execution.status().isTerminal());
            other.open(shop.page("/link?2#" + link.substring(link.indexOf('#') + 1)));
            other.shows("its execution has ended");
            other.fail("*/v1/links/open", 503);
            other.open(shop.page("/link?3#" + link.substring(link.indexOf('#') + 1)));
            other.shows("No answer from the server.");
            other.answersAgain();
            other.click("Try again");
            other.shows("its execution has ended");
        }
    }

    @Test
    @DisplayName("cannot be made by a reader without the role")
    void needsARole() {
        var unused = opened(Role.VIEWER);
        page.until(
                "[...document.querySelectorAll('button')].some(it => it.innerText === 'Make a link' && it.disabled)");
    }
}
