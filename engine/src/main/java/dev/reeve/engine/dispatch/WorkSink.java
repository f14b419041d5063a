package dev.reeve.engine.dispatch;

import dev.reeve.agent.transport.Report;
import dev.reeve.core.AttemptToken;
import dev.reeve.model.Json;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where the dispatcher sends what it learns from agents: the lanes. Must not block. */
public interface WorkSink {

    /** A slot is free for a step that was waiting in a queue. */
    void grant(ReadyStep ready, Slot slot);

    /**
     * @param verdict told once the report is dealt with: null if accepted, else why not. It takes effect with the next {@link
     *     Dispatcher#flushVerdicts()}
     * @param unanswered told instead if there will be no verdict: the agent repeats the report
     */
    void report(Report report, Consumer<@Nullable String> verdict, Runnable unanswered);

    /** @param done told once the checkpoint is stored, or will not be */
    void checkpoint(AttemptToken token, Json checkpoint, Runnable done);

    /** The agent that held the attempt is gone. */
    void lost(AttemptToken token);
}
