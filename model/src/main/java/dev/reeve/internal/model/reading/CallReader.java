package dev.reeve.internal.model.reading;

import dev.reeve.internal.model.definition.ActionCall;
import dev.reeve.internal.model.definition.StepDefaults;
import dev.reeve.internal.model.definition.StepLimit;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.document.DocumentNode;
import dev.reeve.internal.model.document.Problems;
import dev.reeve.internal.model.expression.Template;
import dev.reeve.internal.values.Durations;
import dev.reeve.workflow.OnSlow;
import dev.reeve.workflow.OnUnknown;
import dev.reeve.workflow.Rate;
import dev.reeve.workflow.Retry;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads steps with an action: how agents are called, and what happens after failures. */
final class CallReader {

    private static final Set<String> CALL_KEYS =
            Fields.keys("action", "oneOf", "input", "completeBy", "heartbeat", "retry", "transactional");
    private static final Set<String> RETRY_KEYS =
            Fields.keys("maxAttempts", "backoff", "factor", "maxBackoff", "on", "never", "giveUpAfter");
    private static final Set<String> LIMIT_KEYS = Fields.keys("key", "concurrency", "rate");

    /** The codes of failures after which there is nothing to retry. */
    private static final Set<String> NEVER_RETRIED = Set.of("START_BY_PASSED", "POISON", "HISTORY_TOO_LONG");

    static final int ATTEMPTS_MAX = 10_000;
    static final int ROUNDS_MAX = 10_000;
    static final int FACTOR_MAX = 100;
    static final int PRIORITY_MAX = 100;
    /**
     * Heartbeats may be late, and one may be lost: three heartbeat timeouts fit into the timeout of the attempt (R42).
     */
    static final int HEARTBEATS_PER_ATTEMPT = 3;

    private final Problems problems;
    private final StepDefaults defaults;
    private final TimeReader times;

    CallReader(Problems problems, StepDefaults defaults, TimeReader times) {
        this.problems = problems;
        this.defaults = defaults;
        this.times = times;
    }

    Task.Action action(Fields fields) {
        ActionCall forward = call(fields, defaults.forward());
        if (fields.has("compensate") && !defaults.compensable()) {
            problems.unreadable(
                    fields.keyPlace("compensate"), "a step of 'finally' is never compensated", "Remove 'compensate'");
        }
        ActionCall compensate = defaults.compensable() ? calledBy(fields, "compensate", StepDefaults.COMPENSATE) : null;
        ActionCall probe = calledBy(fields, "probe", StepDefaults.PROBE);
        if (probe != null && probe.transactional()) {
            problems.addOfMeaning(
                    fields.place("probe"),
                    "a probe only asks, so it cannot be transactional",
                    "Remove 'transactional'");
        }
        OnUnknown onUnknown = fields.word("onUnknown", defaults.onUnknowns());
        return new Task.Action(
                forward,
                compensate,
                probe,
                onUnknown == null ? OnUnknown.RETRY : onUnknown,
                new OnExhaustedReader(problems, defaults, true).read(fields),
                priority(fields),
                expected(fields, forward.completeBy()),
                limit(fields),
                times.duration(fields, "startBy", Fields.DURATION_MIN),
                fields.word("onSlow", List.of(OnSlow.values())));
    }

    private @Nullable Duration expected(Fields fields, Duration completeBy) {
        Duration expected = fields.duration("expected", Fields.DURATION_MIN);
        if (expected != null && !times.isComputed(fields, "completeBy") && expected.compareTo(completeBy) >= 0) {
            problems.addOfMeaning(
                    fields.place("expected"),
                    "an attempt that is expected to take %s is given up at completeBy (%s): it is never suspect"
                            .formatted(Durations.format(expected), Durations.format(completeBy)),
                    "Less than completeBy, or a longer completeBy");
        }
        return expected;
    }

    static int priority(Fields fields) {
        return fields.integer("priority", -PRIORITY_MAX, PRIORITY_MAX, 0);
    }

    private @Nullable ActionCall calledBy(Fields fields, String key, StepDefaults.OfCall ofCall) {
        DocumentNode node = fields.get(key);
        if (node == null) {
            return null;
        }
        if (node instanceof DocumentNode.Mapping mapping) {
            Fields inner = Fields.of(mapping, problems, CALL_KEYS);
            if (!inner.has("action")) {
                problems.missing(mapping.place(), "action", "there is no action", "Add 'action: noun.verb'");
            }
            return call(inner, ofCall);
        }
        if (NameReader.isComputed(node)) {
            problems.unreadable(
                    node.place(),
                    "the action is computed, and the names that can come are not listed",
                    "Write { action: …, oneOf: [payment.refund, invoice.cancel] }");
            return null;
        }
        if (node instanceof DocumentNode.Text) {
            String action = fields.action(key);
            return new ActionCall(action == null ? "" : action, null, ofCall.completeBy(), null, ofCall.retry());
        }
        problems.unreadable(
                node.place(), "expected an action, or an object with one, found %s".formatted(node.describe()), "");
        return null;
    }

