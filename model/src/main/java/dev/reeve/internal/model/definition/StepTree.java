package dev.reeve.internal.model.definition;

import dev.reeve.Json;
import dev.reeve.internal.model.expression.Template;
import dev.reeve.internal.model.schema.JsonSchema;
import dev.reeve.internal.values.Durations;
import dev.reeve.workflow.Join;
import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.OnUnknown;
import dev.reeve.workflow.Others;
import dev.reeve.workflow.Retry;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes steps as the data of a definition's text. Leaves out default values and writes everything else, so reading it
 * gives equal steps.
 */
final class StepTree {

    private StepTree() {}

    private static @Nullable Object data(Json json) {
        return json.value();
    }

    static Map<String, @Nullable Object> of(List<Step> steps, StepDefaults defaults) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        Pivots pivots = Pivots.of(steps);
        for (Step step : steps) {
            tree.put(step.name(), step(step, pivots.goesForward(step.name()) ? StepDefaults.FORWARD_ONLY : defaults));
        }
        return tree;
    }

    private static Map<String, @Nullable Object> step(Step step, StepDefaults defaults) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        if (!step.after().isEmpty()) {
            tree.put("after", step.after().stream().map(Predecessor::toString).toList());
        }
        if (!step.join().equals(Join.ALL)) {
            tree.put("join", join(step.join()));
        }
        if (step.when() != null) {
            tree.put("when", step.when().toString());
        }
        if (step.forEach() != null) {
            LoopTree.putForEach(tree, step.forEach());
        }
        if (step.repeat() != null) {
            tree.put("repeat", LoopTree.of(step.repeat()));
        }
        if (step.pivot()) {
            tree.put("pivot", true);
        }
        putTask(tree, step.task(), defaults);
        putSchema(tree, "output", step.output());
        step.times().expressions().forEach((place, expression) -> put(tree, place, expression.toString()));
        return tree;
    }

    private static Object join(Join join) {
        int count = join.count();
        if (join.others() == Others.LEAVE) {
            return count == 1 ? "any" : (Object) count;
        }
        Map<String, @Nullable Object> parts = new LinkedHashMap<>();
        parts.put("any", count);
        parts.put("others", word(join.others()));
        return parts;
    }

    /** Writes an expression at the place of a literal. */
    private static void put(Map<String, @Nullable Object> tree, String place, String expression) {
        int dot = place.indexOf('.');
        if (dot < 0) {
            tree.put(place, expression);
            return;
        }
        String key = place.substring(0, dot);
        Map<String, @Nullable Object> parts = new LinkedHashMap<>();
        if (tree.get(key) instanceof Map<?, ?> written) {
            written.forEach((name, value) -> parts.put(String.valueOf(name), value));
        } else if (tree.get(key) instanceof String shortForm) {
            parts.put(key.equals("await") ? "signal" : "action", shortForm);
        }
        put(parts, place.substring(dot + 1), expression);
        tree.put(key, parts);
    }

    private static void putTask(Map<String, @Nullable Object> tree, Task task, StepDefaults defaults) {
        switch (task) {
            case Task.WaitFor wait -> tree.put("wait", Durations.format(wait.duration()));
            case Task.WaitUntil wait -> {
                tree.put("waitUntil", wait.waitUntil().toString());
                putText(tree, "updateOn", wait.updateOn());
            }
            case Task.Action action -> putAction(tree, action, defaults);
            case Task.Switch choice -> {
                Map<String, @Nullable Object> cases = new LinkedHashMap<>();
                choice.cases()
                        .forEach(one -> cases.put(
                                one.name(),
                                one.when() == null ? "otherwise" : one.when().toString()));
                tree.put("switch", cases);
            }
            case Task.Await await -> putAwait(tree, await, defaults);
            case Task.Child child -> putChild(tree, child, defaults);
            case Task.Value computed -> putTemplate(tree, "value", computed.value());
            case Task.Fail fail -> putFail(tree, fail);
            case Task.Complete complete -> putTemplate(tree, "complete", complete.output());
        }
    }

    private static void putAwait(Map<String, @Nullable Object> tree, Task.Await await, StepDefaults defaults) {
        Map<String, @Nullable Object> parts = new LinkedHashMap<>();
        parts.put(
                "signal",
                await.isOfSeveral() ? await.signals() : (Object) await.signals().getFirst());
        putDuration(parts, "timeout", await.timeout());
        putTemplate(parts, "default", await.defaultOutput());
        if (await.schema() != null) {
            parts.put("schema", data(await.schema().schema()));
        }
        putText(parts, "updateOn", await.updateOn());
        // the short form, if only the signal is set
        tree.put(
                "await",
                parts.size() == 1 && !await.isOfSeveral() ? await.signals().getFirst() : parts);
        putOnExhausted(tree, await.onExhausted(), defaults);
    }

    private static void putText(Map<String, @Nullable Object> tree, String key, @Nullable String text) {
        if (text != null) {
            tree.put(key, text);
        }
    }

    private static void putFail(Map<String, @Nullable Object> tree, Task.Fail fail) {
        Map<String, @Nullable Object> parts = new LinkedHashMap<>();
        parts.put("code", fail.code());
        putTemplate(parts, "message", fail.message());
        putTemplate(parts, "details", fail.details());
        // the short form, if only the code is set
        tree.put("fail", parts.size() == 1 ? fail.code() : parts);
    }

    private static void putChild(Map<String, @Nullable Object> tree, Task.Child child, StepDefaults defaults) {
        Definition group = child.group();
        if (group == null) {
            tree.put("workflow", child.workflow());
            putNames(tree, child.name());
            if (child.version() != null) {
                tree.put("version", child.version());
            }
        }
        putTemplate(tree, "input", child.input());
        putDuration(tree, "completeBy", child.completeBy());
        putOnExhausted(tree, child.onExhausted(), defaults);
        putPriority(tree, child.priority());
        if (group != null) {
            tree.put("steps", of(group.steps(), StepDefaults.STEP));
            putTemplate(tree, "output", group.output());
        }
    }

    private static void putOnExhausted(
            Map<String, @Nullable Object> tree, OnExhausted onExhausted, StepDefaults defaults) {
        boolean isDefault = onExhausted.rounds() == 0 && onExhausted.then() == defaults.then();
        if (onExhausted.byCode().isEmpty()) {
            if (!isDefault) {
                tree.put("onExhausted", sameForAll(onExhausted));
            }
            return;
        }
        Map<String, @Nullable Object> byCode = new LinkedHashMap<>();
        onExhausted.byCode().forEach((code, then) -> byCode.put(code, word(then)));
        if (!isDefault) {
            byCode.put("otherwise", sameForAll(onExhausted));
        }
        tree.put("onExhausted", byCode);
    }

    private static Object sameForAll(OnExhausted onExhausted) {
        if (onExhausted.rounds() == 0) {
            return word(onExhausted.then());
        }
        Map<String, @Nullable Object> rounds = new LinkedHashMap<>();
        putDuration(rounds, "pause", onExhausted.pause());
        rounds.put("rounds", onExhausted.rounds());
        rounds.put("then", word(onExhausted.then()));
        return rounds;
    }

    private static void putPriority(Map<String, @Nullable Object> tree, int priority) {
        if (priority != 0) {
            tree.put("priority", priority);
        }
    }

    private static void putAction(Map<String, @Nullable Object> tree, Task.Action action, StepDefaults defaults) {
        putCall(tree, action.call(), defaults.forward());
        putDuration(tree, "startBy", action.startBy());
        putDuration(tree, "expected", action.expected());
        if (action.onSlow() != null) {
            tree.put("onSlow", word(action.onSlow()));
        }
        if (action.limit() != null) {
            Map<String, @Nullable Object> limit = new LinkedHashMap<>();
            putTemplate(limit, "key", action.limit().key());
            if (action.limit().concurrency() > 0) {
                limit.put("concurrency", action.limit().concurrency());
            }
            if (action.limit().rate() != null) {
                limit.put("rate", action.limit().rate().toString());
            }
            tree.put("limit", limit);
        }
        putCalled(tree, "probe", action.probe(), StepDefaults.PROBE);
        putCalled(tree, "compensate", action.compensate(), StepDefaults.COMPENSATE);
        if (action.onUnknown() != OnUnknown.RETRY) {
            tree.put("onUnknown", word(action.onUnknown()));
        }
        putOnExhausted(tree, action.onExhausted(), defaults);
        putPriority(tree, action.priority());
    }

    private static void putCalled(
            Map<String, @Nullable Object> tree, String key, @Nullable ActionCall call, StepDefaults.OfCall defaults) {
        if (call != null) {
            Map<String, @Nullable Object> called = new LinkedHashMap<>();
            putCall(called, call, defaults);
            // the short form, if only the action is set
            tree.put(key, called.size() == 1 ? call.action() : called);
        }
    }

    private static void putCall(Map<String, @Nullable Object> tree, ActionCall call, StepDefaults.OfCall defaults) {
        tree.put("action", call.action());
        putNames(tree, call.name());
        putTemplate(tree, "input", call.input());
        if (!call.completeBy().equals(defaults.completeBy())) {
            putDuration(tree, "completeBy", call.completeBy());
        }
        putDuration(tree, "heartbeat", call.heartbeat());
        Map<String, @Nullable Object> retry = retry(call.retry(), defaults.retry());
        if (!retry.isEmpty()) {
            tree.put("retry", retry);
        }
        if (call.transactional()) {
            tree.put("transactional", true);
        }
    }

    private static void putNames(Map<String, @Nullable Object> tree, @Nullable ComputedName name) {
        if (name != null) {
            tree.put("oneOf", name.oneOf());
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
        // a backoff longer than the default maximum becomes the maximum when read: write the real maximum
        if (!retry.maxBackoff().equals(defaults.maxBackoff())) {
            putDuration(tree, "maxBackoff", retry.maxBackoff());
        }
        putCodes(tree, "on", retry.on());
        putCodes(tree, "never", retry.never());
        putDuration(tree, "giveUpAfter", retry.giveUpAfter());
        return tree;
    }

    private static void putCodes(Map<String, @Nullable Object> tree, String key, List<String> codes) {
        if (!codes.isEmpty()) {
            tree.put(key, codes);
        }
    }

    static void putDuration(Map<String, @Nullable Object> tree, String key, @Nullable Duration duration) {
        if (duration != null) {
            tree.put(key, Durations.format(duration));
        }
    }

    static void putSchema(Map<String, @Nullable Object> tree, String key, @Nullable JsonSchema schema) {
        if (schema != null) {
            tree.put(key, Map.of("schema", data(schema.schema())));
        }
    }

    static void putTemplate(Map<String, @Nullable Object> tree, String key, @Nullable Template template) {
        if (template != null) {
            tree.put(key, data(template.source()));
        }
    }

    private static String word(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }
}
