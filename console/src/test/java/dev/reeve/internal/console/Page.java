package dev.reeve.internal.console;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.core.ConditionTimeoutException;
import tools.jackson.databind.JsonNode;

/** A tab of Chromium, with its mistakes and its requests. */
final class Page implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Chromium browser;
    private final String context;
    private final String target;
    private final String session;
    private final List<String> mistakes = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<String> held = new CopyOnWriteArrayList<>();
    private volatile boolean holding;
    private volatile int failing;

    Page(Chromium browser, String context, String target, String session, int width, int height) {
        this.browser = browser;
        this.context = context;
        this.target = target;
        this.session = session;
        browser.listen(this::heard);
        call("Page.enable", Map.of());
        call("Runtime.enable", Map.of());
        call("Log.enable", Map.of());
        call("Network.enable", Map.of());
        size(width, height);
    }

    private void heard(JsonNode message) {
        JsonNode from = message.get("sessionId");
        if (from == null || !from.asString().equals(session)) {
            return;
        }
        JsonNode parameters = message.get("params");
        switch (message.get("method").asString()) {
            case "Runtime.exceptionThrown" ->
                mistakes.add(parameters.get("exceptionDetails").toString());
            case "Log.entryAdded" -> {
                JsonNode entry = parameters.get("entry");
                // a refused request is a state that pages show, and no mistake of theirs
                if (entry.get("level").asString().equals("error")
                        && !entry.get("source").asString().equals("network")) {
                    mistakes.add(entry.toString());
                }
            }
            case "Network.requestWillBeSent" -> asked(parameters.get("request"));
            case "Fetch.requestPaused" -> {
                String id = parameters.get("requestId").asString();
                int status = failing;
                if (holding) {
                    held.add(id);
                } else if (status > 0) {
                    Thread.ofVirtual().start(() -> answer(id, status, "Content-Type", "application/problem+json"));
                } else {
                    Thread.ofVirtual().start(() -> answer(id, 302, "Location", "/login"));
                }
            }
            default -> {
                // of no interest
            }
        }
    }

    /** The browser's own signs in fields are addresses of data, and go nowhere. */
    private void asked(JsonNode request) {
        String url = request.get("url").asString();
        if (!url.startsWith("data:")) {
            requests.add(request.get("method").asString() + " " + url);
        }
    }

    /** How often the page has asked for an address of the API. */
    long asked(String path) {
        return requests.stream().filter(request -> request.endsWith(path)).count();
    }

    /** Makes the tab hidden, or shows it again. */
    void hide(boolean hidden) {
        value("Object.defineProperty(document, 'hidden', {configurable: true, get: () => " + hidden
                + "}); document.dispatchEvent(new Event('visibilitychange'))");
    }

    /** From now on, the API answers as an application whose login has ended: with the way to its login page. */
    void loginEnds() {
        call("Fetch.enable", Map.of("patterns", List.of(Map.of("urlPattern", "*/v1/*"))));
    }

    /** From now on, requests to these addresses are answered with a status alone. */
    void fail(String pattern, int status) {
        failing = status;
        call("Fetch.enable", Map.of("patterns", List.of(Map.of("urlPattern", pattern))));
    }

    /** From now on, the server answers again. */
    void answersAgain() {
        call("Fetch.disable", Map.of());
        failing = 0;
    }

    /** From now on, requests to these addresses get no answer. */
    void hold(String pattern) {
        holding = true;
        call("Fetch.enable", Map.of("patterns", List.of(Map.of("urlPattern", pattern))));
    }

    /** Waits for a request that is held, and refuses the key that it was sent with. */
    void refuseHeld() {
        await().atMost(PATIENCE).until(() -> !held.isEmpty());
        held.forEach(id -> answer(id, 401, "Content-Type", "application/problem+json"));
    }

    private void answer(String request, int status, String header, String value) {
        call(
                "Fetch.fulfillRequest",
                Map.of(
                        "requestId",
                        request,
                        "responseCode",
                        status,
                        "responseHeaders",
                        List.of(Map.of("name", header, "value", value))));
    }

    JsonNode call(String method, Map<String, ?> parameters) {
        return browser.call(method, parameters, session);
    }

    /** Another tab with the same storage. */
    Page beside() {
        return browser.open(context, 1280, 900);
    }

    void size(int width, int height) {
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500));
    }

    void theme(String name) {
        call(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", name))));
    }

    void open(String address) {
        call("Page.navigate", Map.of("url", address));
        until("document.readyState === 'complete' && location.href.startsWith('http')");
    }

    /** The value of an expression of JavaScript. */
    JsonNode value(String expression) {
        JsonNode found = call(
                "Runtime.evaluate",
                Map.of("expression", expression, "awaitPromise", true, "returnByValue", true, "userGesture", true));
        if (found.has("exceptionDetails")) {
            throw new AssertionError(expression + ": " + found.get("exceptionDetails"));
        }
        JsonNode value = found.get("result").get("value");
        return value == null ? Chromium.MAPPER.nullNode() : value;
    }

    /** Waits until an expression is true. */
    void until(String expression) {
        try {
            await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).until(() -> isTrue(expression));
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(
                    "never true: %s%nmistakes: %s%n%s"
                            .formatted(
                                    expression,
                                    mistakes,
                                    value("document.body.innerText").asString()),
                    e);
        }
    }

    private boolean isTrue(String expression) {
        try {
            return value("!!(" + expression + ")").asBoolean();
        } catch (AssertionError e) {
            return false; // the page is being exchanged for another one
        }
    }

    /** Waits until the page has a text. */
    void shows(String text) {
        until("document.body.innerText.toLowerCase().includes(" + quoted(text.toLowerCase(Locale.ROOT)) + ")");
    }

    String text(String selector) {
        return value("document.querySelector(" + quoted(selector) + ")?.innerText ?? ''")
                .asString();
    }

    /** Clicks what has a text: a button or a link, in the open dialog if there is one. */
    void click(String text) {
        String found =
                "[...(document.querySelector('dialog[open]') ?? document).querySelectorAll('button, a, summary')]"
                        + ".find(it => it.innerText.trim().toLowerCase().startsWith("
                        + quoted(text.toLowerCase(Locale.ROOT)) + ") && !it.disabled)";
        until(found);
        value("(" + found + ").click()");
    }

    /** Clicks the button that sends the form of the page. */
    void submit() {
        String found = "document.querySelector('main button[type=submit]:not(:disabled)')";
        until(found);
        value(found + ".click()");
    }

    void clickOn(String selector) {
        until("document.querySelector(" + quoted(selector) + ")");
        value("document.querySelector(" + quoted(selector)
                + ").dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))");
    }

    /** Writes into the field with a label. */
    void write(String label, String text) {
        String found = "[...(document.querySelector('dialog[open]') ?? document).querySelectorAll('label')]"
                + ".find(it => it.innerText.trim().startsWith(" + quoted(label) + "))?.htmlFor";
        until(found);
        value("{ const it = document.getElementById(" + found + "); it.focus(); "
                + "Object.getOwnPropertyDescriptor(Object.getPrototypeOf(it), 'value').set.call(it, " + quoted(text)
                + "); it.dispatchEvent(new Event('input', {bubbles: true})); "
                + "it.dispatchEvent(new Event('change', {bubbles: true})); }");
    }

    /** Presses a key, such as Tab. */
    void press(String key, int code) {
        Map<String, Object> event = Map.of("key", key, "code", key, "windowsVirtualKeyCode", code);
        for (String type : List.of("rawKeyDown", "keyUp")) {
            Map<String, Object> sent = new HashMap<>(event);
            sent.put("type", type);
            call("Input.dispatchKeyEvent", sent);
        }
    }

    void picture(Path file) throws IOException {
        byte[] image = Base64.getDecoder()
                .decode(call("Page.captureScreenshot", Map.of("format", "png"))
                        .get("data")
                        .asString());
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, image);
    }

    /** The mistakes of the page so far. */
    List<String> mistakes() {
        return mistakes;
    }

    /** The requests of the page so far. */
    List<String> requests() {
        return requests;
    }

    static String quoted(String text) {
        return Chromium.MAPPER.writeValueAsString(text);
    }

    @Override
    public void close() {
        browser.call("Target.closeTarget", Map.of("targetId", target), null);
    }
}
