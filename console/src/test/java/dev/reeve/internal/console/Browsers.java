package dev.reeve.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import tools.jackson.databind.JsonNode;

/** The common parts of tests in a browser. */
final class Browsers {

    private Browsers() {}

    /** Starts one, or leaves the test out and says so. */
    static Chromium start(Path profile) throws IOException {
        Optional<Path> program = Chromium.installed();
        if (program.isEmpty()) {
            String advice = "Chromium is not installed, so the console was not tested: apt-get install chromium";
            System.err.println("LEFT OUT: " + advice);
            Assumptions.abort(advice);
        }
        return Chromium.start(program.orElseThrow(), profile);
    }

    /** Opens a page, and checks it as axe does. */
    static void check(Page page, String address, String name) throws IOException {
        page.open(address);
        page.until("document.querySelector('main h1') && !document.querySelector('[data-state=loading]')");
        checkHere(page, name);
    }

    static void checkHere(Page page, String name) throws IOException {
        if (!page.value("typeof axe === 'object'").asBoolean()) {
            try (InputStream in = Browsers.class.getResourceAsStream("/axe.min.js")) {
                assertThat(in).isNotNull();
                page.value(new String(in.readAllBytes(), StandardCharsets.UTF_8) + "; 0");
            }
        }
        JsonNode found = page.value("axe.run().then(it => it.violations.map(one => one.id + ': ' + one.help + ' at '"
                + " + one.nodes.map(node => node.target + ' ' + node.failureSummary).join('; ')))");
        assertThat(found.valueStream().map(JsonNode::asString).toList())
                .as(name)
                .isEmpty();
    }
}
