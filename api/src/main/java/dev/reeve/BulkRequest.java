package dev.reeve;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.reeve.internal.values.OptionChecks;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A verb and the executions to apply it to. All conditions must hold; null or empty means any. Immutable; each method
 * returns a changed copy.
 *
 * <pre>{@code
 * reeve.bulk().start(BulkRequest.of(Verb.RETRY).action("payment.charge").code("UNAVAILABLE"), "the bank is back")
 * }</pre>
 *
 * <p>{@link Verb#RETRY}, {@link Verb#RESOLVE}, {@link Verb#SKIP} and {@link Verb#PROBE} apply to escalated steps. The
 * other verbs apply to executions, and conditions on steps then select the executions that have such a step.
 * {@link Verb#RERUN} applies to executions that were compensated, were cancelled or failed. Its step is the one to
 * re-run from, and conditions on failures refer to the failure that ended the execution. Only executions that started
 * before the operation are examined.
 *
 * @param verb the verb to apply
 * @param workflow of the executions
 * @param labels all of these, with these values
 * @param step its name, which covers all items of a step with {@code forEach}; or the path of one item, as
 *     {@code encode[3]}
 * @param action that the escalated step calls for its escalated purpose
 * @param purpose for which the step escalated
 * @param cause of its failure
 * @param code of its failure
 * @param fingerprint the common part of similar failure messages, as the inbox shows it
 * @param payload JSON text: the output for {@link Verb#RESOLVE}, or another input for {@link Verb#RETRY} and
 *     {@link Verb#RERUN}
 * @param perSecond maximum number of executions per second, 1 to {@link #PER_SECOND_MAX}
 */
public record BulkRequest(
        Verb verb,
        @Nullable String workflow,
        Map<String, String> labels,
        @Nullable String step,
        @Nullable String action,
        @Nullable Purpose purpose,
        @Nullable Cause cause,
        @Nullable String code,
        @Nullable String fingerprint,
        @Nullable String payload,
        int perSecond) {

    /** The default of {@code perSecond}. */
    public static final int PER_SECOND_DEFAULT = 50;

    /** The maximum of {@code perSecond}. */
    public static final int PER_SECOND_MAX = 10_000;

    public BulkRequest {
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
        if (step != null) {
            StepPath.parse(step);
        }
        if (perSecond < 1 || perSecond > PER_SECOND_MAX) {
            throw OptionChecks.invalid("perSecond: expected 1 to %d, found %d".formatted(PER_SECOND_MAX, perSecond));
        }
    }

    /**
     * Applies a verb to all executions, or all escalated steps, at 50 executions per second. The other methods narrow
     * it.
     */
    public static BulkRequest of(Verb verb) {
        return new BulkRequest(verb, null, Map.of(), null, null, null, null, null, null, null, PER_SECOND_DEFAULT);
    }

    /** Filters by workflow; null for all. */
    public BulkRequest workflow(@Nullable String name) {
        return new BulkRequest(verb, name, labels, step, action, purpose, cause, code, fingerprint, payload, perSecond);
    }

    /** Filters by label. Several labels must all match. */
    public BulkRequest label(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(labels);
        more.put(name, value);
        return new BulkRequest(
                verb, workflow, more, step, action, purpose, cause, code, fingerprint, payload, perSecond);
    }

    /**
     * Filters by step: its name, or the path of one item; null for all.
     *
     * @throws IllegalArgumentException if the text is not a step path
     */
    public BulkRequest step(@Nullable String name) {
        return new BulkRequest(
                verb, workflow, labels, name, action, purpose, cause, code, fingerprint, payload, perSecond);
    }

    /** Filters by the action that the escalated step calls; null for all. */
    public BulkRequest action(@Nullable String name) {
        return new BulkRequest(
                verb, workflow, labels, step, name, purpose, cause, code, fingerprint, payload, perSecond);
    }

    /** Filters by the purpose for which the step escalated; null for all. */
    public BulkRequest purpose(@Nullable Purpose which) {
        return new BulkRequest(
                verb, workflow, labels, step, action, which, cause, code, fingerprint, payload, perSecond);
    }

    /** Filters by the cause of the failure; null for all. */
    public BulkRequest cause(@Nullable Cause which) {
        return new BulkRequest(
                verb, workflow, labels, step, action, purpose, which, code, fingerprint, payload, perSecond);
    }

    /** Filters by the code of the failure; null for all. */
    public BulkRequest code(@Nullable String which) {
        return new BulkRequest(
                verb, workflow, labels, step, action, purpose, cause, which, fingerprint, payload, perSecond);
    }

    /** Filters by the common part of similar failure messages, as {@link InboxGroup} has it; null for all. */
    public BulkRequest fingerprint(@Nullable String which) {
        return new BulkRequest(verb, workflow, labels, step, action, purpose, cause, code, which, payload, perSecond);
    }

    /**
     * Sets the JSON that the verb needs or accepts; null for none.
     *
     * @param json the output for {@link Verb#RESOLVE}, or another input for {@link Verb#RETRY}
     */
    public BulkRequest payload(@Nullable String json) {
        return new BulkRequest(
                verb, workflow, labels, step, action, purpose, cause, code, fingerprint, json, perSecond);
    }

    /**
     * Sets the maximum number of executions per second (default: {@value #PER_SECOND_DEFAULT}).
     *
     * @param executions 1 to {@value #PER_SECOND_MAX}
     * @throws InvalidException if the number is out of range
     */
    public BulkRequest perSecond(int executions) {
        return new BulkRequest(
                verb, workflow, labels, step, action, purpose, cause, code, fingerprint, payload, executions);
    }

    /**
     * A request with its actor and reason. Stores keep it with the names {@code by} and {@code why}.
     *
     * @param request the verb and the executions
     * @param actor who asks for it, for the history of each execution
     * @param reason for the history of each execution
     */
    public record Order(
            BulkRequest request,
            @JsonProperty("by") String actor,
            @JsonProperty("why") String reason) {}
}
