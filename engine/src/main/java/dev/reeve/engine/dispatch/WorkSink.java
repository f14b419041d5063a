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

    /** @param verdict told once the report is dealt with: null if accepted, else why not */
    void report(Report report, Consumer<@Nullable String> verdict);

    void checkpoint(AttemptToken token, Json checkpoint);

    /** The agent that held the attempt is gone. */
    void lost(AttemptToken token);
}
