package dev.reeve.internal.engine.client.execution;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.InvalidInputException;
import dev.reeve.Json;
import dev.reeve.KeyPolicy;
import dev.reeve.Start;
import dev.reeve.internal.core.start.StartDefaults;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.engine.client.boundary.Arguments;
import dev.reeve.internal.engine.client.boundary.EngineCalls;
import dev.reeve.internal.engine.client.deployment.JobDefinition;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.engine.runtime.Ids;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.internal.engine.scheduler.message.StorableText;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Groups;
import dev.reeve.internal.values.Times;
import dev.reeve.internal.values.TraceContext;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.Succession;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Checks a start, and combines the caller's options with those of the definition. */
record StartRequests(Node node, Ids ids, String namespace) {

    private static final int PRIORITY_MAX = 1_000;

    /** Enough to find one of a few shards among 256. */
    private static final int TRIES_MAX = 1_000;

    /** A longer delay is taken for a mistake. */
    private static final Duration DELAY_MAX = Duration.ofDays(3650);

    /**
     * @throws dev.reeve.ReeveException if an option is invalid
     */
    StartRequest request(Plan plan, Json input, Start how) {
        return request(plan, input, how, null);
    }

    /**
     * @param given the id that the caller has already; null for none
     * @throws dev.reeve.ReeveException if an option is invalid
     */
    StartRequest request(Plan plan, Json input, Start how, @Nullable ExecutionId given) {
        Definition workflow = plan.workflow();
        if (Groups.isGroup(workflow.name())) {
            throw Arguments.invalid(
                    "%s is a group of steps, which only a step of workflow %s starts; start that workflow"
                            .formatted(workflow.name(), plan.whole().workflow().name()));
        }
        StartRequest.checkInput(workflow, input);
        String key = how.key() == null ? null : Arguments.name("key", how.key());
        Instant now = node.clock().now();
        String wish = how.request() == null ? null : Arguments.name("request", how.request());
        if (wish != null && key == null) {
            throw Arguments.invalid("request: it tells the starts of one key apart, and needs a key");
        }
        ExecutionId id = key != null ? idOf(key, how.keyPolicy(), wish, given) : given != null ? given : nextId(now);
        StartDefaults defaults = defaults(workflow, id, key, input);
        Instant delayedUntil = delayedUntil(how, now);
        Duration completeBy = defaults.completeBy();
        Event.ExecutionStarted started = new Event.ExecutionStarted(
                workflow.name(),
                workflow.version(),
                namespace,
                key,
                input,
                priority(how.priority(), defaults.priority()),
                labels(how.labels(), defaults.labels(), wish),
                completeBy == null
                        ? null
                        : Times.plus(delayedUntil == null ? now : later(delayedUntil, now), completeBy),
                ids.seed(),
                replyTo(
                        how.replyTo() == null
                                ? defaults.replyTo()
                                : how.replyTo().toString()),
                how.correlationId() == null ? null : Arguments.name("correlationId", how.correlationId()),
                null,
                null,
                traceparent(how.traceparent()));
        long digest = key == null ? 0 : Ids.digest(JobDefinition.identity(workflow), input);
        return new StartRequest(id, plan, started, digest, List.of(), delayedUntil, how.keyPolicy(), null);
    }

    /**
     * The id of the execution that is the answer, or that is started. The lane decides once more: another start may
     * have been faster.
     *
     * @param wish tells a repeated start from another one; null if the caller does not
     * @param given the id that an SQL function has returned; null for none
     */
    private ExecutionId idOf(String key, KeyPolicy policy, @Nullable String wish, @Nullable ExecutionId given) {
        ExecutionId first = Ids.ofKey(namespace, key);
        if (given != null && !Succession.isOf(first, given)) {
            throw Arguments.invalid("key: it belongs to execution %s, and not to %s".formatted(first, given));
        }
        if (!StartRequest.startsAnew(policy)) {
            return given == null ? first : given;
        }
        return EngineCalls.reading(() -> {
            node.store().allowSuccessions();
            return given == null ? openOrNext(first, wish) : given;
        });
    }

    private ExecutionId openOrNext(ExecutionId first, @Nullable String wish) {
        ExecutionRow newest = node.store().newest(first).orElse(null);
        if (newest == null) {
            return first;
        }
        boolean isAnswer = !newest.status().isTerminal() || StartRequest.isRequest(wish, newest.labels());
        return isAnswer ? newest.id() : Succession.after(newest.id());
    }

    /** An id in a shard of this node, if it has one: such a start needs no other node. */
    private ExecutionId nextId(Instant now) {
        ExecutionId id = ids.next(now);
        if (node.lanes().owns(id) || node.lanes().owned().isEmpty()) {
            return id;
        }
        for (int tries = 0; tries < TRIES_MAX && !node.lanes().owns(id); tries++) {
            id = ids.next(now);
        }
        return id;
    }

    private static @Nullable Instant delayedUntil(Start how, Instant now) {
        Duration after = how.after();
        Instant at = how.at();
        if (after != null && (after.isNegative() || after.compareTo(DELAY_MAX) > 0)) {
            throw Arguments.invalid("after: expected 0 to 3650 days, found " + after);
        }
        if (at != null && at.isAfter(now.plus(DELAY_MAX))) {
            throw Arguments.invalid("at: expected at most 3650 days from now, found " + at);
        }
        return after != null ? Times.plus(now, after) : at == null ? null : Times.normal(at);
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private static StartDefaults defaults(Definition workflow, ExecutionId id, @Nullable String key, Json input) {
        try {
            return StartDefaults.of(workflow, id, key, input);
        } catch (IllegalArgumentException | InvalidInputException e) {
            throw Arguments.invalid(
                    "workflow %s cannot be started with this input: %s".formatted(workflow.name(), e.getMessage()));
        }
    }

    private static int priority(@Nullable Integer wanted, int byDefault) {
        int priority = wanted == null ? byDefault : wanted;
        if (priority < -PRIORITY_MAX || priority > PRIORITY_MAX) {
            throw Arguments.invalid("priority: expected -1000 to 1000, found " + priority);
        }
        return priority;
    }

    private static Map<String, String> labels(
            Map<String, String> wanted, Map<String, String> byDefault, @Nullable String wish) {
        Map<String, String> labels = wanted;
        if (!byDefault.isEmpty() || wish != null) {
            labels = new TreeMap<>(byDefault);
            labels.putAll(wanted);
        }
        if (wish != null) {
            labels.put(StartRequest.REQUEST, wish);
        }
        if (labels.size() > StorableText.LABELS_MAX) {
            throw Arguments.invalid(
                    "labels: expected at most %d, found %d".formatted(StorableText.LABELS_MAX, labels.size()));
        }
        labels.forEach((name, value) -> {
            Arguments.name("the name of a label", name);
            Arguments.name("label " + name, value);
        });
        return labels;
    }

    private static @Nullable String traceparent(@Nullable String wanted) {
        try {
            return wanted == null ? null : TraceContext.parse(wanted).text();
        } catch (IllegalArgumentException e) {
            throw Arguments.invalid(String.valueOf(e.getMessage()));
        }
    }

    private @Nullable String replyTo(@Nullable String replyTo) {
        if (replyTo != null) {
            Arguments.text("replyTo", replyTo);
            try {
                node.channels().check(URI.create(replyTo));
            } catch (IllegalArgumentException e) {
                throw Arguments.invalid("replyTo: " + e.getMessage());
            }
        }
        return replyTo;
    }
}
