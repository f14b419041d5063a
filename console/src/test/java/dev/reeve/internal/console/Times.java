package dev.reeve.internal.console;

import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Measures in a page itself: from the beginning of its navigation until something is on the screen, and its frames. */
final class Times {

    /** A page has something once it is in the document and a frame with it has been drawn. */
    private static final String SCRIPT = """
            window.times = {
              tasks: [],
              shown: (found) => new Promise((done) => {
                const look = () => found()
                  ? requestAnimationFrame(() => setTimeout(() => done(performance.now())))
                  : requestAnimationFrame(look);
                look();
              }),
              frames: (millis) => new Promise((done) => {
                const begin = performance.now();
                const tasks = window.times.tasks.length;
                let last = begin, longest = 0, count = 0;
                const frame = () => {
                  const now = performance.now();
                  longest = Math.max(longest, now - last);
                  last = now;
                  count++;
                  now - begin < millis ? requestAnimationFrame(frame) : done({
                    longest,
                    perSecond: 1000 * count / (now - begin),
                    task: Math.max(0, ...window.times.tasks.slice(tasks)),
                  });
                };
                requestAnimationFrame(frame);
              }),
            };
            new PerformanceObserver((list) => window.times.tasks.push(...list.getEntries().map((one) => one.duration)))
              .observe({ type: "longtask", buffered: true });
            """;

    /** The requests of the page, with the time that each answer took. */
    private static final String ASKED = """
            performance.getEntriesByType("resource").filter((one) => one.name.includes("/v1/") && one.responseEnd > 0)
              .map((one) => `${new URL(one.name).pathname.split("/").slice(-2).join("/")}${new URL(one.name).search}`
                + ` ${Math.round(one.startTime)}-${Math.round(one.responseEnd)} ms ${one.decodedBodySize >> 10} KiB`)
              .join(", ")
            """;

    /**
     * The frames of a page over some time.
     *
     * @param longest the longest time between two of them, in milliseconds
     * @param task the longest task of the page's thread, in milliseconds; 0 if none was longer than 50 ms
     */
    record Frames(double longest, double perSecond, double task) {

        @Override
        public String toString() {
            return "the longest frame %.0f ms, the longest task %.0f ms, %.0f frames/s"
                    .formatted(longest, task, perSecond);
        }
    }

    private Times() {}

    /** A new page in which can be measured. */
    static Page page(Chromium browser) {
        Page page = browser.open(1280, 900);
        page.call("Page.addScriptToEvaluateOnNewDocument", Map.of("source", SCRIPT));
        return page;
    }

    /** Opens an address in a page, and returns the milliseconds from then on until it shows something. */
    static double open(Page page, String address, String found) {
        String source = "window.opened = times.shown(() => " + found + ")";
        page.call("Page.addScriptToEvaluateOnNewDocument", Map.of("source", source));
        page.call("Page.navigate", Map.of("url", address));
        page.until("window.opened && location.href.startsWith('http')");
        return page.value("opened").asDouble();
    }

    /** Does something in a page, and returns the milliseconds until it shows something. */
    static double after(Page page, String action, String found) {
        return page.value("(() => { const begin = performance.now(); " + action + "; return times.shown(() => " + found
                        + ").then((at) => at - begin); })()")
                .asDouble();
    }

    static Frames frames(Page page, int millis) {
        JsonNode found = page.value("times.frames(" + millis + ")");
        return new Frames(
                found.get("longest").asDouble(),
                found.get("perSecond").asDouble(),
                found.get("task").asDouble());
    }

    static String asked(Page page) {
        return page.value(ASKED).asString();
    }
}
