package dev.reeve.simulation.check;

import dev.reeve.AttemptToken;
import dev.reeve.Event;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Work;
import dev.reeve.spi.store.JournalRow;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An attempt is not given up as lost while its agent performs it and the agent's node lives (H1). */
public final class LossWatch {

    private final BiConsumer<String, String> breach;
    private Function<AttemptToken, @Nullable String> holder = token -> null;

    LossWatch(BiConsumer<String, String> breach) {
        this.breach = breach;
    }

    /** Sets who names the agent that performs an attempt and must not have lost it; null if there is none. */
    public void holders(Function<AttemptToken, @Nullable String> names) {
        holder = names;
    }

    /** @param state before the row */
    void look(@Nullable ExecutionState state, JournalRow row) {
        for (Event event : EventCodec.read(row.events())) {
            if (state != null
                    && event instanceof Event.AttemptFailed failed
                    && failed.failure().code().equals("AGENT_LOST")
                    && state.step(failed.step()) != null) {
                AttemptToken token = Work.of(state, failed.step()).token();
                String agent = token == null ? null : holder.apply(token);
                if (agent != null) {
                    breach.accept("H1", "%s is given up as lost, and %s performs it".formatted(token, agent));
                }
            }
        }
    }
}
