package dev.reeve.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.HistoryEntry;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The past of an execution in a real browser; see {@link BrowserTest}. */
@Tag("proof")
@DisplayName("The past of an execution in the console")
final class PastTest extends BrowserFixture {

    PastTest() {
        super(false);
    }

    private static int seq(Execution execution, Predicate<Event> event) {
        return execution.history().stream()
                .filter(entry -> event.test(entry.event()))
                .findFirst()
                .orElseThrow()
                .seq();
    }

    private static int last(Execution execution) {
        return execution.history().stream().mapToInt(HistoryEntry::seq).max().orElseThrow();
    }

    private void at(int seq, int last) {
        page.until("new URLSearchParams(location.hash.split('?')[1]).get('asOf') === '%d'".formatted(seq));
        page.shows("The execution as of event %d of %d".formatted(seq, last));
        page.until("!document.querySelector('[data-state=loading]')");
    }

    private void hasNoVerb() {
        assertThat(page.value("document.querySelectorAll('.verbs, .what-if, dialog').length")
                        .asInt())
                .as("what can be decided")
                .isZero();
    }

    @Test
    @DisplayName(
            "O3: each event of the history can be chosen; all views follow, nothing can be decided, and one goes back")
    void followsAnEvent() {
        Execution order = shop.order("order-4711");
        int reserved = seq(order, Event.StepCompleted.class::isInstance);
        int last = last(order);
        page.open(shop.page("#/execution/" + order.id() + "?view=history"));
        page.until("document.querySelector('.verbs button')");
        page.clickOn(".events li[data-seq='%d'] button".formatted(reserved));
        page.click("Show the execution as of this event");

        at(reserved, last);
        page.until("document.activeElement.dataset.asOf === '%d'".formatted(reserved));
        page.until("document.querySelector('.events li.is-chosen[data-seq=\"%d\"]')".formatted(reserved));
        assertThat(page.value("[...document.querySelectorAll('.events li')].every(it => Number(it.dataset.seq) <= %d)"
                                .formatted(reserved))
                        .asBoolean())
                .isTrue();
        hasNoVerb();
        page.click("graph");
        page.until("document.querySelector('[data-node=reserve][data-status=COMPLETED]')");
        page.until("document.querySelector('[data-node=charge]:not([data-status=ESCALATED])')");
        hasNoVerb();
        page.click("story");
        page.shows("Done: reserve");
        assertThat(page.text("main")).doesNotContain("BANK_DOWN");
        page.click("timeline");
        page.until("document.querySelectorAll('.lane').length > 0 && !document.querySelector('.lane .bar.failed')");
        page.click("data");
        page.until("document.querySelector('[data-step=reserve] [data-tree=output]')");
        page.click("Previous event");
        at(reserved - 1, last);
        page.until("!document.querySelector('[data-step=reserve] [data-tree=output]')");
        page.click("Show the input");
        page.until("document.querySelector('[data-step=reserve] [data-tree=input]')");

        page.click("Back to the present");
        page.until("!location.hash.includes('asOf') && document.querySelector('.verbs button')");
        page.until("document.activeElement.tagName === 'H1' && !document.querySelector('.past')");
        page.shows("BANK_DOWN");
    }

    @Test
    @DisplayName("O3: from event to event by the keyboard; the ends of the history are ends")
    void worksByKeyboard() {
        Execution order = shop.order("order-1");
        int last = last(order);
        page.open(shop.page("#/execution/%s?view=graph&asOf=1".formatted(order.id())));
        at(1, last);
        page.value("document.querySelector('.past').focus()");
        page.press("ArrowLeft", 37);
        for (int seq = 2; seq <= last; seq++) {
            page.press("ArrowRight", 39);
            at(seq, last);
        }
        page.press("ArrowRight", 39);
        page.until("document.querySelector('[data-node=charge][data-status=ESCALATED]')");
        at(last, last);
        hasNoVerb();
        page.press("Home", 36);
        at(1, last);
        page.press("End", 35);
        at(last, last);
        page.press("Tab", 9);
        page.until("document.activeElement.innerText === 'Previous event'");
        page.value("document.activeElement.click()");
        at(last - 1, last);
        page.until("document.activeElement.innerText === 'Previous event'");
    }

