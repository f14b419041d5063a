package dev.reeve.internal.engine.client.reading;

import dev.reeve.Event;
import dev.reeve.ExecutionDescription;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionSummary;
import dev.reeve.Explanation;
import dev.reeve.HistoryEntry;
import dev.reeve.Parent;
import dev.reeve.StepActivity;
import dev.reeve.StepDescription;
import dev.reeve.StepPath;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.internal.core.explanation.Explainer;
import dev.reeve.internal.core.explanation.ExplanationEdit;
import dev.reeve.internal.core.state.ErrorData;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.core.state.Work;
import dev.reeve.internal.engine.client.deployment.JobDefinition;
import dev.reeve.internal.values.Times;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Builds descriptions of executions from their histories. */
final class Descriptions {

    private Descriptions() {}

    /**
     * @param rerunAs null if this execution was not re-run
     */
    static ExecutionDescription describe(
            ExecutionRow row, ExecutionState state, List<JournalRow> journal, @Nullable ExecutionId rerunAs) {
        return describe(summary(row, action(state)), state, journal, rerunAs);
    }

    /**
     * Describes a state that was, from what the history alone says.
     *
     * @param journal the rows that lead to this state
     */
    static ExecutionDescription past(ExecutionState state, List<JournalRow> journal) {
        Event.ExecutionStarted started = state.started();
        ExecutionSummary summary = new ExecutionSummary(
                state.id(),
                started.key(),
                started.workflow(),
                state.plan().workflow().version(),
                action(state),
                state.status(),
                started.priority(),
                started.labels(),
                state.startedAt(),
                state.endedAt(),
                ErrorData.line(state));
        return describe(summary, state, journal, null);
    }

    /**
     * Explains a state. The caller of a job knows its action, and not the workflow that was made from it.
     *
     * @param escalatedAt when each escalated step was escalated
     */
    static Explanation explain(ExecutionState state, Map<StepPath, Instant> escalatedAt) {
        Explanation explanation = Explainer.explain(state, escalatedAt);
        String action = action(state);
        return action == null
                ? explanation
                : ExplanationEdit.summary(
                        explanation,
                        "It is a job that calls the action '%s'. %s".formatted(action, explanation.summary()));
    }

    private static @Nullable String action(ExecutionState state) {
        return JobDefinition.action(state.plan().workflow()).orElse(null);
    }

    private static ExecutionDescription describe(
            ExecutionSummary summary, ExecutionState state, List<JournalRow> journal, @Nullable ExecutionId rerunAs) {
        Map<StepPath, Instant> began = new HashMap<>();
        Map<StepPath, Instant> since = new HashMap<>();
        Set<StepPath> taken = new HashSet<>();
        for (HistoryEntry entry : history(journal)) {
            if (entry.event() instanceof Event.OfStep event) {
                began.putIfAbsent(event.step(), entry.at());
                since.put(event.step(), entry.at());
            }
            if (entry.event() instanceof Event.StepTaken event) {
                taken.add(event.step());
            }
        }
        List<StepDescription> steps = new ArrayList<>();
        for (StepPath path : state.paths()) {
            StepState step = state.step(path);
            if (step != null) {
                steps.add(new StepDescription(
                        path,
                        step.status(),
                        step.purpose(),
                        step.attempts(step.purpose()),
                        activity(step.open(), expected(state, path, step), state.awaitedSignal(path)),
                        began.get(path),
                        since.get(path),
                        taken.contains(path),
                        step.child(),
                        step.checkpoint(),
                        step.output(),
                        step.failure(),
                        step.evidence()));
            }
        }
        Parent parent = state.started().parent();
        return new ExecutionDescription(
                summary,
                state.status(),
                state.input(),
                state.output(),
                state.completeBy(),
                state.failure(),
                ErrorData.step(state),
                state.started().rerun(),
                rerunAs,
                parent == null ? null : parent.execution(),
                parent == null ? null : parent.undoes(),
                steps);
    }

    private static @Nullable Duration expected(ExecutionState state, StepPath path, StepState step) {
        return step.open() instanceof Open.Running ? Work.of(state, path).expected() : null;
    }

    /**
     * Leaves out the nonce of a running attempt, because anyone who knows it can report in the agent's place.
     *
     * @param expected how long a running attempt usually takes; null if not defined
     * @param signal the signal that the step awaits; null if it awaits none
     */
    static StepActivity activity(Open open, @Nullable Duration expected, @Nullable String signal) {
        return switch (open) {
            case Open.Idle idle -> new StepActivity.Idle();
            case Open.Ready ready -> new StepActivity.Queued(ready.since());
            case Open.Running running ->
                new StepActivity.Running(
                        running.attempt(),
                        running.agent(),
                        running.startedAt(),
                        running.completeBy(),
                        expected == null ? null : Times.plus(running.startedAt(), expected));
            case Open.Child child -> new StepActivity.Child(child.child(), child.since());
            case Open.Waiting waiting -> new StepActivity.Waiting(waiting.until(), waiting.reason(), signal);
        };
    }

    static List<HistoryEntry> history(List<JournalRow> journal) {
        List<HistoryEntry> entries = new ArrayList<>();
        for (JournalRow row : journal) {
            for (Event event : EventCodec.read(row.events())) {
                entries.add(new HistoryEntry(row.seq(), row.at(), event));
            }
        }
        return entries;
    }

    /** @param action what a job calls; null if it is not a job */
    static ExecutionSummary summary(ExecutionRow row, @Nullable String action) {
        return new ExecutionSummary(
                row.id(),
                row.key(),
                row.workflow(),
                row.version(),
                action,
                row.status(),
                row.priority(),
                row.labels(),
                row.startedAt(),
                row.endedAt(),
                row.error());
    }
}
