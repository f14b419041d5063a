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
}
