package dev.reeve.internal.engine.scheduler.message;

import dev.reeve.Event;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.state.ExecutionState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Estimates how many bytes objects take in memory: their texts, and a fixed number for the rest. The estimates are
 * cheap and never change for the same object, so that what is added to an account can be removed again.
 */
public final class Weights {

    /** A swapped-out execution: its id, its deadlines and its place in the queues. */
    public static final long SWAPPED_OUT = 512;

    private static final long EXECUTION = 2_048;
    private static final long STEP = 128;
    private static final long MESSAGE = 256;
    private static final long EVENT = 64;

    private Weights() {}

    /** An execution in memory, without the texts of its history. */
    public static long of(ExecutionState state) {
        return EXECUTION + STEP * state.plan().size();
    }

    public static long of(StartRequest request) {
        Event.SignalReceived signal = request.signal();
        return MESSAGE
                + text(request.started().input())
                + of(request.taken())
                + text(signal == null ? null : signal.data());
    }

    public static long of(Message message) {
        return switch (message) {
            case Message.Begin begin -> of(begin.request());
            case Message.Ask ask -> of(ask.command());
            case Message.Orphan orphan -> MESSAGE;
            case Message.Grant grant -> MESSAGE;
            case Message.StartChild start -> MESSAGE;
            case Message.Wake wake -> MESSAGE;
            case Message.AwaitEnd await -> MESSAGE;
            case Message.Arrive arrive -> MESSAGE;
            case Message.Sweep sweep -> MESSAGE;
            case Message.Forwarded forwarded -> of(forwarded.letter().open());
            case Message.Pass pass -> MESSAGE;
            case Message.Release release -> MESSAGE;
            case Message.Acquire acquire -> MESSAGE;
        };
    }

    public static long of(Command command) {
        return MESSAGE
                + switch (command) {
                    case Command.CompleteAttempt complete -> text(complete.output());
                    case Command.FailAttempt fail -> text(fail.failure());
                    case Command.RecordCheckpoint record -> text(record.checkpoint());
                    case Command.Signal signal -> text(signal.data());
                    case Command.RetryStep retry -> text(retry.input());
                    case Command.ResolveStep resolve -> text(resolve.output());
                    default -> 0; // only names and reasons
                };
    }

    /** The approximate length of the events as text. */
    public static long of(List<? extends Event> events) {
        long bytes = 0;
        for (Event event : events) {
            bytes += EVENT
                    + switch (event) {
                        case Event.ExecutionStarted started -> text(started.input());
                        case Event.StepTaken taken -> text(taken.input()) + text(taken.output());
                        case Event.StepReady ready -> text(ready.input());
                        case Event.ItemsStarted started -> text(started.items());
                        case Event.RoundEnded ended -> text(ended.output());
                        case Event.RoundUndone undone -> text(undone.output());
                        case Event.CheckpointRecorded recorded -> text(recorded.checkpoint());
                        case Event.AttemptFailed failed -> text(failed.failure());
                        case Event.StepCompleted completed -> text(completed.output());
                        case Event.StepResolved resolved -> text(resolved.output());
                        case Event.StepCompensated compensated -> text(compensated.output());
                        case Event.LateReportKept kept -> text(kept.output());
                        case Event.SignalReceived received -> text(received.data());
                        case Event.FinallyStarted started -> text(started.output());
                        case Event.ExecutionCompleted completed -> text(completed.output());
                        default -> 0; // only names, times and reasons
                    };
        }
        return bytes;
    }

    private static long text(@Nullable Json json) {
        return json == null ? 0 : json.text().length();
    }

    private static long text(Failure failure) {
        return failure.message().length();
    }
}
