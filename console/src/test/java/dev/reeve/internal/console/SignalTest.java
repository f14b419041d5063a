package dev.reeve.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.HistoryEntry;
import dev.reeve.internal.access.Role;
import dev.reeve.workflow.Workflow;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sends signals from a real browser, at a server that wants a key. */
@Tag("proof")
@DisplayName("The form for a signal")
final class SignalTest extends BrowserFixture {

    private static final String APPROVAL = """
            workflow: approval
            steps:
              ask:
                await:
                  signal: [approved, rejected]
                  schema:
                    type: object
                    required: [by, amount]
                    additionalProperties: false
                    properties:
                      by: { type: string, minLength: 2, pattern: "^[a-z]+$", description: who decided }
                      amount: { type: integer, minimum: 1 }
              note: { after: [ask], await: remark }
              pay: { after: [note], action: parcel.send }
            """;

    private static final String IN_GROUP = """
            workflow: parcels
            steps:
              pack:
                steps:
                  label:
                    await:
                      signal: labelled
                      schema: { type: object, required: [code], properties: { code: { type: string } } }
            """;

    private static final String EXACT = """
            workflow: exact
            steps:
              choose:
                await:
                  signal: chosen
                  schema:
                    type: object
                    required: [account]
                    properties:
                      account: { enum: [12345678901234567, 2] }
                      constructor: { type: string }
            """;

    private static final String DUE = """
            workflow: due
            steps:
              pause: { waitUntil: "${ signal.due ? signal.due : '2999-01-01T00:00:00Z' }", updateOn: due_changed }
            """;

    SignalTest() {
        super(true);
    }

    @BeforeEach
    void deploy() {
        shop.reeve.deploy(Workflow.parse(APPROVAL));
        shop.reeve.deploy(Workflow.parse(IN_GROUP));
    }

    /** Starts an execution, and opens its page as this person. */
    private Execution opened(String workflow, String person, Role role) {
        Execution execution = shop.reeve.start(workflow, Map.of());
        page.open(shop.page("#/execution/" + execution.id()));
        enter(shop.key(person, role));
        return execution;
    }

    private List<Event.SignalReceived> received(Execution execution) {
        return execution.history().stream()
                .map(HistoryEntry::event)
                .filter(Event.SignalReceived.class::isInstance)
                .map(Event.SignalReceived.class::cast)
                .toList();
    }

    private void sendFromStep(String step) {
        page.clickOn("[data-step=%s] button".formatted(step));
        page.until("document.querySelector('dialog[open] button[type=submit]')");
    }

    private String problems() {
        page.until("document.querySelector('dialog [data-problems]')");
        return page.text("dialog [data-problems]").toLowerCase(Locale.ROOT);
    }

    @Test
    @DisplayName("O2: on the step that waits: all problems before anything is sent, and the history says who sent it")
    void sends() {
        Execution execution = opened("approval", "olga", Role.STARTER);
        page.shows("Waits for the signal approved or rejected");
        sendFromStep("ask");
        page.write("Signal", "rejected");
        page.shows("who decided");

        page.click("Send");
        assertThat(problems()).contains("2 problems", "by: expected at least 2 characters", "amount: is required");
        page.write("by", "OLGA");
        page.write("amount", "many");
        page.until("document.querySelector('dialog [data-problems=\"1\"]')");
        assertThat(problems()).contains("amount: write a whole number");
        page.write("amount", "0");
        page.until("document.querySelector('dialog [data-problems]').innerText.includes('at least 1')");
        assertThat(received(execution)).as("nothing was sent").isEmpty();

        page.write("amount", "7");
        page.until("!document.querySelector('dialog [data-problems]')");
        page.click("Send");
        page.until("document.querySelector('dialog [data-state=refused]')");
        page.write("by", "olga");
        page.write("Id", "mail-1");
        page.click("Send");
        page.shows("The signal rejected was sent");
        page.shows("Waits for the signal remark");
        page.shows("The signal rejected arrived");
        page.shows("by olga");
        assertThat(received(execution)).singleElement().satisfies(signal -> {
            assertThat(signal.signal()).isEqualTo("rejected");
            assertThat(signal.id()).isEqualTo("mail-1");
            assertThat(signal.actor()).isEqualTo("olga");
            assertThat(signal.data().text()).isEqualTo("{\"by\":\"olga\",\"amount\":7}");
        });
    }

