package dev.reeve.simulation.check;

import dev.reeve.core.ExecutionState;
import dev.reeve.core.Purpose;
import dev.reeve.core.StepPath;
import dev.reeve.core.StepState;
import dev.reeve.core.StepStatus;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Compares an execution that goes on with another version with what it was before (S9). */
final class MoveCheck {

    private MoveCheck() {}

    /** What of it is not as it was, although it had begun; null if all is. */
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
