package dev.reeve.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * A page of the console at a new shop, in one browser for all tests of a class. No test may leave a mistake in the
 * page.
 */
abstract class BrowserFixture {

    @TempDir
    private static Path profile;

    static Chromium browser;

    @TempDir
    Path directory;

    private final boolean keys;

    Shop shop;
    Page page;

    /** @param keys whether the server wants a key */
    BrowserFixture(boolean keys) {
        this.keys = keys;
    }

    @BeforeAll
    static void start() throws Exception {
        browser = Browsers.start(profile);
    }

    @AfterAll
    static void stop() throws Exception {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void open() {
        shop = Shop.open(directory, keys);
        page = browser.open(1280, 900);
    }

    @AfterEach
    void close() {
        page.close();
        shop.close();
        assertThat(page.mistakes()).isEmpty();
    }

    /** Answers the question of the page for a key. */
    void enter(String key) {
        page.until("document.querySelector('dialog[open] #key')");
        page.write("Key", key);
        page.click("Use this key");
    }

    /** Presses Tab until something has the focus. */
    void focus(String text) {
        for (int i = 0; i < 60; i++) {
            page.press("Tab", 9);
            if (page.value("document.activeElement.innerText ?? ''").asString().startsWith(text)) {
                return;
            }
        }
        throw new AssertionError("the keyboard does not reach: " + text);
    }
}