    @Test
    @DisplayName("a signal without a schema has any JSON; one that is sent ahead is kept for its step")
    void sendsAhead() {
        Execution execution = opened("approval", "olga", Role.OPERATOR);
        page.shows("Waits for the signal");
        page.until("document.querySelector('.page-head button:not([disabled])')");
        page.click("Send a signal");
        page.until("document.querySelectorAll('dialog option').length === 3");
        page.write("Signal", "remark");
        page.shows("Taken by the step note");
        page.write("Data", "{\"text\": ");
        page.click("Send");
        assertThat(problems()).contains("not json yet");
        page.write("Data", "{\"text\": 12345678901234567}");
        page.click("Send");
        page.shows("The signal remark was sent");
        assertThat(received(execution))
                .singleElement()
                .satisfies(signal -> assertThat(signal.data().text()).contains("12345678901234567"));
        execution.signal("approved", Map.of("by", "vera", "amount", 1));
        Shop.until(() -> execution.status() == ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("typed JSON stays after a look at the form, and long numbers stay exact in choices")
    void keepsWhatWasTyped() {
        shop.reeve.deploy(Workflow.parse(EXACT));
        Execution execution = opened("exact", "olga", Role.OPERATOR);
        page.click("Send the signal chosen");
        page.until("document.querySelectorAll('dialog select option').length > 2");
        page.until("[...document.querySelectorAll('dialog option')].some(it => it.innerText === '12345678901234567')");
        page.write("account", "12345678901234567");
        page.write("constructor", "a form");
        page.click("JSON");
        page.until(data("\"constructor\":\"a form\""));
        page.write("Data", "{\"account\": 12345678901234567, \"constructor\": \"typed\"}");
        page.click("Form");
        page.until("[...document.querySelectorAll('dialog label')].some(it => it.innerText.startsWith('account'))");
        page.click("JSON");
        page.until(data("\"constructor\": \"typed\""));
        page.click("Form");
        page.write("constructor", "changed");
        page.click("JSON");
        page.until(data("\"constructor\":\"changed\""));
        page.write("Data", "{\"account\": 12345678901234568}");
        page.click("Send");
        assertThat(problems()).contains("account: expected one of 12345678901234567, 2");
        page.write("Data", "{\"account\": 12345678901234567}");
        page.click("Send");
        page.shows("The signal chosen was sent");
        Shop.until(() -> execution.status() == ExecutionStatus.COMPLETED);
    }

    /** That the field for JSON has a text. */
    private static String data(String text) {
        return "document.querySelector('dialog textarea.mono')?.value.includes(" + Page.quoted(text) + ")";
    }

    @Test
    @DisplayName("a step that waits for a time can take a signal, too, if its definition says so")
    void movesATime() {
        shop.reeve.deploy(Workflow.parse(DUE));
        shop.reeve.deploy(Workflow.parse("workflow: fixed\nsteps: { pause: { wait: 1d } }"));
        opened("due", "olga", Role.OPERATOR);
        page.click("Send a signal");
        page.shows("Taken by the step pause");
        page.until("[...document.querySelectorAll('dialog option')].some(it => it.value === 'due_changed')");
        Execution fixed = shop.reeve.start("fixed", Map.of());
        page.open(shop.page("?2#/execution/%s?view=graph".formatted(fixed.id())));
        page.until("document.querySelector('[data-node=pause]') && document.querySelector('.page-head .verbs')");
        assertThat(page.text(".page-head")).doesNotContain("Send a signal");
    }

    @Test
    @DisplayName("the form of a step of a group is that of the group")
    void knowsGroups() {
        Execution execution = opened("parcels", "olga", Role.OPERATOR);
        page.clickOn("[data-step=pack] .situation a, [data-step=pack] p a");
        page.shows("Waits for the signal labelled");
        page.click("Send the signal labelled");
        page.write("code", "X-1");
        page.click("Send");
        page.shows("The signal labelled was sent");
        Shop.until(() -> execution.status() == ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("without a clipboard, such as over http, the copied text is selected in the open dialog")
    void copiesInADialog() {
        var unused = opened("approval", "olga", Role.OPERATOR);
        sendFromStep("ask");
        page.value("Object.defineProperty(navigator, 'clipboard', {configurable: true, value: undefined})");
        page.value("document.execCommand = () => document.activeElement.closest('dialog') !== null"
                + " && document.activeElement.value.includes('minLength')");
        page.click("Schema of the data");
        page.click("Copy JSON");
        page.until("[...document.querySelectorAll('dialog button')].some(it => it.innerText === 'Copied')");
    }

    @Test
    @DisplayName("a reader without the role sees no more than the role that it needs")
    void needsARole() {
        var unused = opened("approval", "vera", Role.VIEWER);
        page.shows("Sending needs the role");
        page.until("document.querySelector('[data-step=ask] button').disabled");
    }
}
