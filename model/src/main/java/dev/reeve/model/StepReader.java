package dev.reeve.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads one step. What is left out gets the default of the place it is in. */
final class StepReader {

    /** The keys of a step, in the order in which they are written. */
    static final List<String> KEYS = List.of(
            "after",
            "join",
            "when",
            "action",
            "wait",
            "waitUntil",
            "input",
            "completeBy",
            "heartbeat",
            "retry",
            "probe",
            "compensate",
            "onUnknown",
            "onExhausted",
            "priority");

    private static final List<String> KINDS = List.of("action", "wait", "waitUntil");
    private static final List<String> UNSUPPORTED_KINDS = List.of("await", "workflow");

    /** Keys that only make sense beside {@code action}. */
    private static final List<String> OF_ACTION = List.of(
            "input", "completeBy", "heartbeat", "retry", "probe", "compensate", "onUnknown", "onExhausted", "priority");

    /** Of the language, but not of this version. */
    static final Set<String> UNSUPPORTED = orderedSet(
            "forEach", "as", "concurrency", "tolerate", "repeat", "await", "workflow", "version", "pivot", "expected");

    private static final Set<String> CALL_KEYS = orderedSet("action", "input", "completeBy", "heartbeat", "retry");
    private static final Set<String> RETRY_KEYS = orderedSet("maxAttempts", "backoff", "factor", "maxBackoff");
    private static final Set<String> ON_EXHAUSTED_KEYS = orderedSet("pause", "rounds", "then");

    static final Duration DURATION_MIN = Duration.ofMillis(1);
    static final int ATTEMPTS_MAX = 10_000;
    static final int ROUNDS_MAX = 10_000;
    static final int FACTOR_MAX = 100;
    static final int PRIORITY_MAX = 100;
    /** Heartbeats may be late, and one may be lost: three fit into the time in which the attempt has to be done (R42). */
    static final int HEARTBEATS_PER_ATTEMPT = 3;

    private final Problems problems;
    private final StepDefaults defaults;

    StepReader(Problems problems, StepDefaults defaults) {
        this.problems = problems;
        this.defaults = defaults;
    }

    static Set<String> orderedSet(String... keys) {
        return new LinkedHashSet<>(List.of(keys));
    }

    Step read(String name, Node node) {
        if (!(node instanceof Node.Mapping mapping)) {
            problems.unreadable(
                    node.place(),
                    "expected a step with an action, found %s".formatted(node.describe()),
                    "Write { action: noun.verb }");
            return standIn(name);
        }
        Fields fields = Fields.of(mapping, problems, new LinkedHashSet<>(KEYS), UNSUPPORTED);
        List<String> after = fields.texts("after", "a list of names of steps").stream()
                .map(Node.Text::text)
                .toList();
        Join join = fields.word("join", List.of(Join.values()));
        if (join != null && after.isEmpty()) {
            problems.add(fields.keyPlace("join"), "'join' has nothing to join", "Add 'after', or remove 'join'");
        }
        Expression when = fields.expression("when");
        return new Step(name, after, join == null ? Join.ALL : join, when, task(fields));
    }

    /** For a step that cannot be read, so that others can refer to it. */
    private static Step standIn(String name) {
        return new Step(name, List.of(), Join.ALL, null, new Task.WaitFor(DURATION_MIN));
    }

    private Task task(Fields fields) {
        List<String> kinds = KINDS.stream().filter(fields::has).toList();
        boolean unsupported = UNSUPPORTED_KINDS.stream().anyMatch(fields::has);
        if (kinds.isEmpty() && !unsupported) {
            problems.missing(fields.place(), "action", "the step does nothing", "Add 'action', 'wait' or 'waitUntil'");
        } else if (kinds.size() > 1) {
            problems.unreadable(
                    fields.keyPlace(kinds.get(1)),
                    "a step is one of %s, found both '%s' and '%s'"
                            .formatted(String.join(", ", KINDS), kinds.get(0), kinds.get(1)),
                    "Make two steps of it");
        }
        String kind = kinds.isEmpty() ? "action" : kinds.getFirst();
        if (!kind.equals("action")) {
            refuseKeysOfAction(fields, kind);
        }
        return switch (kind) {
            case "wait" -> {
                Duration duration = fields.duration("wait", DURATION_MIN);
                yield new Task.WaitFor(duration == null ? DURATION_MIN : duration);
            }
            case "waitUntil" -> {
                Expression until = fields.expression("waitUntil");
                yield until == null ? new Task.WaitFor(DURATION_MIN) : new Task.WaitUntil(until);
            }
            default -> action(fields);
        };
    }

    private void refuseKeysOfAction(Fields fields, String kind) {
        for (String key : OF_ACTION) {
            if (fields.has(key)) {
                problems.unreadable(
                        fields.keyPlace(key),
                        "'%s' belongs to a step with an action, and this one has '%s'".formatted(key, kind),
                        "Remove it");
            }
        }
    }

