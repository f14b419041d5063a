package dev.reeve.internal.model.reading;

import dev.reeve.Json;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.expression.Template;
import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.OnUnknown;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Gives a task another final decision, for all codes. */
final class PolicyChange {

    private PolicyChange() {}

    /** @param forward whether nothing of it may be undone */
    static Task withThen(Task task, OnExhausted.Then then, boolean forward) {
        return switch (task) {
            case Task.Action action ->
                new Task.Action(
                        action.call(),
                        forward ? null : action.compensate(),
                        action.probe(),
                        forward ? OnUnknown.ESCALATE : action.onUnknown(),
                        new OnExhausted(
                                action.onExhausted().pause(),
                                action.onExhausted().rounds(),
                                then,
                                codes(action.onExhausted(), then)),
                        action.priority(),
                        action.expected(),
                        action.limit(),
                        action.startBy());
            case Task.Await await ->
                new Task.Await(
                        await.signals(),
                        await.timeout(),
                        await.defaultOutput(),
                        await.schema(),
                        new OnExhausted(Duration.ZERO, 0, then, codes(await.onExhausted(), then)),
                        await.updateOn());
            case Task.Child child ->
                new Task.Child(
                        child.workflow(),
                        child.version(),
                        child.input(),
                        child.completeBy(),
                        new OnExhausted(Duration.ZERO, 0, then, codes(child.onExhausted(), then)),
                        child.priority(),
                        child.name(),
                        child.group());
            case Task.Fail fail when forward -> new Task.Value(Template.of(Json.of(fail.code())));
            default -> task;
        };
    }

    private static Map<String, OnExhausted.Then> codes(OnExhausted policy, OnExhausted.Then then) {
        Map<String, OnExhausted.Then> codes = new LinkedHashMap<>();
        policy.byCode().keySet().forEach(code -> codes.put(code, then));
        return codes;
    }
}
