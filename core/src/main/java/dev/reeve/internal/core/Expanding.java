package dev.reeve.internal.core;

import dev.reeve.Event;
import dev.reeve.InvalidInputException;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.StepStatus;
import dev.reeve.internal.model.definition.ForEach;
import dev.reeve.internal.model.expression.ExpressionException;
import dev.reeve.internal.values.JsonElements;
import dev.reeve.workflow.OnUnknown;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Runs a step once for each item of a list (S7). */
final class Expanding {

    private Expanding() {}

    /**
     * Computes the list, and begins items up to the maximum concurrency.
     *
     * @throws ExpressionException if the list cannot be computed
     */
    static void begin(Draft draft, Node node, ExecutionScope scope) {
        if (items(draft, node) == null) {
            Json list = forEach(node).items().evaluate(scope);
            int size;
            try {
                size = JsonElements.of(list).size();
            } catch (InvalidInputException e) {
                Remedies.failWithoutAttempt(draft, node, Failures.notItems(String.valueOf(e.getMessage())));
                return;
            }
            if (size > ForEach.ITEMS_MAX) {
                Remedies.failWithoutAttempt(draft, node, Failures.tooManyItems(size));
                return;
            }
            draft.emit(new Event.ItemsStarted(node.path, list));
        }
        goOn(draft, node);
    }

    /** Begins further items of all running lists, because another version may have a higher concurrency. */
    static void goOnAll(Draft draft) {
        for (int i = 0; i < draft.plan().size(); i++) {
            Node node = draft.plan().node(i);
            if (items(draft, node) != null && draft.step(node).status() == StepStatus.RUNNING) {
                goOn(draft, node);
            }
        }
    }

    /** Begins further items, or settles the step when all of them are settled. */
    static void goOn(Draft draft, Node node) {
        // PENDING if an operator retries a step whose outputs were too large.
        while (draft.state().phase.goesForward()
                && (draft.step(node).status() == StepStatus.RUNNING
                        || draft.step(node).status() == StepStatus.PENDING)) {
            Items items = Objects.requireNonNull(items(draft, node), "a step that has begun has items");
            if (items.settled() == items.size()) {
                settle(draft, node, items);
                return; // several settled items may lead here
            }
            boolean mayBegin = items.begun() < items.size()
                    && items.begun() - items.settled() < forEach(node).concurrency();
            if (!mayBegin) {
                return;
            }
            Forward.beginItem(draft, node.item(items.begun()));
        }
    }

    private static void settle(Draft draft, Node node, Items items) {
        StringBuilder outputs = new StringBuilder("[");
        for (int i = 0; i < items.size(); i++) {
            Json output = items.step(i).output();
            outputs.append(i == 0 ? "" : ",").append(output == null ? "null" : output.text());
            if (outputs.length() > Payloads.BYTES_MAX) {
                break;
            }
        }
        Json output = new Json(outputs.append(']').toString());
        if (Payloads.isTooLarge(output)) {
            Remedies.failWithoutAttempt(draft, node, Payloads.tooLarge("the array of the items' outputs", false));
        } else {
            draft.emitSettled(node, new Event.StepCompleted(node.path, 0, output));
        }
    }

    /**
     * Whether one more item may fail without failing the step. An item in doubt is not tolerated (V5), unless
     * {@code onUnknown} is retry.
     */
    static boolean isTolerated(Draft draft, Node item) {
        OnUnknown onUnknown = item.policy(Purpose.FORWARD).onUnknown();
        if (draft.step(item).inDoubt() && onUnknown != OnUnknown.RETRY) {
            return false;
        }
        Node node = Objects.requireNonNull(item.parent, "an item belongs to a step");
        Items items = Objects.requireNonNull(items(draft, node), "a step with an item has items");
        return items.failed() < forEach(node).tolerate().of(items.size());
    }

    private static ForEach forEach(Node node) {
        return Objects.requireNonNull(node.step.forEach(), "a step with items");
    }

    private static @Nullable Items items(Draft draft, Node node) {
        return draft.step(node).items();
    }
}
