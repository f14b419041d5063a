package dev.reeve.internal.model.definition;

import dev.reeve.internal.model.expression.Template;
import dev.reeve.workflow.Retry;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one action is called: forward, to compensate, or to probe.
 *
 * @param action {@code noun.verb}, for example {@code payment.charge}; if it is computed, the text of the expression
 * @param input computed when the step becomes ready for this purpose. Null means: forward, the execution's input; for a
 *     probe, the input of the step it asks about; for a compensation, the object {@code {input, output}} of the step it
 *     undoes
 * @param completeBy timeout of one attempt; after it the attempt no longer counts
 * @param heartbeat an attempt without a heartbeat for this long is given up; null for no heartbeats. At most a third of
 *     {@code completeBy}
 * @param retry the number of attempts and the delays between them
 * @param transactional whether the agent stores the output in its own transaction, on the store's database
 * @param name computes the action when the step becomes ready for this purpose; null if the action is a literal
 */
public record ActionCall(
        String action,
        @Nullable Template input,
        Duration completeBy,
        @Nullable Duration heartbeat,
        Retry retry,
        boolean transactional,
        @Nullable ComputedName name) {

    /** The actions that the call can have: one, unless it is computed. */
    public List<String> names() {
        return name == null ? List.of(action) : name.oneOf();
    }

    /** A call whose action is a literal. */
    public ActionCall(
            String action,
            @Nullable Template input,
            Duration completeBy,
            @Nullable Duration heartbeat,
            Retry retry,
            boolean transactional) {
        this(action, input, completeBy, heartbeat, retry, transactional, null);
    }

    /** A call whose agent reports the output. */
    public ActionCall(
            String action, @Nullable Template input, Duration completeBy, @Nullable Duration heartbeat, Retry retry) {
        this(action, input, completeBy, heartbeat, retry, false);
    }

    /** Whether the code of a failure decides about a retry. */
    boolean hasCodes() {
        return !retry.on().isEmpty() || !retry.never().isEmpty();
    }

    /** The default timeout of one attempt. */
    public static final Duration DEFAULT_COMPLETE_BY = Duration.ofMinutes(5);
}
