package dev.reeve.internal.engine.scheduler.decision;

import dev.reeve.AttemptToken;
import dev.reeve.Cause;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.Refusal;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.engine.dispatch.LeftOpen;
import dev.reeve.internal.engine.scheduler.message.Refused;
import dev.reeve.spi.transport.Report;
import org.jspecify.annotations.Nullable;

/**
 * Attempts that their agents have left open. No agent has such an attempt, so none can be lost with it or fall silent:
 * it ends by a report or at complete-by (ADR 61).
 */
public final class LeftOpenAttempts {

    private LeftOpenAttempts() {}

    /** The command to decide on; null if there is nothing to decide, because the attempt is left open. */
    static @Nullable Command kept(Command command, ExecutionState state) {
        return switch (command) {
            case Command.LoseAttempt c -> isOpen(c.token(), state) ? null : command;
            case Command.GiveUpAttempt c -> isOpen(c.token(), state) ? null : command;
            case Command.RecordCheckpoint c -> checkpoint(c, state);
            default -> command;
        };
    }

    private static @Nullable Command checkpoint(Command.RecordCheckpoint command, ExecutionState state) {
        AttemptToken token = command.token();
        boolean mark = LeftOpen.isMark(command.checkpoint(), token.attempt());
        boolean open = isOpen(token, state);
        if (mark && open) {
            return null; // the agent did not hear that it is stored
        }
        StepState step = mark ? state.step(token.step()) : null;
        Json agents = step == null ? command.checkpoint() : LeftOpen.checkpoint(step.checkpoint());
        return mark || open ? new Command.RecordCheckpoint(token, LeftOpen.mark(token.attempt(), agents)) : command;
    }

    private static boolean isOpen(AttemptToken token, ExecutionState state) {
        StepState step = state.step(token.step());
        return step != null
                && step.open() instanceof Open.Running running
                && step.purpose() == token.purpose()
                && running.attempt() == token.attempt()
                && running.nonce() == token.nonce()
                && LeftOpen.isMark(step.checkpoint(), running.attempt());
    }

    /**
     * The report that takes the place of a refused one: an attempt that cannot be left open has failed, because no
     * agent works on it.
     *
     * @return null if the refusal is the verdict
     */
    public static @Nullable Report instead(Report report, Refused refused) {
        boolean full = refused instanceof Refused.Decided decided && decided.refusal() == Refusal.LIMIT;
        return report instanceof Report.LeftOpen && full
                ? new Report.Failed(
                        report.token(),
                        new Failure(Cause.BUSINESS, "NOT_LEFT_OPEN", refused.message(), null, null, true))
                : null;
    }
}