    /** Whether the page leaves a key, pressed at the banner, to the browser. */
    private boolean leaves(String key) {
        return page.value("document.querySelector('.past').dispatchEvent(new KeyboardEvent('keydown', "
                        + "{bubbles: true, cancelable: true, " + key + "}))")
                .asBoolean();
    }

    @Test
    @DisplayName("keys with a modifier are the browser's; a key that is held down leads to one event")
    void leavesOtherKeys() {
        Execution order = shop.order("order-1");
        int last = last(order);
        page.open(shop.page("#/execution/%s?view=graph&asOf=1".formatted(order.id())));
        at(1, last);
        for (String modifier : List.of("altKey", "ctrlKey", "metaKey", "shiftKey")) {
            for (String key : List.of("ArrowLeft", "ArrowRight", "Home", "End")) {
                assertThat(leaves("key: '%s', %s: true".formatted(key, modifier)))
                        .as(modifier + " " + key)
                        .isTrue();
            }
        }
        assertThat(leaves("key: 'ArrowRight', repeat: true")).isFalse();
        at(1, last);
        assertThat(leaves("key: 'ArrowRight'")).isFalse();
        at(2, last);
    }

    @Test
    @DisplayName("the number of events is read again from time to time, as other nodes add some, too")
    void countsEventsOfOtherNodes() {
        Execution order = shop.order("order-1");
        page.open(shop.page("#/execution/%s?asOf=1".formatted(order.id())));
        at(1, last(order));
        long asked = page.asked("/history?limit=1");
        Shop.until(() -> page.asked("/history?limit=1") > asked);
    }

    @Test
    @DisplayName("O3: the past stays as it was while the execution goes on, and its words are about that time")
    void staysWhileTheExecutionGoesOn() {
        Execution order = shop.order("order-1");
        int last = last(order);
        page.open(shop.page("#/execution/%s?asOf=%d".formatted(order.id(), last)));
        at(last, last);
        page.shows("Why then, and what next");
        page.shows(" before)");
        page.shows("Needs a person for");
        String words = page.text(".facts");
        long asked = page.asked("/explanation?asOf=" + last);

        shop.bankIsUp = true;
        order.recovery().retry("charge", "the bank is back");
        Shop.until(() -> order.status() == ExecutionStatus.COMPLETED);
        page.shows("The execution as of event %d of %d".formatted(last, last(order)));
        page.shows("Needs a person for");
        assertThat(page.text(".facts")).isEqualTo(words);
        assertThat(page.asked("/explanation?asOf=" + last))
                .as("the past is read once")
                .isEqualTo(asked);
        page.click("Back to the present");
        page.shows("completed");
    }

    @Test
    @DisplayName("an event that is not there is said so, and the way back stays; strange numbers are text")
    void otherNumbers() {
        Execution order = shop.order("order-1");
        for (String wrong : List.of("99999", "0", "-1", "1e3", "%3Cimg%20src%3Dx%20onerror%3Dwindow.hacked%3D1%3E")) {
            page.open(shop.page("?%s#/execution/%s?asOf=%s".formatted(wrong.replaceAll("\\W", ""), order.id(), wrong)));
            page.until("document.querySelector('.past')");
            page.shows(
                    wrong.equals("99999") ? "its last one has the number " + last(order) : "expected a number from 1");
            page.until("!document.querySelector('[data-state=loading]')");
            hasNoVerb();
            page.click("Back to the present");
            page.shows("Needs a person");
        }
        assertThat(page.value("window.hacked === undefined").asBoolean()).isTrue();
    }
}
