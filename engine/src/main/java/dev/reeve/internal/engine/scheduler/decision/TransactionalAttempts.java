package dev.reeve.internal.engine.scheduler.decision;

import dev.reeve.AttemptToken;
import dev.reeve.StepPath;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.recovery.EngineFailures;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.engine.scheduler.batch.LaneBatch;
import dev.reeve.internal.engine.scheduler.memory.DueHeap;
import dev.reeve.internal.engine.scheduler.memory.LiveExecution;
import dev.reeve.internal.engine.scheduler.message.Answers;
import dev.reeve.internal.engine.scheduler.message.Message;
import dev.reeve.spi.store.Permit;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Decides what ends an attempt of a transactional step. The lane revokes the permit first. If the agent's transaction
 * has used it, the stored output is applied instead. If that transaction has not ended, the decision waits (ADR 35).
 */
final class TransactionalAttempts {

    /** How long a decision waits for a transaction that has not ended. */
    static final Duration PATIENCE = Duration.ofSeconds(1);

    private TransactionalAttempts() {}

    /** The attempt that this command ends, if it has a permit; null otherwise. */
    static @Nullable AttemptToken endedBy(Command command, ExecutionState state, Instant now) {
        if (!state.plan().hasPermits() || LeftOpenAttempts.kept(command, state) == null) {
            return null;
        }
        return switch (command) {
            case Command.CompleteAttempt c -> ifOpen(c.token(), state);
            case Command.FailAttempt c -> ifOpen(c.token(), state);
            case Command.GiveUpAttempt c -> ifOpen(c.token(), state);
            case Command.LoseAttempt c -> ifOpen(c.token(), state);
            case Command.WakeStep c -> ifOverdue(c.step(), state, now);
            default -> null;
        };
    }

    private static @Nullable AttemptToken ifOpen(AttemptToken token, ExecutionState state) {
        return token.equals(state.permit(token.step())) ? token : null;
    }

    private static @Nullable AttemptToken ifOverdue(StepPath path, ExecutionState state, Instant now) {
        StepState step = state.step(path);
        return step != null && step.open() instanceof Open.Running running && !now.isBefore(running.completeBy())
                ? state.permit(path)
                : null;
    }

    /**
     * The command to decide on, now that the permit is settled.
     *
     * @return null if the decision must wait; what the engine itself found is decided again later
     */
    static @Nullable Command settled(AttemptToken token, Command command, LiveExecution live, LaneBatch batch) {
        return switch (batch.permit(token)) {
            case null -> {
                batch.followUp(new Message.Ask(live.state().id(), command, Answers.LOGGED));
                yield null;
            }
            case Permit.Revoked revoked ->
                command instanceof Command.CompleteAttempt
                        ? new Command.FailAttempt(token, EngineFailures.outputNotStored())
                        : command;
            case Permit.Used(var output) -> {
                batch.settled().add(token);
                yield new Command.ApplyStoredOutput(token, output);
            }
            case Permit.Held held -> {
                if (!isReport(command)) {
                    Instant again = live.time(batch.now()).plus(PATIENCE);
                    live.dues().add(new DueHeap.Due.OfPermit(again, token.step(), token.nonce(), command));
                }
                yield null;
            }
        };
    }

    /** Whether an agent repeats this command until it is answered. */
    private static boolean isReport(Command command) {
        return command instanceof Command.CompleteAttempt || command instanceof Command.FailAttempt;
    }
}
