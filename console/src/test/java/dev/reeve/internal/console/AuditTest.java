package dev.reeve.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.internal.access.Role;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** As {@link BrowserTest}, for the record of who did what. */
@Tag("proof")
@DisplayName("The screen Audit")
final class AuditTest extends BrowserFixture {

    private static final String UNKNOWN_ID = "01890abc-0000-7000-8000-00000000000f";

    AuditTest() {
        super(true);
    }

    private void open(String address) {
        page.open(shop.page("?" + address.hashCode() + address));
    }

    private void rows(int number) {
        page.until("document.querySelectorAll('[data-panel=Record] tbody tr').length === " + number);
    }

    @Test
    @DisplayName("D22: shows who did what, and refused tries, with the way to the execution, and searches them")
    void showsAndSearches() {
        Execution order = shop.order("order-1");
        shop.recorded("olga", order.id().toString(), "asked by the customer", null);
        shop.recorded("olga", UNKNOWN_ID, "r", ErrorCode.REFUSED);
        shop.recorded("vera", UNKNOWN_ID, "r", ErrorCode.DENIED);
        open("#/inbox");
        enter(shop.key("ada", Role.ADMIN));
        page.shows("1 step needs a person");
        page.click("Audit");
        rows(3);
        page.shows("asked by the customer");
        page.shows("denied");
        assertThat(page.text("[data-panel=Record] tbody tr")).contains("vera", "192.0.2.7", "cancel");
        assertThat(page.value("document.querySelector('[data-panel=Record] time').title")
                        .asString())
                .contains(" here, ", " UTC");

        page.write("Execution or key", UNKNOWN_ID.toUpperCase(Locale.ROOT));
        page.click("Search");
        rows(2);
        page.click("olga");
        rows(1);
        page.until("location.hash.includes('about=') && location.hash.includes('who=olga')");
        page.click(UNKNOWN_ID);
        page.shows("Not found.");

        open("#/audit");
        page.until("[...document.querySelectorAll('main label')].find(it => it.innerText.startsWith('Only what'))");
        page.value(
                "[...document.querySelectorAll('main label')].find(it => it.innerText.startsWith('Only what')).click()");
        rows(2);
        page.value("document.querySelector('#main select').value = 'SKIP';"
                + " document.querySelector('#main select').dispatchEvent(new Event('change', {bubbles: true}))");
        page.click("Search");
        page.shows("No call matches all conditions");
        page.click("Show all");
        rows(3);
        page.click(order.id().toString());
        page.shows("Why, and what next");
    }

    @Test
    @DisplayName("D22: goes on from page to page, and saves all calls that match as JSON lines")
    void pagesAndExports() {
        for (int i = 0; i < 120; i++) {
            shop.recorded(i % 2 == 0 ? "olga" : "paul", UNKNOWN_ID, "number " + i, null);
        }
        open("#/audit");
        enter(shop.key("ada", Role.ADMIN));
        rows(100);
        page.click("Older");
        rows(20);
        page.shows("number 19");
        page.click("← Newest");
        rows(100);

        open("#/audit?who=olga");
        rows(60);
        page.value("{ const make = URL.createObjectURL.bind(URL);"
                + " URL.createObjectURL = blob => { window.saved = blob; return make(blob); }; }");
        page.click("Export as JSON lines");
        page.shows("Saved 60 lines.");
        List<String> lines =
                page.value("window.saved.text()").asString().lines().toList();
        assertThat(lines).hasSize(60);
        JsonNode first = Chromium.MAPPER.readTree(lines.getFirst());
        assertThat(first.get("who").asString()).isEqualTo("olga");
        assertThat(first.get("reason").asString()).isEqualTo("number 118");
        assertThat(first.get("execution").asString()).isEqualTo(UNKNOWN_ID);
    }

    @Test
    @DisplayName("is not offered without the role admin, and says what is missing in each state")
    void states() {
        open("#/audit");
        enter(shop.key("olga", Role.OPERATOR));
        page.shows("Your roles do not allow this.");
        page.shows("The record needs the role admin in this namespace.");
        open("#/audit?everywhere=true");
        page.shows("The record of all namespaces needs the role admin in all of them.");
        assertThat(page.value("performance.getEntriesByType('resource').filter(it =>"
                                + " it.name.includes('/v1/record')).length")
                        .asInt())
                .as("a question that would be refused, and recorded")
                .isZero();
        assertThat(page.text("nav[aria-label=Screens]")).contains("Nodes").doesNotContain("Audit");

        page.click("Forget the key");
        enter(shop.key("ada", Role.ADMIN));
        page.shows("Only what had no effect");
        page.until("document.querySelector('nav[aria-label=Screens]').innerText.includes('Audit')");
        open("#/audit?who=nobody");
        page.until("document.querySelector('[data-panel=Record] [data-state=empty]')");
        page.shows("No call matches all conditions");
        open("#/audit?operation=DANCE");
        page.shows("Refused.");
        page.shows("expected one of");
        open("#/audit?cursor=x");
        page.shows("send the member 'next' of the previous page");
        page.hold("*/v1/record*");
        page.value("location.hash = '#/audit?who=ada'");
        page.until("document.querySelector('[data-panel=Record][aria-busy=true] [data-state=loading]')");
        page.refuseHeld();
        page.shows("The server wants a key.");
    }

    @Test
    @DisplayName("shows hostile texts as text, and works by the keyboard")
    void hostileTexts() {
        shop.recorded("<img src=x onerror=window.hacked=1>", UNKNOWN_ID, Shop.HOSTILE + "x".repeat(1_000), null);
        open("#/audit?about=%3Cimg%20src%3Dx%3E&who=%E2%80%AE");
        enter(shop.key("ada", Role.ADMIN));
        page.shows("No call matches all conditions");
        focus("Show all");
        page.value("document.activeElement.click()");
        page.shows("<b>bold</b>");
        page.shows("more characters");
        focus("Export as JSON lines");
        page.value("document.activeElement.click()");
        page.shows("Saved 1 line.");
        assertThat(page.text("body")).doesNotContain("\u202E");
        assertThat(page.value(
                                "window.hacked === undefined && document.querySelector('main img, main b > img') === null")
                        .asBoolean())
                .isTrue();
    }
}
