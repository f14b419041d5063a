package dev.reeve.internal.client;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.ArrayList;
import java.util.List;

/** Closes what a test has opened. */
final class Opened implements AutoCloseable {

    private final List<AutoCloseable> all = new ArrayList<>();

    /** @return the same, to be closed with this */
    <T extends AutoCloseable> T add(T opened) {
        all.add(opened);
        return opened;
    }

    ScriptedServer server(ScriptedServer.Script script) {
        return add(ScriptedServer.of(script));
    }

    @Override
    public void close() {
        for (AutoCloseable each : all) {
            assertThatCode(each::close).doesNotThrowAnyException();
        }
    }
}
