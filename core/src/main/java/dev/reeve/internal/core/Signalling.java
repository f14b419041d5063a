package dev.reeve.internal.core;

import dev.reeve.Event;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.WaitReason;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.expression.ExpressionException;
import dev.reeve.internal.model.expression.Template;
import dev.reeve.internal.model.schema.JsonSchema;
import dev.reeve.internal.values.Times;
import dev.reeve.workflow.Problem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Matches signals with the steps that wait for them. Each signal is taken once, whether it arrives before or after the
 * step begins to wait (S7).
 */
final class Signalling {

    private Signalling() {}

    /** Begins a step that waits for a signal. An earlier signal is taken at once. */
    static void await(Draft draft, Node node, Task.Await await) {
        Json data = draft.state().signals.first(await.signal());
        if (data != null) {
            take(draft, node, await.signal(), data);
            return;
        }
        Instant until = await.timeout() == null ? Times.MAX : Times.plus(draft.now(), await.timeout());
        draft.emit(new Event.StepWaiting(node.path, Purpose.FORWARD, until, WaitReason.SIGNAL));
    }

    private static void take(Draft draft, Node node, String signal, Json data) {
        draft.emit(new Event.SignalTaken(node.path, signal));
        draft.emitSettled(node, new Event.StepCompleted(node.path, 0, data));
    }

    /** Receives a signal. */
    static Decision receive(Draft draft, Command.Signal command) {
        ExecutionState state = draft.state();
        List<Node> awaiting = awaiting(draft.plan(), command.signal());
        if (awaiting.isEmpty()) {
            return draft.refuse(
                    Refusal.UNKNOWN_SIGNAL,
                    "no step of it waits for a signal '%s'; %s".formatted(command.signal(), known(draft.plan())));
        }
        if (!state.phase.goesForward()) {
            return draft.refuse(Refusal.WRONG_STATE, "it is being undone, and waits for no signal any more");
        }
        if (command.id() != null && state.signals.ids().contains(command.id())) {
            return draft.accepted(); // a repeated signal counts once
        }
        if (Payloads.isTooLarge(command.data())) {
            return draft.refuse(
                    Refusal.LIMIT, "the signal's data is larger than %d bytes".formatted(Payloads.BYTES_MAX));
        }
        Node taker = taker(draft, awaiting);
        if (taker == null && !hasRoom(state)) {
            return draft.refuse(
                    Refusal.LIMIT,
                    "%d signals that no step has taken wait already, and the history has %d of %d events"
                            .formatted(state.signals.waiting().size(), state.events, state.historyMax()));
        }
        List<Problem> problems = problems(awaiting, command.data());
        if (!problems.isEmpty()) {
            return draft.refuse(
                    Refusal.INVALID_DATA,
                    "the data of signal '%s' is not what it must be: %s"
                            .formatted(command.signal(), Failures.inShort(problems)));
        }
        draft.emit(new Event.SignalReceived(command.signal(), command.id(), command.data(), command.by()));
        if (taker != null) {
            take(draft, taker, command.signal(), command.data());
        }
        return draft.accept();
    }

    /** The step that waits for the signal now; null if the signal must be kept. */
    private static @Nullable Node taker(Draft draft, List<Node> awaiting) {
        for (Node node : awaiting) {
            if (draft.step(node).open() instanceof Open.Waiting) {
                return node;
            }
        }
        return null;
    }

    /** Half of the history is reserved for events that must be recorded. */
    private static boolean hasRoom(ExecutionState state) {
        return state.signals.waiting().size() < Signals.WAITING_MAX && state.events < state.historyMax() / 2;
    }

    /** Handles the timeout of a wait for a signal. */
    static void timeout(Draft draft, Node node, Task.Await await) {
        Template template = await.defaultOutput();
        if (template == null) {
            Remedies.failWithoutAttempt(draft, node, Failures.signalMissed(await.signal(), await.timeout()));
            return;
        }
        try {
            Json output = template.evaluate(ExecutionScope.of(draft.state(), node));
            draft.emitSettled(node, new Event.StepCompleted(node.path, 0, output));
        } catch (ExpressionException e) {
            Remedies.failWithoutAttempt(draft, node, Failures.expression("default", e));
        }
    }

    static List<Node> awaiting(Plan plan, String signal) {
        List<Node> awaiting = new ArrayList<>();
        for (int i = 0; i < plan.size(); i++) {
            if (plan.node(i).step.task() instanceof Task.Await await
                    && await.signal().equals(signal)) {
                awaiting.add(plan.node(i));
            }
        }
        return awaiting;
    }

    /** Checks the data against the schemas of all steps that may take the signal. */
    static List<Problem> problems(List<Node> awaiting, Json data) {
        List<Problem> problems = new ArrayList<>();
        for (Node node : awaiting) {
            JsonSchema schema = schema(node);
            if (schema != null) {
                problems.addAll(schema.check("data", data));
            }
        }
        return problems;
    }

    private static @Nullable JsonSchema schema(Node node) {
        return node.step.task() instanceof Task.Await await ? await.schema() : null;
    }

    private static String known(Plan plan) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < plan.size(); i++) {
            if (plan.node(i).step.task() instanceof Task.Await await && !names.contains(await.signal())) {
                names.add(await.signal());
            }
        }
        return names.isEmpty() ? "it waits for none" : "expected one of " + String.join(", ", names);
    }
}
