package dev.reeve.internal.core.start;

import dev.reeve.Event;
import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.SkipReason;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.recovery.Series;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Items;
import dev.reeve.internal.core.state.Phase;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.core.state.StepState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Plans how to undo an execution that has completed. An ended execution never changes, so a new execution undoes it:
 * it takes over all steps that were done, and compensates them. Pure.
 */
public sealed interface Reversal {

    /** @param taken the steps that were done, in plan order */
    record Possible(List<Event.OfStep> taken) implements Reversal {
        public Possible {
            taken = List.copyOf(taken);
        }
    }

    /** @param reason the reason, for the operator who has to undo the execution by hand */
    record Impossible(String reason) implements Reversal {}

    /**
     * Plans how to undo an execution.
     *
     * @param state the state of the execution to undo
     * @param history all its events, the oldest first
     */
    static Reversal of(ExecutionState state, List<Event> history) {
        if (state.phase != Phase.ENDED || state.outcome != ExecutionStatus.COMPLETED) {
            return new Impossible(
                    "%s, so it has nothing to undo; the operator who resolved the step knows what was done"
                            .formatted(state));
        }
        if (isPastPivot(state)) {
            return new Impossible("%s, and is past its pivot: it cannot be undone".formatted(state));
        }
        return new Possible(new Taking(state, history).all());
    }

    /** Also if the pivot has completed only after another step had completed the execution. */
    private static boolean isPastPivot(ExecutionState state) {
        for (int i = 0; i < state.plan().mainCount(); i++) {
            PlanNode node = state.plan().node(i);
            if (node.step.pivot() && state.at(node).status() == StepStatus.COMPLETED) {
                return true;
            }
        }
        return false;
    }

    /** Collects the steps of one execution. */
    final class Taking {

        private final ExecutionState state;
        private final Map<String, SkipReason> skipped = new TreeMap<>();
        private final List<Event.OfStep> taken = new ArrayList<>();

        private Taking(ExecutionState state, List<Event> history) {
            this.state = state;
            for (Event event : history) {
                if (event instanceof Event.StepSkipped skip) {
                    skipped.put(skip.step().toString(), skip.skipReason());
                } else if (event instanceof Event.StepTaken before && before.skipped() != null) {
                    skipped.put(before.step().toString(), before.skipped());
                }
            }
        }

        private List<Event.OfStep> all() {
            for (int i = 0; i < state.plan().mainCount(); i++) {
                take(state.plan().node(i));
            }
            return taken;
        }

        private void take(PlanNode node) {
            StepState step = state.at(node);
            Items items = step.items();
            Json output = step.output();
            if (step.status() == StepStatus.COMPENSATED) { // it was not needed, and is undone already
                taken.add(new Event.StepTaken(node.path, null, null, null, SkipReason.NOT_NEEDED, false));
                return;
            }
            // A list that failed, or was left out before its end, may have items that were done.
            boolean isUnfinished = step.status() == StepStatus.SKIPPED || step.status() == StepStatus.FAILED;
            if (items == null || (output == null && !isUnfinished)) {
                takeOne(node, step);
                return;
            }
            taken.add(new Event.ItemsStarted(node.path, items.list()));
            for (int i = 0; i < items.size(); i++) {
                takeOne(node.item(i), items.step(i));
            }
            taken.add(
                    output == null
                            ? new Event.StepSkipped(node.path, SkipReason.WITHDRAWN, null)
                            : new Event.StepCompleted(node.path, 0, output));
        }

        private void takeOne(PlanNode node, StepState step) {
            Json output = step.output();
            Failure failure = step.status() == StepStatus.FAILED ? step.failure() : null;
            SkipReason reason = step.status() == StepStatus.SKIPPED ? skipped.get(node.path.toString()) : null;
            if (output != null || failure != null || reason != null) {
                boolean possiblyDone = output == null && step.hasEffect();
                taken.add(step.taken(node.path, input(step), output, failure, reason, possiblyDone));
            }
        }

        private static @Nullable Json input(StepState step) {
            Series forward = step.series(Purpose.FORWARD);
            return forward == null ? null : forward.input();
        }
    }
}
