package dev.reeve.internal.core.state;

import dev.reeve.Json;
import dev.reeve.internal.model.definition.ForEach;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The items of a step with {@code forEach}: their values, their states, and counters, so that no decision has to
 * count. Immutable.
 *
 * @param values the items, as they were when the step began
 * @param steps one state per item
 * @param begun the number of items that have begun; they begin in order
 * @param settled the number of settled items
 * @param failed the number of failed items among the settled ones
 * @param undoFrom during compensation, all items from this index on are being undone, or need not be
 * @param toUndo during compensation, the number of items that still have to be undone
 */
public record Items(
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

    /** The items as a JSON array. */
    public Json list() {
        return list(values);
    }

    /** The values of the items of a list with these elements: the elements themselves, or batches of them. */
    public static List<Json> values(ForEach forEach, List<Json> elements) {
        int batch = forEach.batch();
        if (batch == ForEach.SINGLY) {
            return elements;
        }
        List<Json> batches = new ArrayList<>(elements.size() / batch + 1);
        for (int from = 0; from < elements.size(); from += batch) {
            batches.add(list(elements.subList(from, Math.min(elements.size(), from + batch))));
        }
        return batches;
    }

    /** These values as a JSON array. */
    public static Json list(List<Json> values) {
        StringBuilder list = new StringBuilder("[");
        for (Json value : values) {
            list.append(list.length() == 1 ? "" : ",").append(value.text());
        }
        return new Json(list.append(']').toString());
    }

    public int size() {
        return values.size();
    }

    public StepState step(int item) {
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

    /**
     * A copy for the start of the compensation: {@code count} items have to be undone, and none of them is being
     * undone yet.
     */
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
