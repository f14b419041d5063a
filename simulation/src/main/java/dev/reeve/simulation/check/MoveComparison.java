package dev.reeve.simulation.check;

import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.StepState;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Compares an execution before and after its move to another version (S9). */
final class MoveComparison {

    private MoveComparison() {}

    /** A difference in something that had begun before the move; null if there is none. */
    static @Nullable String lost(ExecutionState before, ExecutionState after) {
        for (StepPath path : before.paths()) {
            StepState was = Objects.requireNonNull(before.step(path));
            StepState is = after.step(path);
            boolean same = is != null
                    && is.status() == was.status()
                    && is.open().equals(was.open())
                    && Objects.equals(is.output(), was.output())
                    && Objects.equals(is.failure(), was.failure())
                    && is.attempts(Purpose.FORWARD) == was.attempts(Purpose.FORWARD);
            if (!same && was.status() != StepStatus.PENDING) {
                return "step %s was %s, and is %s".formatted(path, was, is);
            }
        }
        return null;
    }
}
