package dev.reeve.internal.server;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import java.util.LinkedHashSet;
import java.util.Set;

/** Gathers all problems of settings, so that a start that is refused names them all. Not thread-safe. */
final class SettingProblems {

    private final Set<String> found = new LinkedHashSet<>();

    void add(String problem) {
        found.add(problem);
    }

    /** Runs a check, and keeps its problem. */
    void check(Runnable check) {
        try {
            check.run();
        } catch (ReeveException e) {
            if (e.code() != ErrorCode.INVALID_INPUT) {
                throw e;
            }
            found.add(String.valueOf(e.getMessage()));
        }
    }

    /** @throws ReeveException {@link ErrorCode#INVALID_INPUT} with all of them, if there are any */
    void refuse() {
        if (found.isEmpty()) {
            return;
        }
        throw ReeveException.of(
                ErrorCode.INVALID_INPUT,
                found.size() == 1
                        ? found.iterator().next()
                        : "the settings have %d problems:%n- %s"
                                .formatted(found.size(), String.join(System.lineSeparator() + "- ", found)));
    }
}
