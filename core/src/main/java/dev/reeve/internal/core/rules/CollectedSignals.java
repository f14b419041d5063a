package dev.reeve.internal.core.rules;

import dev.reeve.Event;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.recovery.EngineFailures;
import dev.reeve.internal.core.state.ExecutionScope;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.core.state.SignalList;
import dev.reeve.internal.core.state.Signals;
import dev.reeve.internal.model.definition.Repeat;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.expression.ExpressionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Collects several signals in the list of a step, until its condition holds (ADR 68). */
final class CollectedSignals {

    private CollectedSignals() {}

    /**
     * Takes the signals that came before the step began, as far as it needs them. If their list would be too large,
     * the step fails and takes none of them, so that it can be retried, also in another version.
     *
     * @return whether the step is over, so that it does not wait
     */
    static boolean takeEarlier(DecisionDraft draft, PlanNode node, Task.Await await) {
        SignalList list = draft.step(node).collected();
        List<String> taken = new ArrayList<>();
        Verdict verdict = list.size() == 0 ? Verdict.NOT_YET : verdict(draft, node, list);
        for (Signals.Signal signal : draft.state().signals.waiting()) {
            if (verdict.isOver()) {
                break;
            }
            if (await.signals().contains(signal.name())) {
                list = list.with(SignalList.element(await, signal.name(), signal.data()));
                if (list.bytes() > PayloadLimit.BYTES_MAX) {
                    StepFailures.failWithoutAttempt(
                            draft, node, PayloadLimit.tooLarge("the list of the step's signals", false));
                    return true;
                }
                taken.add(signal.name());
                verdict = verdict(draft, node, list);
            }
        }
        taken.forEach(signal -> draft.emit(new Event.SignalTaken(node.path, signal)));
        return follow(draft, node, verdict);
    }

    /** Whether the list of a step has room for one more signal. */
    static boolean hasRoom(DecisionDraft draft, PlanNode node, Task.Await await, String signal, Json data) {
        SignalList list = draft.step(node).collected().with(SignalList.element(await, signal, data));
        return list.bytes() <= PayloadLimit.BYTES_MAX;
    }

    /** Takes a signal that comes while the step waits. */
    static void take(DecisionDraft draft, PlanNode node, String signal) {
        draft.emit(new Event.SignalTaken(node.path, signal));
        follow(draft, node, verdict(draft, node, draft.step(node).collected()));
    }

    /** Looks at the lists of all steps that wait, because another version may have another condition. */
    static void lookAgain(DecisionDraft draft) {
        for (int i = 0; i < draft.plan().mainCount() && draft.state().phase.goesForward(); i++) {
            PlanNode node = draft.plan().node(i);
            SignalList list = draft.step(node).collected();
            if (node.collectsSignals() && draft.step(node).status() == StepStatus.WAITING && list.size() > 0) {
                follow(draft, node, verdict(draft, node, list));
            }
        }
    }

    /**
     * The consequence of a signal.
     *
     * @param isOver whether the step takes no further signal
     * @param failure why its list is not what it waited for; null if it is, or may become it
     */
    private record Verdict(boolean isOver, @Nullable Failure failure) {
        static final Verdict NOT_YET = new Verdict(false, null);
        static final Verdict ENOUGH = new Verdict(true, null);
    }

    private static Verdict verdict(DecisionDraft draft, PlanNode node, SignalList list) {
        Repeat repeat = Objects.requireNonNull(node.step.repeat(), "a step that collects signals repeats");
        try {
            if (repeat.until().test(ExecutionScope.ofSignals(draft.state(), node, list))) {
                return Verdict.ENOUGH;
            }
        } catch (ExpressionException e) {
            return new Verdict(true, EngineFailures.expression("until", e));
        }
        return list.counted() >= repeat.max()
                ? new Verdict(true, EngineFailures.signalsExhausted(list.size()))
                : Verdict.NOT_YET;
    }

    private static boolean follow(DecisionDraft draft, PlanNode node, Verdict verdict) {
        if (verdict.failure() != null) {
            StepFailures.failWithoutAttempt(draft, node, verdict.failure());
        } else if (verdict.isOver()) {
            Json list = draft.step(node).collected().json();
            draft.emitSettled(node, new Event.StepCompleted(node.path, 0, list));
        }
        return verdict.isOver();
    }
}