    private Task.Action action(Fields fields) {
        Call forward = call(fields, defaults.forward());
        if (fields.has("compensate") && !defaults.compensable()) {
            problems.unreadable(
                    fields.keyPlace("compensate"), "a step of 'finally' is never compensated", "Remove 'compensate'");
        }
        Call compensate = defaults.compensable() ? calledBy(fields, "compensate", StepDefaults.COMPENSATE) : null;
        Call probe = calledBy(fields, "probe", StepDefaults.PROBE);
        int priority = fields.integer("priority", -PRIORITY_MAX, PRIORITY_MAX, 0);
        OnUnknown onUnknown = fields.word("onUnknown", defaults.onUnknowns());
        return new Task.Action(
                forward,
                compensate,
                probe,
                onUnknown == null ? OnUnknown.RETRY : onUnknown,
                onExhausted(fields),
                priority);
    }

    private @Nullable Call calledBy(Fields fields, String key, StepDefaults.OfCall ofCall) {
        Node node = fields.get(key);
        if (node == null) {
            return null;
        }
        if (node instanceof Node.Mapping mapping) {
            Fields inner = Fields.of(mapping, problems, CALL_KEYS, Set.of());
            if (!inner.has("action")) {
                problems.missing(mapping.place(), "action", "there is no action", "Add 'action: noun.verb'");
            }
            return call(inner, ofCall);
        }
        if (node instanceof Node.Text) {
            String action = fields.action(key);
            return new Call(action == null ? "" : action, null, ofCall.completeBy(), null, ofCall.retry());
        }
        problems.unreadable(
                node.place(), "expected an action, or an object with one, found %s".formatted(node.describe()), "");
        return null;
    }

    private Call call(Fields fields, StepDefaults.OfCall ofCall) {
        String action = fields.action("action");
        Template input = fields.template("input");
        Duration completeBy = fields.duration("completeBy", DURATION_MIN);
        Duration effective = completeBy == null ? ofCall.completeBy() : completeBy;
        Duration heartbeat = fields.duration("heartbeat", DURATION_MIN);
        if (heartbeat != null && heartbeat.multipliedBy(HEARTBEATS_PER_ATTEMPT).compareTo(effective) > 0) {
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
        return new Call(action == null ? "" : action, input, effective, heartbeat, retry(fields, ofCall.retry()));
    }

    private Retry retry(Fields outer, Retry otherwise) {
        Node.Mapping mapping = outer.object("retry", "an object such as { maxAttempts: 5, backoff: 1s }");
        if (mapping == null) {
            return otherwise;
        }
        Fields fields = Fields.of(mapping, problems, RETRY_KEYS, Set.of());
        int maxAttempts = fields.integer("maxAttempts", 1, ATTEMPTS_MAX, otherwise.maxAttempts());
        Duration backoff = fields.duration("backoff", Duration.ZERO);
        Duration first = backoff == null ? otherwise.backoff() : backoff;
        double factor = fields.decimal("factor", 1, FACTOR_MAX, otherwise.factor());
        Duration given = fields.duration("maxBackoff", Duration.ZERO);
        if (given != null && given.compareTo(first) < 0) {
            problems.addOfMeaning(
                    fields.place("maxBackoff"),
                    "maxBackoff (%s) is less than backoff (%s)"
                            .formatted(Durations.format(given), Durations.format(first)),
                    "");
        }
        // a long backoff alone is meant as it is, and not to be cut to the default's maximum
        Duration longest = otherwise.maxBackoff().compareTo(first) < 0 ? first : otherwise.maxBackoff();
        return new Retry(maxAttempts, first, factor, given == null ? longest : given);
    }

    private OnExhausted onExhausted(Fields outer) {
        OnExhausted otherwise = OnExhausted.of(defaults.then());
        Node node = outer.get("onExhausted");
        if (node == null) {
            return otherwise;
        }
        if (!(node instanceof Node.Mapping mapping)) {
            OnExhausted.Then then = outer.word(node, defaults.thens(), List.of("{ pause, rounds, then }"));
            return then == null ? otherwise : OnExhausted.of(then);
        }
        Fields fields = Fields.of(mapping, problems, ON_EXHAUSTED_KEYS, Set.of());
        if (!fields.has("pause")) {
            problems.missing(
                    mapping.place(), "pause", "'pause' is missing", "Add how long to wait, for example 'pause: 1h'");
        }
        Duration pause = fields.duration("pause", DURATION_MIN);
        int rounds = fields.integer("rounds", 1, ROUNDS_MAX, 1);
        OnExhausted.Then then = fields.word("then", defaults.thens());
        return new OnExhausted(pause == null ? DURATION_MIN : pause, rounds, then == null ? defaults.then() : then);
    }

    /** The steps of {@code steps} or {@code finally}. */
    List<Step> readAll(Node.Mapping mapping) {
        List<Step> steps = new ArrayList<>();
        mapping.members().forEach((name, member) -> {
            if (!Fields.isName(name)) {
                problems.add(member.key(), Fields.nameMessage(name), Fields.nameSuggestion(name));
            }
            steps.add(read(name, member.node()));
        });
        return steps;
    }

    static List<String> names(Collection<Step> steps) {
        return steps.stream().map(Step::name).toList();
    }
}
