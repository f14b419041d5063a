package dev.reeve.model;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A workflow as the data that a definition's text holds. What is the default of its place is left out, everything else is
 * there: reading it gives an equal workflow.
 */
final class WorkflowTree {

    private WorkflowTree() {}

    static Map<String, @Nullable Object> of(Workflow workflow) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("workflow", workflow.name());
        tree.put("version", workflow.version());
        if (!workflow.description().isEmpty()) {
            tree.put("description", workflow.description());
        }
        putDuration(tree, "completeBy", workflow.completeBy());
        if (workflow.input() != null) {
            tree.put("input", Map.of("schema", data(workflow.input().schema())));
        }
        tree.put("steps", steps(workflow.steps(), StepDefaults.STEP));
        if (!workflow.finallySteps().isEmpty()) {
            tree.put("finally", steps(workflow.finallySteps(), StepDefaults.FINALLY));
        }
        putTemplate(tree, "output", workflow.output());
        return tree;
    }

    private static @Nullable Object data(Json json) {
        return JsonText.toValue(json);
    }

    private static Map<String, @Nullable Object> steps(List<Step> steps, StepDefaults defaults) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        steps.forEach(step -> tree.put(step.name(), step(step, defaults)));
        return tree;
    }

    private static Map<String, @Nullable Object> step(Step step, StepDefaults defaults) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        if (!step.after().isEmpty()) {
            tree.put("after", step.after());
        }
        if (step.join() != Join.ALL) {
            tree.put("join", word(step.join()));
        }
        if (step.when() != null) {
            tree.put("when", step.when().toString());
        }
        switch (step.task()) {
            case Task.WaitFor wait -> tree.put("wait", Durations.format(wait.duration()));
            case Task.WaitUntil wait -> tree.put("waitUntil", wait.waitUntil().toString());
            case Task.Action action -> putAction(tree, action, defaults);
        }
        return tree;
    }

    private static void putAction(Map<String, @Nullable Object> tree, Task.Action action, StepDefaults defaults) {
        putCall(tree, action.call(), defaults.forward());
        putCalled(tree, "probe", action.probe(), StepDefaults.PROBE);
        putCalled(tree, "compensate", action.compensate(), StepDefaults.COMPENSATE);
        if (action.onUnknown() != OnUnknown.RETRY) {
            tree.put("onUnknown", word(action.onUnknown()));
        }
        OnExhausted onExhausted = action.onExhausted();
        if (onExhausted.rounds() > 0) {
            Map<String, @Nullable Object> rounds = new LinkedHashMap<>();
            putDuration(rounds, "pause", onExhausted.pause());
            rounds.put("rounds", onExhausted.rounds());
            rounds.put("then", word(onExhausted.then()));
            tree.put("onExhausted", rounds);
        } else if (onExhausted.then() != defaults.then()) {
            tree.put("onExhausted", word(onExhausted.then()));
        }
        if (action.priority() != 0) {
            tree.put("priority", action.priority());
        }
    }

    private static void putCalled(
            Map<String, @Nullable Object> tree, String key, @Nullable Call call, StepDefaults.OfCall defaults) {
        if (call != null) {
            Map<String, @Nullable Object> called = new LinkedHashMap<>();
            putCall(called, call, defaults);
            // the short form, if the action is all there is to say
            tree.put(key, called.size() == 1 ? call.action() : called);
        }
    }

    private static void putCall(Map<String, @Nullable Object> tree, Call call, StepDefaults.OfCall defaults) {
        tree.put("action", call.action());
        putTemplate(tree, "input", call.input());
        if (!call.completeBy().equals(defaults.completeBy())) {
            putDuration(tree, "completeBy", call.completeBy());
        }
        putDuration(tree, "heartbeat", call.heartbeat());
        Map<String, @Nullable Object> retry = retry(call.retry(), defaults.retry());
        if (!retry.isEmpty()) {
            tree.put("retry", retry);
        }
    }

    private static Map<String, @Nullable Object> retry(Retry retry, Retry defaults) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        if (retry.maxAttempts() != defaults.maxAttempts()) {
            tree.put("maxAttempts", retry.maxAttempts());
        }
        if (!retry.backoff().equals(defaults.backoff())) {
            putDuration(tree, "backoff", retry.backoff());
        }
        if (Double.compare(retry.factor(), defaults.factor()) != 0) {
            tree.put("factor", retry.factor());
        }
        // where backoff is longer than the default maximum, reading takes it for the maximum: say what it really is
        if (!retry.maxBackoff().equals(defaults.maxBackoff())) {
            putDuration(tree, "maxBackoff", retry.maxBackoff());
        }
        return tree;
    }

    private static void putDuration(Map<String, @Nullable Object> tree, String key, @Nullable Duration duration) {
        if (duration != null) {
            tree.put(key, Durations.format(duration));
        }
    }

    private static void putTemplate(Map<String, @Nullable Object> tree, String key, @Nullable Template template) {
        if (template != null) {
            tree.put(key, data(template.source()));
        }
    }

    private static String word(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }
}
