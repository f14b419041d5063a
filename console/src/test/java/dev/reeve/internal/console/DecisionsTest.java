package dev.reeve.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.InboxGroup;
import dev.reeve.Schedule;
import dev.reeve.Start;
import dev.reeve.workflow.Workflow;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Decisions that {@link BrowserTest} does not have: moves, deliveries, and what is deleted. */
@Tag("proof")
@DisplayName("Further decisions in the console")
final class DecisionsTest extends BrowserFixture {

    private static final String LONGER = """
            workflow: waiting
            version: 2
            steps:
              ask: { await: { signal: answer } }
              check: { after: [ask], action: copy }
              then: { after: [check], action: parcel.send }
            """;

    private static final String OTHER = """
            workflow: waiting
            version: 3
            steps:
              question: { await: { signal: answer } }
              then: { after: [question], action: parcel.send }
            """;

    private static final String UNDOABLE = """
            workflow: undoable
            steps:
              a: { action: stock.reserve, compensate: { action: card.charge, retry: { maxAttempts: 1 } } }
              b: { after: [a], action: card.charge, retry: { maxAttempts: 1 } }
            """;

    DecisionsTest() {
        super(false);
    }

    private int version(Execution execution) {
        return execution.summary().version();
    }

    @Test
    @DisplayName(
            "O2: an execution moves to another version, after a look at what prevents it; a refusal changes nothing")
    void moves() {
        Execution execution = shop.reeve.start("waiting", Map.of(), Start.key("w-1"));
        page.open(shop.page("#/execution/" + execution.id()));
        page.shows("Waits for the signal answer");
        page.click("Move");
        page.shows("No other version of this workflow is deployed");
        page.click("Leave it");

        shop.reeve.deploy(Workflow.parse(LONGER));
        shop.reeve.deploy(Workflow.parse(OTHER));
        page.click("Move");
        page.until("document.querySelector('dialog [data-check=\"3\"] [data-own=true]')");
        page.shows("0 of 1 open execution");
        page.write("Reason", "a mistake in version 1");
        page.click("Move to version 3");
        page.until("document.querySelector('dialog [data-state=refused]')");
        assertThat(version(execution)).isEqualTo(1);

        page.write("From version 1", "2");
        page.until("document.querySelector('dialog [data-check=\"2\"]')");
        page.shows("1 of 1 open execution");
        page.click("Move to version 2");
        page.shows("Moved to version 2: stored for");
        page.shows("a mistake in version 1");
        assertThat(version(execution)).isEqualTo(2);
        execution.signal("answer", 1);
        Shop.until(() -> execution.status() == ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName(
            "O2: an open decision names its execution, and stays when another person was faster: the refusal is in it")
    void staysOpen() {
        Execution first = shop.order("a-1");
        Execution second = shop.order("a-2");
        page.open(shop.page("#/inbox"));
        page.click("card.charge failed");
        page.shows("One of them: a-1");
        page.click("Try again");
        page.until("document.querySelector('dialog [data-subject=\"%s\"]')".formatted(first.id()));
        assertThat(page.text("dialog [data-subject]")).isEqualTo("a-1 · order version 1");
        page.write("Reason", "the bank is back");
        shop.bankIsUp = true;
        retriedByAnother(first);
        page.until("document.querySelector('main h1').innerText.startsWith('1 step')");
        page.until("document.querySelector('[data-panel=\"One of them\"] h2').innerText.includes('a-2')");
        assertThat(page.text("dialog [data-subject]")).startsWith("a-1");
        page.click("Try again: charge");
        page.until("document.querySelector('dialog [data-state=refused]')");
        page.click("Leave it");

        page.click("Try again");
        page.until("document.querySelector('dialog [data-subject=\"%s\"]')".formatted(second.id()));
        retriedByAnother(second);
        page.until("document.querySelector('main h1').innerText.startsWith('Nothing needs')");
        assertThat(page.text("dialog h2")).isEqualTo("Try again: charge");
    }

    @Test
    @DisplayName("O2: on the page of an execution, too, an open decision and an open signal stay")
    void stayOpenAtTheExecution() {
        Execution order = shop.order("a-1");
        page.open(shop.page("#/execution/" + order.id()));
        page.click("Try again");
        page.write("Reason", "the bank is back");
        shop.bankIsUp = true;
        retriedByAnother(order);
        page.until("document.querySelector('.page-head .status').innerText.toLowerCase() === 'completed'");
        page.click("Try again: charge");
        page.until("document.querySelector('dialog [data-state=refused]')");

        Execution waiting = shop.reeve.start("waiting", Map.of(), Start.key("w-1"));
        page.open(shop.page("?2#/execution/" + waiting.id()));
        page.click("Send the signal answer");
        page.write("Data", "7");
        waiting.signal("answer", 1);
        page.until("document.querySelector('.page-head .status').innerText.toLowerCase() === 'completed'");
        page.click("Send");
        page.until("document.querySelector('dialog [data-state=refused]')");
    }

    @Test
    @DisplayName("O2: of many steps, the one of the group stands first with its verbs, and all can be reached")
    void reachesManySteps() {
        StringBuilder many = new StringBuilder("workflow: many\nsteps:\n");
        for (int i = 1; i <= 40; i++) {
            many.append(
                    "  s%d: { action: card.charge, retry: { maxAttempts: 1 }, onExhausted: escalate }\n".formatted(i));
        }
        shop.reeve.deploy(Workflow.parse(many.toString()));
        Execution execution = shop.reeve.start("many", Map.of(), Start.key("m-1"));
        Shop.until(() ->
                shop.reeve.inbox().groups().stream().mapToInt(InboxGroup::steps).sum() == 40);
        String example = shop.reeve.inbox().groups().getFirst().exampleStep().toString();
        page.open(shop.page("#/inbox"));
        page.click("card.charge failed");
        page.until("document.querySelectorAll('.open-step .verbs').length === 30");
        assertThat(page.value("document.querySelector('.open-step').dataset.step")
                        .asString())
                .isEqualTo(example);
        page.click("Show 10 more open steps of 10 open steps");
        page.until("document.querySelectorAll('.open-step .verbs').length === 40");

        execution.cancel("not wanted");
        Shop.until(() -> execution.status() == ExecutionStatus.CANCELLED);
        page.open(shop.page("?2#/execution/" + execution.id()));
        page.click("Run again");
        page.until("document.querySelectorAll('dialog datalist option').length === 40");
        page.write("Reason", "wanted after all");
        page.write("From the step", "s99");
        page.shows("No step of this name has begun");
        assertThat(submits()).isFalse();
        page.write("From the step", "s7");
        page.until("!document.querySelector('dialog button[type=submit]').disabled");
    }

    @Test
    @DisplayName(
            "O2: an execution that is paused while it is undone can be resumed; an undone step is resolved without an output")
    void resolvesAnUndoing() {
        shop.reeve.deploy(Workflow.parse(UNDOABLE));
        Execution execution = shop.reeve.start("undoable", Map.of(), Start.key("u-1"));
        Shop.until(() -> execution.status() == ExecutionStatus.ESCALATED);
        execution.recovery().pause("lunch");
        page.open(shop.page("#/execution/" + execution.id()));
        page.until("document.querySelector('.page-head .verbs')?.innerText === 'Resume'");
        page.value("sessionStorage.setItem('reeve.draft  RESOLVE %s a undo payload', '{')".formatted(execution.id()));
        page.click("Resume");
        page.write("Reason", "after lunch");
        page.click("Resume");
        page.until("document.querySelector('.page-head .status').innerText.toLowerCase() === 'needs a person'");
        page.click("Resolve");
        page.write("Reason", "undone by hand");
        assertThat(page.text("dialog")).doesNotContain("Output of the step");
        page.click("Resolve: a");
        Shop.until(() -> execution.status() == ExecutionStatus.COMPENSATED);
    }

    @Test
    @DisplayName("O2: a decision for many that is under way is stopped, with a reason")
    void stopsADecisionForMany() {
        for (int i = 0; i < 30; i++) {
            shop.reeve.start("order", Map.of("amount", 1), Start.key("b-" + i));
        }
        Shop.until(() ->
                shop.reeve.inbox().groups().stream().mapToInt(InboxGroup::steps).sum() == 30);
        page.open(shop.page("#/inbox"));
        page.click("card.charge failed");
        page.click("Skip all");
        page.until("document.querySelector('dialog [data-count=\"30\"]')");
        page.write("Executions per second", "1");
        page.write("Reason", "not needed");
        page.click("skip 30 steps");
        page.until("document.querySelector('[data-bulk] .status.run')");
        page.click("Stop");
        page.shows("What it has done stays done");
        page.write("Reason", "needed after all");
        page.click("Stop this decision for many");
        page.until("!document.querySelector('dialog') && !document.querySelector('[data-bulk] .status.run')");
        assertThat(shop.reeve.inbox().groups()).isNotEmpty();
    }

    @Test
    @DisplayName("a copy that failed is said so")
    void saysWhatIsNotCopied() {
        Execution order = shop.order("a-1");
        page.open(shop.page("#/execution/" + order.id()));
        page.shows("Needs a person for");
        page.value("Object.defineProperty(navigator, 'clipboard',"
                + " {configurable: true, value: {writeText: () => Promise.reject(new Error('not allowed'))}})");
        page.click("Copy");
        page.shows("Not copied");
    }

    private static void retriedByAnother(Execution order) {
        order.recovery().retry("charge", "another person was faster");
        Shop.until(() -> order.status() == ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("S10: messages that were not delivered are in the inbox, and are sent again after a question")
    void deliversAgain() {
        shop.bankIsUp = true;
        page.open(shop.page("#/inbox"));
        page.shows("Nothing needs a person");
        assertThat(page.value("!document.querySelector('[data-panel=Messages]')")
                        .asBoolean())
                .as("no panel without messages")
                .isTrue();
        Execution order =
                shop.reeve.start("order", Map.of("amount", 3), Start.key("o-1").replyTo(URI.create("letter:box")));
        Shop.until(() -> !shop.reeve.messages().undeliverable(10).isEmpty());
        page.open(shop.page("?again#/inbox"));
        page.shows("Messages about 1 execution not delivered");
        page.shows("the box is nailed up");
        page.click("Deliver again");
        page.shows("Sends all messages that were given up");
        page.click("Leave it");
        assertThat(shop.reeve.messages().undeliverable(10)).isNotEmpty();

        shop.opensItsLetterBox();
        page.clickOn("[data-message='%s'] button".formatted(order.id()));
        page.click("Deliver again");
        page.shows("will be sent again");
        Shop.until(() -> shop.reeve.messages().undeliverable(10).isEmpty());
    }

    @Test
    @DisplayName("a schedule and a version are deleted only after their names were typed, with a reason")
    void deletes() {
        shop.reeve.schedules().put("nightly", Map.of("amount", 1), Schedule.every("order", Duration.ofDays(1)));
        page.open(shop.page("#/workflows/order?view=schedules"));
        page.shows("nightly");
        page.click("Delete");
        page.shows("It starts nothing any more");
        page.write("Reason", "not wanted");
        assertThat(submits()).as("without the name").isFalse();
        page.write("Type", "nightl");
        assertThat(submits()).isFalse();
        page.write("Type", "nightly");
        page.click("delete the schedule nightly");
        page.shows("No schedule starts this workflow");
        assertThat(shop.reeve.schedules().list()).isEmpty();
        assertThat(shop.reeve.schedules().changes("nightly").getFirst().reason())
                .isEqualTo("not wanted");

        shop.reeve.deploy(Workflow.parse(LONGER));
        Execution execution =
                shop.reeve.start("waiting", Map.of(), Start.key("w").version(1));
        remove(1);
        page.until("document.querySelector('dialog [data-state=refused]')");
        assertThat(shop.reeve.definition("waiting", 1)).isPresent();
        page.click("Leave it");
        remove(2);
        page.shows("waiting 2 is removed");
        assertThat(shop.reeve.definition("waiting", 2)).isEmpty();
        assertThat(execution.status()).isEqualTo(ExecutionStatus.RUNNING);
    }

    /** Asks for the removal of a version of the workflow waiting. */
    private void remove(int version) {
        page.open(shop.page("?%d#/workflows/waiting?version=%d".formatted(version + 1, version)));
        page.click("Remove version " + version);
        page.write("Type", "waiting " + version);
        page.write("Reason", "not wanted");
        page.click("remove version " + version);
    }

    private boolean submits() {
        return !page.value("document.querySelector('dialog button[type=submit]').disabled")
                .asBoolean();
    }
}
