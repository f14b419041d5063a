package dev.reeve.internal.core.rules;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Failure;
import dev.reeve.Parent;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.Decision;
import dev.reeve.internal.core.Refusal;
import dev.reeve.internal.core.state.Evolution;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.values.Times;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides which events a command leads to. Pure: no clock, no I/O, no thread, no randomness. The same state, command
 * and time give the same decision in production, in a simulation, and in a forecast.
 *
 * <p>The rules are in separate classes: {@link Attempts} and {@link Reports} for agents, {@link OperatorCommands} for
 * operators, {@link WakeUps} for time, {@link ReceivedSignals} for signals, {@link ChildExecutions} for child
 * executions. {@link Consequences} decides on everything that follows, with {@link StepActivation},
 * {@link ForEachItems}, {@link StepResults}, {@link Remedies}, {@link StepFailures}, {@link Compensation} and
 * {@link ExecutionEnd}.
 *
 * <p>The cost of a decision depends on the number of neighbours of the step, not on the number of steps. Only the
 * start of a compensation looks at each step, once.
 */
public final class Decider {

    private Decider() {}

    /**
     * Starts an execution: {@link Event.ExecutionStarted}, followed by the events of the steps that become ready at
     * once.
     *
     * @param started the first event, for the workflow of {@code plan}
     * @param now the time of the store; digits beyond microseconds are cut off
     */
    public static Decision.Accepted start(ExecutionId id, Plan plan, Event.ExecutionStarted started, Instant now) {
        return start(id, plan, started, List.of(), now);
    }

    /**
     * As {@link #start(ExecutionId, Plan, Event.ExecutionStarted, Instant)}, for a delayed execution: it exists from
     * now on and begins later.
     *
     * @param until when it begins; it begins at once if this is not after {@code now}
     */
    public static Decision.Accepted startLater(
            ExecutionId id, Plan plan, Event.ExecutionStarted started, Instant until, Instant now) {
        Instant begin = Times.normal(until);
        if (!begin.isAfter(Times.normal(now))) {
            return start(id, plan, started, now);
        }
        DecisionDraft draft = begun(id, plan, started, now);
        draft.emit(new Event.ExecutionDelayed(begin));
        return draft.accepted();
    }

    /**
     * As {@link #startLater}. The new execution has received a signal before its first step begins. Call
     * {@link #refusal} first.
     *
     * @param until when it begins; null for at once
     */
    public static Decision.Accepted startWith(
            Event.SignalReceived signal,
            ExecutionId id,
            Plan plan,
            Event.ExecutionStarted started,
            @Nullable Instant until,
            Instant now) {
        DecisionDraft draft = begun(id, plan, started, now);
        boolean isLater = until != null && Times.normal(until).isAfter(draft.now());
        if (until != null && isLater) {
            draft.emit(new Event.ExecutionDelayed(Times.normal(until)));
        }
        draft.emit(signal);
        if (!isLater) {
            StepActivation.begin(draft, plan.mainRoots());
            Consequences.follow(draft);
        }
        return draft.accepted();
    }

    /** Why a new execution would refuse a signal; null if it takes the signal. */
    public static Decision.@Nullable Refused refusal(ExecutionId id, Plan plan, Event.SignalReceived signal) {
        return ReceivedSignals.refusal(Evolution.first(id, plan), signal);
    }

    /**
     * As {@link #start(ExecutionId, Plan, Event.ExecutionStarted, Instant)}, for an execution that re-runs or undoes
     * another one.
     *
     * @param taken the steps that it takes over, as found by {@code Reruns} or {@code Reversal}; empty if it takes
     *     over nothing
     */
    public static Decision.Accepted start(
            ExecutionId id,
            Plan plan,
            Event.ExecutionStarted started,
            List<? extends Event.OfStep> taken,
            Instant now) {
        DecisionDraft draft = begun(id, plan, started, now);
        taken.forEach(draft::emit);
        Parent parent = started.parent();
        if (parent != null && parent.undoes() != null) {
            ChildExecutions.undo(draft, parent);
        } else {
            StepActivation.begin(draft, taken.isEmpty() ? plan.mainRoots() : plan.mainSteps());
        }
        Consequences.follow(draft);
        return draft.accepted();
    }

    /**
     * As {@link #start(ExecutionId, Plan, Event.ExecutionStarted, Instant)}, for an execution whose first step fails at
     * once.
     */
    public static Decision.Accepted startFailed(
            ExecutionId id, Plan plan, Event.ExecutionStarted started, Failure failure, Instant now) {
        DecisionDraft draft = begun(id, plan, started, now);
        StepFailures.failWithoutAttempt(draft, plan.node(0), failure);
        Consequences.follow(draft);
        return draft.accepted();
    }

    private static DecisionDraft begun(ExecutionId id, Plan plan, Event.ExecutionStarted started, Instant now) {
        if (!plan.workflow().name().equals(started.workflow())
                || plan.workflow().version() != started.version()) {
            throw new IllegalArgumentException("the plan is that of %s, but the execution is one of %s version %d"
                    .formatted(plan, started.workflow(), started.version()));
        }
        DecisionDraft draft = new DecisionDraft(Evolution.first(id, plan), Times.normal(now));
        draft.emit(started);
        return draft;
    }

    /**
     * Decides on a command and on all its consequences.
     *
     * @param state the state of an execution that has started
     * @param now the time of the store; digits beyond microseconds are cut off
     */
    public static Decision decide(ExecutionState state, Command command, Instant now) {
        DecisionDraft draft = new DecisionDraft(state, Times.normal(now));
        if (OperatorCommands.isRepeated(state, command)) {
            return draft.accepted(); // a bulk operation acts once
        }
        return switch (state.phase) {
            case NEW -> throw new IllegalStateException(state + " has not started: use Decider.start");
            case ENDED -> draft.refuse(Refusal.ENDED, "the execution has ended; nothing can be changed any more");
            case FORWARD, CLOSING, UNDOING, FINALLY -> decide(draft, command);
        };
    }

    private static Decision decide(DecisionDraft draft, Command command) {
        return switch (command) {
            case Command.StartStep c -> Attempts.start(draft, c);
            case Command.StartChild c -> ChildExecutions.start(draft, c);
            case Command.FindRound c -> ChildExecutions.findRound(draft, c);
            case Command.RecordCheckpoint c -> Attempts.recordCheckpoint(draft, c);
            case Command.CompleteAttempt c -> Reports.complete(draft, c);
            case Command.ApplyStoredOutput c -> Reports.applyStored(draft, c);
            case Command.FailAttempt c -> Reports.fail(draft, c);
            case Command.GiveUpAttempt c -> Reports.giveUp(draft, c.token());
            case Command.LoseAttempt c -> Reports.lose(draft, c.token());
            case Command.WakeStep c -> WakeUps.step(draft, c.step());
            case Command.WakeExecution c -> WakeUps.execution(draft);
            case Command.Signal c -> ReceivedSignals.receive(draft, c);
            case Command.Cancel c -> OperatorCommands.cancel(draft, c);
            case Command.Compensate c -> OperatorCommands.compensate(draft, c);
            case Command.Pause c -> OperatorCommands.pause(draft, c);
            case Command.Resume c -> OperatorCommands.resume(draft, c);
            case Command.Move c -> OperatorCommands.move(draft, c);
            case Command.ProbeStep c -> OperatorCommands.probe(draft, c);
            case Command.RetryStep c -> OperatorCommands.retry(draft, c);
            case Command.ResolveStep c -> OperatorCommands.resolve(draft, c);
            case Command.SkipStep c -> OperatorCommands.skip(draft, c);
        };
    }
}
