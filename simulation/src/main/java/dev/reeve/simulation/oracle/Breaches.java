package dev.reeve.simulation.oracle;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Violations found and not yet reported. */
final class Breaches {

    private final OracleState situation;
    private final List<String> found = new ArrayList<>();

    Breaches(OracleState situation) {
        this.situation = situation;
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be the only use of its library
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
