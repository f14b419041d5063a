package dev.reeve.internal.model.definition;

import dev.reeve.internal.model.expression.Template;
import dev.reeve.workflow.Retry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How one action is called: forward, to compensate, or to probe.
 *
 * @param action {@code noun.verb}, for example {@code payment.charge}
 * @param input computed when the step becomes ready for this purpose. Null means: forward, the execution's input; for a
 *     probe, the input of the step it asks about; for a compensation, the object {@code {input, output}} of the step it
 *     undoes
 * @param completeBy timeout of one attempt; after it the attempt no longer counts
 * @param heartbeat an attempt without a heartbeat for this long is given up; null for no heartbeats. At most a third of
 *     {@code completeBy}
 * @param retry the number of attempts and the delays between them
 * @param transactional whether the agent stores the output in its own transaction, on the store's database
 */
public record ActionCall(
        String action,
        @Nullable Template input,
        Duration completeBy,
        @Nullable Duration heartbeat,
        Retry retry,
        boolean transactional) {

    /** A call whose agent reports the output. */
    public ActionCall(
            String action, @Nullable Template input, Duration completeBy, @Nullable Duration heartbeat, Retry retry) {
        this(action, input, completeBy, heartbeat, retry, false);
    }

    /** The default timeout of one attempt. */
    public static final Duration DEFAULT_COMPLETE_BY = Duration.ofMinutes(5);
}
