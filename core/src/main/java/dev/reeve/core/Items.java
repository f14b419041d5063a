package dev.reeve.core;

import dev.reeve.model.Json;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The items of a step with {@code forEach}: what they are, where each of them stands, and how many are how far, so that no
 * decision has to count. Immutable.
 *
 * @param values the items, as they were when the step began
 * @param steps one state for each of them
 * @param begun how many have begun: they begin in their order
 * @param settled how many of those are settled
 * @param failed how many of those have failed
 * @param undoFrom when the step is undone: all items from this one on are being undone, or need not be
 * @param toUndo when the step is undone: how many have to be and are not
 */
record Items(
        List<Json> values,
        PersistentVector<StepState> steps,
        int begun,
        int settled,
        int failed,
        int undoFrom,
        int toUndo) {

    static Items of(List<Json> values, PersistentVector.@Nullable Meter meter) {
        StepState[] pending = new StepState[values.size()];
        Arrays.fill(pending, StepState.pending(0));
        return new Items(List.copyOf(values), PersistentVector.of(pending, meter), 0, 0, 0, 0, 0);
    }

    /** What they were computed as. */
    Json list() {
        StringBuilder list = new StringBuilder("[");
        for (Json value : values) {
            list.append(list.length() == 1 ? "" : ",").append(value.text());
        }
        return new Json(list.append(']').toString());
    }

    int size() {
        return values.size();
    }

    StepState step(int item) {
        return steps.get(item);
    }

    Items with(int item, StepState step) {
        return new Items(values, steps.with(item, step), begun, settled, failed, undoFrom, toUndo);
    }

    Items oneBegun() {
        return new Items(values, steps, begun + 1, settled, failed, undoFrom, toUndo);
    }

    Items oneSettled(boolean hasFailed) {
        return new Items(values, steps, begun, settled + 1, failed + (hasFailed ? 1 : 0), undoFrom, toUndo);
    }

    /** Some of them have to be undone; none of them is being undone yet. */
    Items toBeUndone(int count) {
        return new Items(values, steps, begun, settled, failed, size(), count);
    }

    Items undoingFrom(int item) {
        return new Items(values, steps, begun, settled, failed, item, toUndo);
    }

    Items oneUndone() {
        return new Items(values, steps, begun, settled, failed, undoFrom, toUndo - 1);
    }
}
