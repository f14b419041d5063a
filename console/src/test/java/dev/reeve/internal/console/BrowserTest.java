package dev.reeve.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.Schedule;
import dev.reeve.Start;
import dev.reeve.workflow.Workflow;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The console in a real browser, against a real server. Skipped where Chromium is not installed; with
 * {@code -Dnothing.skipped=true} that fails the build.
 */
@Tag("proof")
@DisplayName("The console in a browser")
final class BrowserTest extends BrowserFixture {

    BrowserTest() {
        super(false);
    }

    @AfterEach
    void noOtherHost() {
        assertThat(page.requests()).allMatch(request -> request.contains(" " + shop.address + "/"));
    }

    @Test
    @DisplayName(
            "O2: from the inbox to an order put right: a group, one of it, what the verb does, the reason, the end")
    void putsAnOrderRight() {
        Execution order = shop.order("order-1");
        shop.order("order-2");
        page.open(shop.page("#/inbox"));
        page.shows("2 steps need a person");
        page.shows("card.charge failed: BANK_DOWN");
        page.click("card.charge failed");
        page.shows("the bank does not answer");
        page.shows("Needs a person for");
        page.shows("Began attempt 1 of charge");

        shop.bankIsUp = true;
        page.click("Try again");
        page.shows("Calls the action of charge again");
        assertThat(page.value("document.querySelector('dialog button[type=submit]').disabled")
                        .asBoolean())
                .as("a decision needs a reason")
                .isTrue();
        page.write("Reason", "the bank is back");
        page.click("Try again: charge");
        page.shows("1 step needs a person");
        Shop.until(() -> order.status() == ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("O2: a decision for a whole group shows its number first, is refused at another one, and is followed")
    void decidesForMany() {
        shop.order("a-1");
        shop.order("a-2");
        page.open(shop.page("#/inbox"));
        page.click("card.charge failed");
        page.click("Try all again");
        page.until("document.querySelector('dialog [data-count=\"2\"]')");
        Execution third = shop.order("a-3");
        page.write("Reason", "the bank is back");
        page.click("retry 2 steps");
        page.shows("2 were expected, and another number matches now");
        page.until("document.querySelector('dialog [data-count=\"3\"]')");
        shop.bankIsUp = true;
        page.click("retry 3 steps");
        page.shows("retry of 3 steps has begun");
        Shop.until(() -> third.status() == ExecutionStatus.COMPLETED);
        page.shows("3 done, 0 refused");
        page.shows("Nothing needs a person");
    }

    @Test
    @DisplayName("O3: an execution in five views, with why it waits beside each of them")
    void showsAnExecution() {
        Execution order = shop.order("order-4711");
        page.open(shop.page("#/execution/" + order.id()));
        page.shows("order-4711");
        page.shows("Why, and what next");
        page.shows("Needs a person");
        page.shows("Done: reserve");
        page.click("graph");
        page.until("document.querySelector('[data-node=charge][data-status=ESCALATED]')");
        page.until("document.querySelector('[data-node=reserve][data-status=COMPLETED]')");
        page.clickOn("[data-node=reserve]");
        page.shows("shelf");
        page.click("timeline");
        page.until("document.querySelectorAll('.lane').length === 2");
        page.until("document.querySelector('.bar.failed')");
        page.click("history");
        page.until("document.querySelectorAll('.events li').length > 4");
        page.clickOn(".events li:last-child button");
        page.shows("Started order version 1");
        page.click("data");
        page.until("document.querySelector('[data-tree=input]')");
        page.shows("Why, and what next");

        shop.bankIsUp = true;
        order.recovery().retry("charge", "by the command line");
        page.shows("completed");
        page.shows("12345678901234567");
    }

    @Test
    @DisplayName("O3: executions are searched by status, label, key and failure code, and the address has it all")
    void searches() {
        Execution one = shop.order("order-1");
        shop.bankIsUp = true;
        shop.reeve.start("order", Map.of("amount", 3), Start.key("order-2"));
        page.open(shop.page("#/executions"));
        page.until("document.querySelectorAll('[data-id]').length === 2");
        page.click("BANK_DOWN");
        page.until("document.querySelectorAll('[data-id]').length === 1 && location.hash.includes('code=BANK_DOWN')");
        page.open(shop.page("?again#/executions?label=customer%3D42"));
        page.until("document.querySelectorAll('[data-id]').length === 1");
        page.until("document.querySelector('[data-id=\"" + one.id() + "\"]')");
        page.write("Key", "order-2");
        page.click("Search");
        page.shows("No execution matches all conditions");
        page.click("Show all");
        page.until("document.querySelectorAll('[data-id]').length === 2");
    }

    @Test
    @DisplayName("a form made from the input's schema starts an execution once")
    void starts() {
        shop.bankIsUp = true;
        page.open(shop.page("#/workflows"));
        page.click("order");
        page.until("document.querySelector('[data-node=charge]')");
        page.click("start");
        page.shows("in cents");
        page.write("amount", "x");
        page.shows("Write a whole number");
        page.write("amount", "0");
        page.write("country", "\"fr\"");
        page.submit();
        page.shows("Refused.");
        page.write("amount", "31");
        page.write("Labels", "from=console");
        page.submit();
        page.shows("Started:");
        Shop.until(() -> shop.reeve.list(ExecutionQuery.all().label("from", "console")).stream()
                        .filter(it -> it.status() == ExecutionStatus.COMPLETED)
                        .count()
                == 1);

        long before = page.asked("/v1/executions");
        page.submit();
        Shop.until(() -> page.asked("/v1/executions") > before);
        page.until("document.querySelector('main button[type=submit]:not(:disabled)')");
        assertThat(startedHere()).as("the same start again").isEqualTo(1);
        page.click("Start another");
        page.until("!document.body.innerText.includes('Started:')");
        page.submit();
        page.shows("Started:");
        assertThat(startedHere()).isEqualTo(2);
        page.write("amount", "32");
        page.until("!document.body.innerText.includes('Started:')");
        page.submit();
        page.shows("Started:");
        assertThat(startedHere()).isEqualTo(3);
    }

    private int startedHere() {
        return shop.reeve.list(ExecutionQuery.all().label("from", "console")).size();
    }

    @Test
    @DisplayName("O2: a service is paused for all; a dialog does what it said, also if another person was faster")
    void pausesAService() {
        page.open(shop.page("#/services"));
        page.shows("card.charge");
        page.click("card.charge");
        page.click("Pause for all");
        page.shows("No execution calls it until it is resumed");
        shop.reeve.actingAs("carol").services().pause("card.charge", "the bank asked for it");
        page.until(
                "document.body.innerText.toLowerCase().includes('paused') && document.querySelector('tr.is-chosen .status.wait')");
        page.write("Reason", "too slow");
        page.until("document.querySelector('dialog h2').innerText.toLowerCase().includes('pause')");
        page.click("pause card.charge");
        page.until("!document.querySelector('dialog')");
        assertThat(page.text("tr.is-chosen .status").toLowerCase(Locale.ROOT)).isEqualTo("paused");
        page.shows("1 service not in order");
        page.click("Resume");
        page.write("Reason", "all well");
        page.click("resume card.charge");
        page.shows("resumed by");
    }

    @Test
    @DisplayName("O4: nodes and the engine, with figures that move")
    void showsNodes() {
        page.open(shop.page("#/nodes"));
        page.shows("owns the store alone");
        page.shows("a second");
        page.shows("The auditor has found no broken rule");
    }

    @Test
    @DisplayName("O3: changes come by themselves, in one stream for all tabs of a reader")
    void isLive() {
        page.open(shop.page("#/inbox"));
        page.shows("Nothing needs a person");
        page.until("document.querySelector('.live.is-live')");
        shop.order("order-1");
        page.shows("1 step needs a person");
        Page other = page.beside();
        other.open(shop.page("#/inbox"));
        other.until("document.querySelector('.live.is-live')");
        assertThat(page.asked("/v1/changes") + other.asked("/v1/changes")).isEqualTo(1);
        shop.order("order-2");
        other.shows("2 steps need a person");
        other.close();
    }

    @Test
    @DisplayName("a hidden tab asks for nothing, and a tab with another page seldom for the number in the bar")
    void isQuiet() {
        page.open(shop.page("#/inbox"));
        page.shows("Nothing needs a person");
        page.until("document.querySelector('.live.is-live')");
        page.hide(true);
        Page other = page.beside();
        other.open(shop.page("#/nodes"));
        other.shows("owns the store alone");
        long before = page.asked("/v1/inbox");
        long elsewhere = other.asked("/v1/inbox");
        for (int i = 0; i < 5; i++) {
            shop.order("order-" + i);
        }
        Page third = page.beside();
        third.open(shop.page("#/inbox"));
        third.shows("5 steps need a person");
        assertThat(page.asked("/v1/inbox")).isEqualTo(before);
        assertThat(other.asked("/v1/inbox") - elsewhere).isLessThanOrEqualTo(1);
        page.hide(false);
        page.shows("5 steps need a person");
        third.close();
        other.close();
    }

    @Test
    @DisplayName("hostile content is shown as text, and never run")
    void survivesHostileContent() {
        Execution strange = shop.strange("<img src=x onerror=window.hacked=1>");
        page.open(shop.page("#/inbox"));
        page.click("odd.work failed");
        page.shows("<b>bold</b>");
        page.shows("more characters");
        assertThat(page.text("body")).doesNotContain("\u202E");
        for (String view : List.of("story", "graph", "timeline", "history", "data")) {
            page.open(shop.page("?" + view + "#/execution/" + strange.id() + "?view=" + view));
            page.shows("Why, and what next");
            page.until("!document.querySelector('[data-state=loading]')");
        }
        page.shows("<script>window.hacked=1</script>");
        page.open(shop.page("?x#/executions?label=%3Cimg%20src%3Dx%3E%3D1&workflow=%E0%A4%A"));
        page.shows("No execution matches");
        page.value("document.cookie = 'XSRF-TOKEN=%'");
        page.open(shop.page("?y#/inbox"));
        page.shows("1 step needs a person");
        assertThat(page.value(
                                "window.hacked === undefined && document.querySelectorAll('main b > img, main img').length === 0")
                        .asBoolean())
                .isTrue();
    }

    @Test
    @DisplayName("by the keyboard alone: from the top of the page to the reason of a decision, and back")
    void worksByKeyboard() {
        shop.order("order-1");
        page.open(shop.page("#/inbox"));
        page.shows("1 step needs a person");
        focus("card.charge failed");
        page.press("Enter", 13);
        page.value("document.activeElement.click()");
        page.shows("Needs a person for");
        focus("Try again");
        page.value("document.activeElement.click()");
        page.until("document.activeElement.tagName === 'TEXTAREA'");
        page.press("Escape", 27);
        page.until("!document.querySelector('dialog')");
        page.until("document.activeElement.innerText.startsWith('Try again')");
    }

    @Test
    @DisplayName("a server that is gone is said so, and the page goes on by itself")
    void outlivesTheServer() {
        page.open(shop.page("#/inbox"));
        page.shows("Nothing needs a person");
        page.until("document.querySelector('.live.is-live')");
        shop.server.close();
        page.shows("The server does not answer");
        page.shows("Nothing needs a person");
    }

    @Test
    @DisplayName("who reads is asked for again until it is known: with a notice, and the stream begins then")
    void readsTheReaderAgain() {
        shop.order("order-1");
        page.fail("*/v1/self", 500);
        page.open(shop.page("#/inbox"));
        page.shows("Your name and your roles could not be read, so the page offers no decisions");
        page.click("card.charge failed");
        page.shows("Deciding needs the role operator");
        Shop.until(() -> page.asked("/v1/self") >= 2);
        assertThat(page.asked("/v1/changes")).isZero();
        page.answersAgain();
        page.until("document.querySelector('.live.is-live') && !document.querySelector('[data-panel=Reader]')");
        page.until("!document.body.innerText.includes('Deciding needs the role operator')");
    }

    @Test
    @DisplayName("every screen passes the checks of axe, light and dark, and at the width of a phone")
    void isAccessible() throws IOException {
        Execution order = shop.order("order-1");
        shop.reeve.start("waiting", Map.of(), Start.key("w"));
        shop.recorded("olga", order.id().toString(), Shop.HOSTILE, null);
        shop.recorded("vera", order.id().toString(), "r", ErrorCode.DENIED);
        Execution waiting = shop.reeve.start("waiting", Map.of(), Start.key("v"));
        shop.reeve.deploy(Workflow.parse("""
                workflow: waiting
                version: 2
                steps:
                  ask: { await: { signal: answer, schema: { type: object, required: [a], properties: { a: {} } } } }
                  more: { after: [ask], action: parcel.send }
                """));
        shop.reeve
                .schedules()
                .put("nightly", Map.of("amount", 1), Schedule.cron("order", "0 3 * * *", "Europe/Berlin"));
        shop.bankIsUp = true;
        shop.reeve.start("order", Map.of("amount", 3), Start.key("o-3").replyTo(URI.create("letter:box")));
        Shop.until(() -> !shop.reeve.messages().undeliverable(10).isEmpty());
        List<String> addresses = List.of(
                "#/inbox",
                "#/executions",
                "#/audit",
                "#/execution/" + order.id(),
                "#/execution/" + order.id() + "?view=graph",
                "#/execution/" + order.id() + "?view=timeline",
                "#/execution/" + order.id() + "?view=history&asOf=2",
                "#/compare?a=" + order.id(),
                "#/compare?a=" + order.id() + "&b=" + order.id(),
                "#/execution/" + order.id() + "?view=history",
                "#/execution/" + order.id() + "?view=data",
                "#/workflows?view=deploy",
                "#/workflows/order?view=start",
                "#/workflows/order?view=schedules&schedule=nightly",
                "#/workflows/order?view=statistics",
                "#/workflows/waiting?view=compare&version=2",
                "#/execution/" + waiting.id(),
                "#/services?action=card.charge",
                "#/nodes");
        for (String theme : List.of("light", "dark")) {
            page.theme(theme);
            for (String address : addresses) {
                Browsers.check(page, shop.page("?" + theme + address.hashCode() + address), theme + " " + address);
            }
            page.open(shop.page("?dialog" + theme + "#/inbox"));
            page.click("card.charge failed");
            page.click("Undo");
            page.shows("The execution ends as compensated");
            Browsers.checkHere(page, theme + " dialog");
            page.open(shop.page("?signal" + theme + "#/execution/" + waiting.id()));
            page.click("Send the signal answer");
            page.write("Data", "{");
            page.click("Send");
            page.shows("Not sent");
            Browsers.checkHere(page, theme + " signal");
            page.open(shop.page("?remove" + theme + "#/workflows/waiting?version=2"));
            page.click("Remove version 2");
            page.shows("to confirm");
            Browsers.checkHere(page, theme + " removal");
        }
        page.size(390, 844);
        for (String address : addresses) {
            Browsers.check(page, shop.page("?phone" + address.hashCode() + address), "phone " + address);
            assertThat(page.value("document.documentElement.scrollWidth").asInt())
                    .as("%s fits a phone", address)
                    .isLessThanOrEqualTo(390);
        }
    }

    @Test
    @DisplayName("pictures of the main screens, light and dark; -Dpictures.update puts them into the documents")
    void pictures() throws IOException {
        Execution order = shop.order("order-4711");
        shop.order("order-4712");
        shop.recorded("olga", order.id().toString(), "asked by the customer", null);
        shop.recorded("vera", order.id().toString(), "r", ErrorCode.DENIED);
        Path target = System.getProperty("pictures.update") == null
                ? Path.of("target/pictures")
                : Path.of("../docs/pictures");
        page.size(1280, 800);
        page.theme("light");
        page.open(shop.page("#/inbox"));
        page.click("card.charge failed");
        page.shows("Needs a person for");
        page.picture(target.resolve("console-inbox-light.png"));
        page.theme("dark");
        page.open(shop.page("?dark#/execution/" + order.id() + "?view=graph"));
        page.until("document.querySelector('[data-node=charge][data-status=ESCALATED]')");
        page.picture(target.resolve("console-execution-dark.png"));
        for (String view : List.of("story", "timeline", "history", "data")) {
            page.open(shop.page("?" + view + "#/execution/" + order.id() + "?view=" + view));
            page.until("document.querySelector('main h1') && !document.querySelector('[data-state=loading]')");
            page.picture(Path.of("target/pictures/" + view + ".png"));
        }
        for (String screen :
                List.of("executions", "workflows/order?view=start", "services?action=card.charge", "nodes", "audit")) {
            page.open(shop.page("?" + screen.hashCode() + "#/" + screen));
            page.until("document.querySelector('main h1') && !document.querySelector('[data-state=loading]')");
            page.picture(Path.of("target/pictures/" + screen.replaceAll("\\W.*", "") + ".png"));
        }
        for (String view : List.of("statistics", "compare", "schedules")) {
            page.open(shop.page("?" + view + "#/workflows/order?view=" + view));
            page.until("document.querySelector('main h1') && !document.querySelector('[data-state=loading]')");
            page.picture(Path.of("target/pictures/workflow-" + view + ".png"));
        }
        page.size(390, 844);
        page.open(shop.page("?phone#/inbox"));
        page.click("card.charge failed");
        page.shows("Needs a person for");
        page.picture(Path.of("target/pictures/phone.png"));
    }
}
