package dev.reeve.internal.engine.dispatch;

import dev.reeve.AttemptToken;
import dev.reeve.Json;
import dev.reeve.internal.engine.dispatch.queue.ReadyStep;
import dev.reeve.spi.transport.Report;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Receives what the dispatcher learns from agents, for the lanes. Must not block. */
public interface WorkSink {

    /**
     * Sets what the sink calls when another node has the execution. Called once, before any other method.
     *
     * @param unused receives slots that no step uses
     * @param judged called after a verdict that no lane of this node has given
     * @param unheard receives lost attempts that the other node does not know of
     */
    default void onElsewhere(Consumer<Slot> unused, Runnable judged, Consumer<AttemptToken> unheard) {}

    /**
     * A slot is free for a queued step.
     *
     * @return false if another node has the step: the slot stays free
     */
    boolean grant(ReadyStep ready, Slot slot);

    /**
     * @param verdict called once the report is decided, with null if it is accepted, else with the reason. Takes effect
     *     with the next {@link Dispatcher#flushVerdicts()}
     * @param unanswered called instead if no verdict will follow: the agent repeats the report
     */
    void report(Report report, Consumer<@Nullable String> verdict, Runnable unanswered);

    /**
     * @param done called once the checkpoint is stored, or will not be
     */
    void checkpoint(AttemptToken token, Json checkpoint, Runnable done);

    /** The agent has sent no heartbeat for the attempt in time, and another node owns its execution. */
    default void silent(AttemptToken token) {}

    /** The agent that held the attempt is gone, as its own node knows. The owner of the execution is told. */
    void lost(AttemptToken token);

    /**
     * The node of the agent that held the attempt is gone, as far as this node knows. It may have left the report of
     * the attempt behind. Counts only while this node owns the execution: another owner judges by itself.
     */
    default void orphaned(AttemptToken token) {
        lost(token);
    }
}
