package dev.reeve.internal.core.rules;

import dev.reeve.Event;
import dev.reeve.InvalidInputException;
import dev.reeve.Json;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.recovery.EngineFailures;
import dev.reeve.internal.core.state.ExecutionScope;
import dev.reeve.internal.core.state.Items;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.model.definition.ForEach;
import dev.reeve.internal.model.expression.ExpressionException;
import dev.reeve.internal.values.JsonElements;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Runs a step once for each item of a list (S7). */
final class ForEachItems {

    private ForEachItems() {}

    /**
     * Computes the list, and begins items up to the maximum concurrency.
     *
     * @throws ExpressionException if the list cannot be computed
     */
    static void begin(DecisionDraft draft, PlanNode node, ExecutionScope scope) {
        if (items(draft, node) == null) {
            Json list = forEach(node).items().evaluate(scope);
            List<Json> elements;
            try {
                elements = JsonElements.of(list);
            } catch (InvalidInputException e) {
                StepFailures.failWithoutAttempt(draft, node, EngineFailures.notItems(String.valueOf(e.getMessage())));
                return;
            }
            if (elements.size() > ForEach.ITEMS_MAX) {
                StepFailures.failWithoutAttempt(draft, node, EngineFailures.tooManyItems(elements.size()));
                return;
            }
            boolean singly = forEach(node).batch() == ForEach.SINGLY;
            Json values = singly ? list : Items.list(Items.values(forEach(node), elements));
            draft.emit(new Event.ItemsStarted(node.path, values));
        }
        goOn(draft, node);
    }

    /** Begins further items of all running lists, because another version may have a higher concurrency. */
    static void goOnAll(DecisionDraft draft) {
        for (int i = 0; i < draft.plan().size(); i++) {
            PlanNode node = draft.plan().node(i);
            if (items(draft, node) != null && draft.step(node).status() == StepStatus.RUNNING) {
                goOn(draft, node);
            }
        }
    }

    /** Begins further items, or settles the step when all of them are settled. */
    static void goOn(DecisionDraft draft, PlanNode node) {
        // PENDING if an operator retries a step whose outputs were too large.
        while (draft.state().phase.goesForward()
                && (draft.step(node).status() == StepStatus.RUNNING
                        || draft.step(node).status() == StepStatus.PENDING)) {
            Items items = Objects.requireNonNull(items(draft, node), "a step that has begun has items");
            if (items.settled() == items.size()) {
                settle(draft, node, items);
                return; // several settled items may lead here
            }
            if (!draft.state().isNeeded(node)) {
                if (items.settled() == items.begun()) {
                    Compensation.withdraw(draft, node);
                }
                return;
            }
            boolean mayBegin = items.begun() < items.size()
                    && items.begun() - items.settled() < forEach(node).concurrency();
            if (!mayBegin) {
                return;
            }
            StepQueue.queue(draft, node.item(items.begun()));
        }
    }

    private static void settle(DecisionDraft draft, PlanNode node, Items items) {
        StringBuilder outputs = new StringBuilder("[");
        for (int i = 0; i < items.size(); i++) {
            Json output = items.step(i).output();
            outputs.append(i == 0 ? "" : ",").append(output == null ? "null" : output.text());
            if (outputs.length() > PayloadLimit.BYTES_MAX) {
                break;
            }
        }
        Json output = new Json(outputs.append(']').toString());
        boolean isTooLarge = PayloadLimit.isTooLarge(output);
        if (isTooLarge && !draft.state().isNeeded(node)) {
            Compensation.withdraw(draft, node); // nobody reads the outputs
        } else if (isTooLarge) {
            StepFailures.failWithoutAttempt(
                    draft, node, PayloadLimit.tooLarge("the array of the items' outputs", false));
        } else {
            draft.emitSettled(node, new Event.StepCompleted(node.path, 0, output));
        }
    }

    private static ForEach forEach(PlanNode node) {
        return Objects.requireNonNull(node.step.forEach(), "a step with items");
    }

    private static @Nullable Items items(DecisionDraft draft, PlanNode node) {
        return draft.step(node).items();
    }
}
