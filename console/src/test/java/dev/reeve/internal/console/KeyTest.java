package dev.reeve.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.internal.access.Role;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** As {@link BrowserTest}, at a server that wants a key. */
@Tag("proof")
@DisplayName("The console at a server with keys")
final class KeyTest extends BrowserFixture {

    KeyTest() {
        super(true);
    }

    @Test
    @DisplayName("it asks for a key, keeps it in the tab, and forgets it on demand")
    void asksForAKey() {
        shop.order("order-1");
        page.open(shop.page("#/inbox"));
        enter("rv_wrong");
        page.shows("The server does not take this key");
        enter(shop.key("olga", Role.OPERATOR));
        page.until("!document.querySelector('dialog')");
        page.shows("1 step needs a person");
        page.until("document.querySelector('.live.is-live')");
        page.shows("olga");
        page.open(shop.page("?again#/executions"));
        page.shows("order-1");
        Page other = page.beside();
        other.open(shop.page("#/inbox"));
        other.shows("This server wants a key");
        other.close();
        page.click("Forget the key");
        page.shows("This server wants a key");
    }

    @Test
    @DisplayName("a key that is removed while the page is open is asked for again, and what was typed is kept")
    void keepsDrafts() {
        Execution order = shop.order("order-1");
        page.open(shop.page("#/inbox"));
        enter(shop.key("olga", Role.OPERATOR));
        page.click("card.charge failed");
        page.click("Try again");
        page.write("Reason", "written before");
        shop.removeKey("olga");
        page.click("Try again: charge");
        page.until("document.querySelector('dialog[open] #key')");
        shop.bankIsUp = true;
        enterOnTop(shop.key("paul", Role.OPERATOR));
        page.until("document.querySelectorAll('dialog').length === 1");
        assertThat(page.value("document.querySelector('dialog textarea').value").asString())
                .isEqualTo("written before");
        page.click("Try again: charge");
        Shop.until(() -> order.status() == ExecutionStatus.COMPLETED);
        assertThat(order.history().toString()).contains("paul", "written before");
    }

    @Test
    @DisplayName("the question for a key comes again only when the reader wants it")
    void asksOnce() {
        page.open(shop.page("#/inbox"));
        page.until("document.querySelector('dialog[open] #key')");
        page.click("Leave it");
        page.until("document.querySelector('[data-panel=Reader] [data-state=unauthenticated]')");
        long asked = page.asked("/v1/self");
        Shop.until(() -> page.asked("/v1/self") >= asked + 2);
        page.value("location.hash = '#/executions'");
        page.until("document.querySelector('[data-screen=executions] [data-state=unauthenticated]')");
        assertThat(page.value("document.querySelector('dialog') === null").asBoolean())
                .isTrue();
        page.clickOn("[data-panel=Reader] button");
        enter(shop.key("olga", Role.OPERATOR));
        page.until("document.querySelector('.live.is-live') && !document.querySelector('[data-panel=Reader]')");
    }

    @Test
    @DisplayName("a reader without payloads sees the mask in the past, too")
    void masksThePast() {
        Execution order = shop.order("order-1");
        page.open(shop.page("#/execution/%s?view=data&asOf=1".formatted(order.id())));
        enter(shop.key("vera", Role.VIEWER));
        page.until("document.querySelector('[data-tree=input] .masked')");
        page.shows("The execution as of event 1 of");
        assertThat(page.value("document.querySelectorAll('.verbs').length").asInt())
                .isZero();
    }

    @Test
    @DisplayName("a late answer to an earlier key does not ask for a key again")
    void forgetsEarlierKeys() {
        shop.order("order-1");
        page.open(shop.page("#/inbox"));
        enter(shop.key("olga", Role.OPERATOR));
        page.click("card.charge failed");
        page.click("Try again");
        page.write("Reason", "sent with the earlier key");
        page.hold("*/retry");
        page.click("Try again: charge");
        page.shows("Sending");
        shop.removeKey("olga");
        shop.order("order-2");
        page.until("document.querySelector('dialog[open] #key')");
        enterOnTop(shop.key("paul", Role.OPERATOR));
        page.until("document.querySelectorAll('dialog').length === 1");
        page.shows("paul");
        page.refuseHeld();
        page.shows("The server wants a key.");
        assertThat(page.value("document.querySelector('#key') === null").asBoolean())
                .isTrue();
    }

    /** The dialog for the key is above another one. */
    private void enterOnTop(String key) {
        page.value("{ const it = document.querySelector('#key'); it.value = " + Page.quoted(key)
                + "; it.dispatchEvent(new Event('input', {bubbles: true})); }");
        page.until("document.querySelector('#key').form.querySelector('[type=submit]:not(:disabled)')");
        page.value("document.querySelector('#key').form.querySelector('[type=submit]').click()");
    }

    @Test
    @DisplayName("a viewer sees no payloads, and decides nothing")
    void obeysRoles() {
        Execution order = shop.order("order-1");
        page.open(shop.page("#/execution/" + order.id() + "?view=data"));
        enter(shop.key("vera", Role.VIEWER));
        page.shows("(masked)");
        page.shows("Deciding needs the role operator");
        assertThat(page.value("[...document.querySelectorAll('.verbs button')].every(it => it.disabled)")
                        .asBoolean())
                .isTrue();
        page.open(shop.page("?start#/workflows/order?view=start"));
        page.shows("Starting needs the role");
    }

    @Test
    @DisplayName("a login of an application that has ended is said so, and is no outage")
    void knowsALoginPage() {
        page.open(shop.page("#/inbox"));
        enter(shop.key("olga", Role.OPERATOR));
        page.shows("Nothing needs a person");
        page.loginEnds();
        page.value("location.hash = '#/executions'");
        page.shows("Your login has ended");
        page.shows("what you have written is kept");
    }
}
