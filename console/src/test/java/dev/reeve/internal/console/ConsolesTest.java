package dev.reeve.internal.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The cost of 100 open consoles for a server. First, a browser opens three pages and their requests are kept. Then
 * clients make them as 100 consoles would, beside a stream of changes for each.
 */
@Tag("soak")
@DisplayName("The cost of open consoles")
final class ConsolesTest {

    private static final int CONSOLES = 100;
    private static final Duration WATCHED = Duration.ofSeconds(20);
    private static final Duration SETTLED = Duration.ofSeconds(5);

    @TempDir
    private Path directory;

    @TempDir
    private Path profile;

    /** Lets time pass. */
    private static void pass(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        await().atMost(time.plusSeconds(30)).until(() -> System.nanoTime() >= end);
    }

    @Test
    @DisplayName("requests, processor time and memory of 100 consoles, without changes and with 100 and 1,000 a second")
    void cost() throws Exception {
        try (Chromium browser = Browsers.start(profile);
                ShopProgram shop = ShopProgram.start(directory)) {
            for (int changes : List.of(0, 100, 1_000)) {
                shop.ticks(changes / 2);
                List<Consoles.Habit> habits = habits(browser, shop);
                double alone = cpu(shop);
                long heap = shop.heapBytes();
                try (Consoles consoles = new Consoles(shop.address)) {
                    consoles.open(CONSOLES, habits);
                    await().atMost(Duration.ofSeconds(30)).until(() -> consoles.streams.get() == CONSOLES);
                    pass(SETTLED);
                    long before = consoles.answers.get();
                    long bytes = consoles.bytes.get();
                    long told = consoles.changes.get();
                    double with = cpu(shop);
                    double seconds = WATCHED.toMillis() / 1e3;
                    System.out.printf(
                            "CONSOLES %d changes/s: %.1f requests/s (%.0f KiB/s), %.0f events/s on the streams;"
                                    + " processor time %.0f ms/s with them, %.0f without; heap %.1f and %.1f MiB;"
                                    + " one page asks %s%n",
                            changes,
                            (consoles.answers.get() - before) / seconds,
                            (consoles.bytes.get() - bytes) / seconds / 1024,
                            (consoles.changes.get() - told) / seconds,
                            with,
                            alone,
                            shop.heapBytes() / 1048576.0,
                            heap / 1048576.0,
                            habits.stream()
                                    .map(habit -> "%.2f/s".formatted(habit.perSecond()))
                                    .toList());
                    assertThat(consoles.failures.get()).isZero();
                    assertThat(consoles.streams.get()).isEqualTo(CONSOLES);
                }
            }
        }
    }

    /** Milliseconds of processor time per second. */
    private static double cpu(ShopProgram shop) {
        long before = shop.cpuNanos();
        long begun = System.nanoTime();
        pass(WATCHED);
        long used = shop.cpuNanos() - before;
        return 1e3 * used / (System.nanoTime() - begun);
    }

    /** The requests of the inbox, of the list of executions, and of one execution. */
    private static List<Consoles.Habit> habits(Chromium browser, ShopProgram shop) {
        List<Consoles.Habit> habits = new ArrayList<>();
        for (String address : List.of("#/inbox", "#/executions", "#/execution/" + shop.order)) {
            try (Page page = browser.open(1280, 900)) {
                page.open(shop.address + "/console" + address);
                page.until("document.querySelector('main h1') && !document.querySelector('[data-state=loading]')");
                pass(SETTLED);
                JsonNode asked = page.value("performance.clearResourceTimings(); const begin = performance.now();"
                        + " new Promise((done) => setTimeout(() => done(performance.getEntriesByType('resource')"
                        + ".filter((one) => one.name.includes('/v1/') && !one.name.endsWith('/v1/changes'))"
                        + ".map((one) => ({ path: new URL(one.name).pathname + new URL(one.name).search,"
                        + " at: one.startTime - begin }))), " + WATCHED.toMillis() + "))");
                habits.add(new Consoles.Habit(
                        asked.valueStream()
                                .map(one -> one.get("path").asString())
                                .toList(),
                        asked.valueStream().map(one -> one.get("at").asDouble()).toList(),
                        WATCHED));
            }
        }
        return habits;
    }
}
