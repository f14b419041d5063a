package dev.reeve.internal.core.rules;

import dev.reeve.Event;
import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.recovery.EngineFailures;
import dev.reeve.internal.core.state.ExecutionScope;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Phase;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.model.expression.ExpressionException;
import dev.reeve.internal.model.expression.Template;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Ends an execution: decides its outcome and output, runs {@code finally}, and records the end. */
final class ExecutionEnd {

    private ExecutionEnd() {}

    /**
     * Continues after all steps of the current graph are settled.
     *
     * @return always true: something happened
     */
    static boolean allSettled(DecisionDraft draft) {
        if (draft.state().phase == Phase.FINALLY) {
            end(draft, draft.state().outcome, draft.state().computedOutput());
            return true;
        }
        Json output;
        try {
            output = output(draft);
        } catch (ExpressionException e) {
            return withoutOutput(draft, EngineFailures.expression("the output of the workflow", e));
        }
        if (PayloadLimit.isTooLarge(output)) {
            return withoutOutput(draft, PayloadLimit.tooLarge("the output of the workflow", false));
        }
        finish(draft, ExecutionStatus.COMPLETED, output);
        return true;
    }

    /**
     * All steps are settled, but the output is missing. The execution is compensated; after a pivot, it completes with
     * a note instead of the output.
     */
    private static boolean withoutOutput(DecisionDraft draft, Failure failure) {
        if (draft.state().pastPivot) {
            finish(draft, ExecutionStatus.COMPLETED, Json.of(Map.of("omitted", failure.message())));
        } else {
            Compensation.start(draft, failure);
        }
        return true;
    }

    /**
     * Continues after a step has completed the execution, once no attempt is open. The others that were to be undone
     * are undone first.
     *
     * @return whether anything happened
     */
    static boolean allClosed(DecisionDraft draft) {
        if (draft.state().openForward > 0) {
            return false;
        }
        if (draft.state().undoPending > 0) {
            draft.emit(new Event.ForwardClosed());
            return true;
        }
        finish(draft, ExecutionStatus.COMPLETED, draft.state().computedOutput());
        return true;
    }

    /**
     * Continues after all steps are undone.
     *
     * @return always true: something happened
     */
    static boolean allUndone(DecisionDraft draft) {
        ExecutionState state = draft.state();
        if (state.endedBy != null) {
            finish(draft, ExecutionStatus.COMPLETED, state.computedOutput());
            return true;
        }
        ExecutionStatus outcome = state.cancelReason != null
                ? ExecutionStatus.CANCELLED
                : state.undone > 0 || state.undoRequested ? ExecutionStatus.COMPENSATED : ExecutionStatus.FAILED;
        finish(draft, outcome, null);
        return true;
    }

    private static void finish(DecisionDraft draft, ExecutionStatus outcome, @Nullable Json output) {
        if (draft.plan().finallyCount() == 0) {
            end(draft, outcome, output);
        } else {
            draft.emit(new Event.FinallyStarted(outcome, output));
            StepActivation.begin(draft, draft.plan().finallyRoots());
        }
    }

    private static void end(DecisionDraft draft, ExecutionStatus outcome, @Nullable Json output) {
        draft.emit(
                switch (outcome) {
                    case COMPLETED -> new Event.ExecutionCompleted(Objects.requireNonNull(output));
                    case COMPENSATED -> new Event.ExecutionCompensated(undoneFor(draft));
                    case CANCELLED -> new Event.ExecutionCancelled(Objects.requireNonNull(draft.state().cancelReason));
                    case FAILED -> new Event.ExecutionFailed(undoneFor(draft));
                    case RUNNING, COMPENSATING, ESCALATED, PAUSED ->
                        throw new IllegalStateException("%s cannot end as %s".formatted(draft.state(), outcome));
                });
    }

    private static Failure undoneFor(DecisionDraft draft) {
        return Objects.requireNonNull(draft.state().undoneFor, "what is undone is undone for a reason");
    }

    private static Json output(DecisionDraft draft) {
        Template template = draft.plan().workflow().output();
        return template == null ? allOutputs(draft) : template.evaluate(ExecutionScope.of(draft.state()));
    }

    /**
     * The outputs of all completed steps as one object, without those that were not needed and are undone. This is the
     * default output, so exceeding the size limit is no failure.
     */
    private static Json allOutputs(DecisionDraft draft) {
        StringBuilder outputs = new StringBuilder("{");
        for (int i = 0; i < draft.plan().mainCount(); i++) {
            StepState step = draft.state().at(draft.plan().node(i));
            Json output = step.output();
            if (output != null && step.status() != StepStatus.COMPENSATED) {
                outputs.append(outputs.length() == 1 ? "\"" : ",\"")
                        .append(draft.plan().node(i).step.name())
                        .append("\":")
                        .append(output.text());
                if (outputs.length() > PayloadLimit.BYTES_MAX) {
                    return tooMuch();
                }
            }
        }
        Json all = new Json(outputs.append('}').toString());
        return PayloadLimit.isTooLarge(all) ? tooMuch() : all;
    }

    private static Json tooMuch() {
        return new Json("{\"omitted\":\"the outputs of all steps together are larger than " + PayloadLimit.BYTES_MAX
                + " bytes; ask for them step by step, or say in the workflow what its output is\"}");
    }
}
