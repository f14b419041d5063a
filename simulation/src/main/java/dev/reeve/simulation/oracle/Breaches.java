package dev.reeve.simulation.oracle;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was found to be wrong and has not been told. */
final class Breaches {

    private final Situation situation;
    private final List<String> found = new ArrayList<>();

    Breaches(Situation situation) {
        this.situation = situation;
    }

    @SuppressWarnings("AnnotateFormatMethod") // its annotation is in a library that nothing else here needs
    void add(String rule, String problem, @Nullable Object... details) {
        found.add("%s: %s (event %d of execution %s of %s version %d)"
                .formatted(
                        rule,
                        problem.formatted(details),
                        situation.events,
                        situation.executionId,
                        situation.workflow.name(),
                        situation.workflow.version()));
    }

    boolean isAny() {
        return !found.isEmpty();
    }

    List<String> take() {
        List<String> all = List.copyOf(found);
        found.clear();
        return all;
    }
}