    private ActionCall call(Fields fields, StepDefaults.OfCall ofCall) {
        NameReader names = new NameReader(problems);
        String action = names.action(fields);
        Template input = fields.template("input");
        Duration completeBy = times.duration(fields, "completeBy", Fields.DURATION_MIN);
        Duration effective = completeBy == null ? ofCall.completeBy() : completeBy;
        Duration heartbeat = fields.duration("heartbeat", Fields.DURATION_MIN);
        if (heartbeat != null
                && !times.isComputed(fields, "completeBy")
                && heartbeat.multipliedBy(HEARTBEATS_PER_ATTEMPT).compareTo(effective) > 0) {
            Duration longest = Duration.ofMillis(effective.toMillis() / HEARTBEATS_PER_ATTEMPT);
            problems.addOfMeaning(
                    fields.place("heartbeat"),
                    "a heartbeat of %s is more than a third of completeBy (%s%s): one late beat would end the attempt"
                            .formatted(
                                    Durations.format(heartbeat),
                                    Durations.format(effective),
                                    completeBy == null ? ", the default" : ""),
                    longest.isZero()
                            ? "Remove it"
                            : "At most %s, or a longer completeBy".formatted(Durations.format(longest)));
        }
        return new ActionCall(
                action == null ? "" : action,
                input,
                effective,
                heartbeat,
                retry(fields, ofCall.retry()),
                fields.flag("transactional"),
                names.computed(fields, "action"));
    }

    private Retry retry(Fields outer, Retry otherwise) {
        DocumentNode.Mapping mapping = outer.object("retry", "an object such as { maxAttempts: 5, backoff: 1s }");
        if (mapping == null) {
            return otherwise;
        }
        Fields fields = Fields.of(mapping, problems, RETRY_KEYS);
        int maxAttempts = fields.integer("maxAttempts", 1, ATTEMPTS_MAX, otherwise.maxAttempts());
        Duration backoff = times.duration(fields, "backoff", Duration.ZERO);
        Duration first = backoff == null ? otherwise.backoff() : backoff;
        double factor = fields.decimal("factor", 1, FACTOR_MAX, otherwise.factor());
        List<String> on = fields.codes("on");
        List<String> never = fields.codes("never");
        checkCodes(fields, on, never);
        return new Retry(
                maxAttempts,
                first,
                factor,
                longest(fields, "maxBackoff", "backoff", first, otherwise.maxBackoff()),
                on,
                never,
                fields.duration("giveUpAfter", Fields.DURATION_MIN));
    }

    private void checkCodes(Fields fields, List<String> on, List<String> never) {
        for (String code : on) {
            if (never.contains(code)) {
                problems.addOfMeaning(
                        fields.place("never"), "'%s' is in 'on', too".formatted(code), "Remove one of them");
            } else if (NEVER_RETRIED.contains(code)) {
                problems.addOfMeaning(
                        fields.place("on"), "'%s' is never retried".formatted(code), "'onExhausted' can name it");
            }
        }
    }

    /** Reads the maximum of a growing delay. */
    Duration longest(Fields fields, String key, String firstKey, Duration first, Duration otherwise) {
        Duration given = times.duration(fields, key, Duration.ZERO);
        if (given != null && !times.isComputed(fields, firstKey) && given.compareTo(first) < 0) {
            problems.addOfMeaning(
                    fields.place(key),
                    "%s (%s) is less than %s (%s)"
                            .formatted(key, Durations.format(given), firstKey, Durations.format(first)),
                    "");
        }
        // a first delay beyond the default maximum raises the maximum; it is not cut
        Duration longest = otherwise.compareTo(first) < 0 ? first : otherwise;
        return given == null ? longest : given;
    }

    private @Nullable StepLimit limit(Fields outer) {
        DocumentNode.Mapping mapping =
                outer.object("limit", "an object such as { key: \"${ input.account }\", concurrency: 1, rate: 10/s }");
        if (mapping == null) {
            return null;
        }
        Fields fields = Fields.of(mapping, problems, LIMIT_KEYS);
        if (!fields.has("concurrency") && !fields.has("rate")) {
            problems.add(mapping.place(), "nothing is limited", "Add 'concurrency: 1' or 'rate: 10/s'");
        }
        int concurrency = fields.integer("concurrency", 1, StepLimit.CONCURRENCY_MAX, 0);
        return new StepLimit(fields.textTemplate("key"), concurrency, rate(fields));
    }

    private @Nullable Rate rate(Fields fields) {
        String text = fields.text("rate", "a rate such as 10/s");
        if (text == null) {
            return null;
        }
        Rate rate = Rate.parse(text).orElse(null);
        if (rate == null) {
            problems.unreadable(
                    fields.place("rate"),
                    "'%s' is not a rate: expected a number from 1 to %,d and a unit, such as 10/s, 600/m, 1000/h or 5/d"
                            .formatted(text, Rate.COUNT_MAX),
                    "");
        }
        return rate;
    }
}
