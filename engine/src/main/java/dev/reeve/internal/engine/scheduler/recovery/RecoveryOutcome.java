package dev.reeve.internal.engine.scheduler.recovery;

import dev.reeve.internal.engine.scheduler.batch.LaneBatch;
import org.jspecify.annotations.Nullable;

/** The result of a step of {@link LaneRecovery}, as a value for its lane to act on. */
public sealed interface RecoveryOutcome {

    /** The batch in doubt is in the store. */
    record Landed(LaneBatch batch) implements RecoveryOutcome {}

    /**
     * The batch in doubt is not in the store.
     *
     * @param poison the error that would occur again; null if the error may pass
     */
    record NotLanded(LaneBatch batch, @Nullable RuntimeException poison) implements RecoveryOutcome {}

    /** Another node has the lane. */
    record Fenced() implements RecoveryOutcome {}

    /**
     * Some executions are in memory again. The consequences of their state must be stored and passed on.
     *
     * @param next continues the recovery once that is done
     */
    record Restored(LaneBatch batch, Runnable next) implements RecoveryOutcome {}

    /** Everything is loaded: the lane can work. */
    record Loaded() implements RecoveryOutcome {}

    /** The store failed again. The recovery starts anew when the lane runs it next. */
    record Suspect() implements RecoveryOutcome {}

    /** An error ends the lane's loop. */
    record Died(Error error) implements RecoveryOutcome {}
}
