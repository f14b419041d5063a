package dev.reeve.internal.core.explanation;

import dev.reeve.Budget;
import dev.reeve.Consequence;
import dev.reeve.Event;
import dev.reeve.Explanation;
import dev.reeve.Failure;
import dev.reeve.Forecast;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.Situation;
import dev.reeve.StepExplanation;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.Verb;
import dev.reeve.WaitReason;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.Decision;
import dev.reeve.internal.core.Refusal;
import dev.reeve.internal.core.recovery.RecoveryPolicy;
import dev.reeve.internal.core.recovery.Series;
import dev.reeve.internal.core.rules.AssumedFailure;
import dev.reeve.internal.core.rules.Decider;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.Phase;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.core.state.QueueTimes;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.values.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Explains what an execution waits for, and what happens next. Pure. It has no separate rules: a forecast is the
 * decision of {@link Decider} on a copy of the state, at the time at which it would be made. The decision is not
 * carried out. The forecast is right if nothing else happens before.
 */
public final class Explainer {

    /** The maximum number of steps that are explained. Further steps are only counted. */
    static final int STEPS_MAX = 100;

    private static final List<Verb> OF_STEP = List.of(Verb.RETRY, Verb.PROBE, Verb.RESOLVE, Verb.SKIP);
    private static final List<Verb> OF_EXECUTION = List.of(Verb.CANCEL, Verb.COMPENSATE, Verb.PAUSE, Verb.RESUME);

    private Explainer() {}

    /**
     * Explains what each open step waits for, and what follows.
     *
     * @param state the state of an execution that has started
     * @param escalatedAt when each escalated step was escalated; the state does not contain it
     */
    public static Explanation explain(ExecutionState state, Map<StepPath, Instant> escalatedAt) {
        List<PlanNode> open = openSteps(state);
        List<StepExplanation> steps = explained(state, open.subList(0, Math.min(open.size(), STEPS_MAX)), escalatedAt);
        return new Explanation(
                state.id(), state.status(), SummaryText.summary(state), steps, open.size() - steps.size());
    }

    /**
     * As {@link #explain(ExecutionState, Map)}, for all escalated steps without a maximum: a caller that counts them,
     * or acts on each, needs the complete list.
     *
     * @param state the state of an execution that has started
     * @param escalatedAt when each escalated step was escalated
     */
    public static List<StepExplanation> needingPerson(ExecutionState state, Map<StepPath, Instant> escalatedAt) {
        List<PlanNode> escalated = new ArrayList<>();
        for (PlanNode node : openSteps(state)) {
            if (state.at(node).open() instanceof Open.Idle) {
                escalated.add(node);
            }
        }
        return explained(state, escalated, escalatedAt);
    }

    /** @param nodes the nodes, escalated ones first */
    private static List<StepExplanation> explained(
            ExecutionState state, List<PlanNode> nodes, Map<StepPath, Instant> escalatedAt) {
        List<Verb> ofExecution = List.of();
        // The answer for the execution as a whole is the same for each of its steps, and computing it looks at all of
        // them.
        if (!nodes.isEmpty() && state.at(nodes.getFirst()).open() instanceof Open.Idle) {
            ofExecution = accepted(state, nodes.getFirst(), OF_EXECUTION);
        }
        List<StepExplanation> steps = new ArrayList<>();
        for (PlanNode node : nodes) {
            steps.add(explain(state, node, escalatedAt.get(node.path), ofExecution));
        }
        return steps;
    }

    /**
     * Forecasts what follows if an attempt of a step fails in this way: the open attempt, or else the next one.
     *
     * @param now the time of the store; an attempt whose complete-by is earlier fails at its complete-by
     * @return empty if no attempt of the step is open or starts by itself
     */
    public static Optional<Forecast> whatIf(ExecutionState state, StepPath path, Failure failure, Instant now) {
        PlanNode node = state.node(path);
        if (node == null || !isOpen(state)) {
            return Optional.empty();
        }
        return AssumedFailure.ofFailure(state, path, failure, now)
                .map(rehearsal -> forecast(node, rehearsal.at(), rehearsal.decision()));
    }

    private static boolean isOpen(ExecutionState state) {
        return state.phase != Phase.NEW && state.phase != Phase.ENDED;
    }

    /** The open steps, escalated ones first. */
    private static List<PlanNode> openSteps(ExecutionState state) {
        List<PlanNode> escalated = new ArrayList<>();
        List<PlanNode> busy = new ArrayList<>();
        for (PlanNode node : state.nodes()) {
            StepState step = state.at(node);
            if (step.status() == StepStatus.ESCALATED) {
                escalated.add(node);
            } else if (!(step.open() instanceof Open.Idle)) {
                busy.add(node);
            }
        }
        escalated.addAll(busy);
        return escalated;
    }

    private static StepExplanation explain(
            ExecutionState state, PlanNode node, @Nullable Instant escalatedAt, List<Verb> ofExecution) {
        StepState step = state.at(node);
        boolean calls = node.calls(step.purpose());
        return new StepExplanation(
                node.path,
                step.status(),
                step.purpose(),
                step.action(node, step.purpose()),
                situation(state, node, escalatedAt, ofExecution),
                budget(node, step),
                step.failure(),
                calls ? SummaryText.policy(node, step.purpose(), step.series(step.purpose())) : "",
                next(state, node));
    }

    private static Situation situation(
            ExecutionState state, PlanNode node, @Nullable Instant escalatedAt, List<Verb> ofExecution) {
        StepState step = state.at(node);
        return switch (step.open()) {
            case Open.Ready ready -> new Situation.Queued(ready.since(), state.limit(node));
            case Open.Child child -> new Situation.Child(child.child(), child.since());
            case Open.Running running -> {
                Duration expected = node.expected(step.purpose());
                yield new Situation.Running(
                        running.agent(),
                        null,
                        running.startedAt(),
                        running.completeBy(),
                        node.call(step.purpose()).heartbeat(),
                        expected == null ? null : Times.plus(running.startedAt(), expected));
            }
            case Open.Waiting waiting ->
                new Situation.Waiting(waiting.until(), waiting.reason(), state.awaitedSignal(node.path));
            case Open.Idle idle -> {
                List<Verb> verbs = accepted(state, node, OF_STEP);
                verbs.addAll(ofExecution);
                yield new Situation.NeedsPerson(escalatedAt, verbs);
            }
        };
    }

    /** The verbs that the decider would accept. */
    private static List<Verb> accepted(ExecutionState state, PlanNode node, List<Verb> asked) {
        List<Verb> verbs = new ArrayList<>();
        for (Verb verb : asked) {
            Command command = switch (verb) {
                case RETRY -> new Command.RetryStep(node.path, "");
                case PROBE -> new Command.ProbeStep(node.path, "", "");
                case COMPENSATE -> new Command.Compensate("", "");
                case PAUSE -> new Command.Pause("", "");
                case RESUME -> new Command.Resume("", "");
                case RESOLVE -> new Command.ResolveStep(node.path, Json.NULL, "");
                case SKIP -> new Command.SkipStep(node.path, "");
                case CANCEL -> new Command.Cancel("", "");
                case RERUN -> null; // for ended executions, which have no open step
            };
            if (command != null && isPossible(Decider.decide(state, command, state.startedAt()))) {
                verbs.add(verb);
            }
        }
        return verbs;
    }

    /** Whether the command is possible, apart from the data that the operator would give with it. */
    private static boolean isPossible(Decision decision) {
        return switch (decision) {
            case Decision.Accepted accepted -> true;
            case Decision.Refused refused -> refused.reason() == Refusal.INVALID_DATA;
        };
    }

    private static @Nullable Budget budget(PlanNode node, StepState step) {
        Series series = step.series(step.purpose());
        if (series == null || step.open() instanceof Open.Idle) {
            return null;
        }
        int attempt = step.open() instanceof Open.Running running ? running.attempt() : series.attempts() + 1;
        return budget(node.policy(step.purpose()), series, attempt);
    }

    private static @Nullable Forecast next(ExecutionState state, PlanNode node) {
        return switch (state.at(node).open()) {
            case Open.Running running -> woken(state, node, running.completeBy());
            // An await step without a timeout waits as long as the execution lasts.
            case Open.Waiting waiting when waiting.until().equals(Times.MAX) -> null;
            case Open.Waiting waiting -> state.paused() == null ? woken(state, node, waiting.until()) : null;
            case Open.Ready ready -> {
                Instant until = QueueTimes.until(state, node.path);
                yield until == null ? null : woken(state, node, until);
            }
            case Open.Child child -> null;
            case Open.Idle idle -> null;
        };
    }

    /** The decision when the step's time has come. */
    private static Forecast woken(ExecutionState state, PlanNode node, Instant at) {
        return switch (Decider.decide(state, new Command.WakeStep(node.path), at)) {
            case Decision.Accepted accepted -> forecast(node, at, accepted);
            case Decision.Refused refused -> throw new IllegalStateException("due is due: " + refused.message());
        };
    }

    private static Forecast forecast(PlanNode node, Instant at, Decision.Accepted decision) {
        List<Event> events = decision.events();
        Failure failure = null;
        for (int i = 0; i < events.size() && failure == null; i++) {
            if (events.get(i) instanceof Event.AttemptFailed failed) {
                failure = failed.failure();
                // The events before only created the attempt, and its nonce must stay secret.
                events = events.subList(i, events.size());
            } else if (events.get(i) instanceof Event.StepNotStarted late) {
                failure = late.failure();
            }
        }
        int told = Math.min(events.size(), Forecast.EVENTS_MAX);
        return new Forecast(
                node.path,
                at,
                failure,
                consequence(node, at, events, decision.state()),
                events.subList(0, told),
                events.size() - told,
                decision.state().status());
    }

    /** The consequence of the first event that decides about the step. */
    private static Consequence consequence(PlanNode node, Instant at, List<Event> events, ExecutionState after) {
        boolean closed = false;
        for (Event event : events) {
            if (event instanceof Event.CompensationStarted undone) {
                return new Consequence.Compensate(undone.failure());
            }
            if (event instanceof Event.OfStep own && own.step().equals(node.path)) {
                Consequence consequence = consequence(node, at, own, after);
                if (consequence != null && !(consequence instanceof Consequence.Close)) {
                    return consequence;
                }
                closed |= consequence != null; // unless this turns out to be the reason of the compensation
            }
        }
        if (!closed) {
            throw new IllegalStateException("nothing becomes of step '%s': %s".formatted(node, events));
        }
        return new Consequence.Close();
    }

    private static @Nullable Consequence consequence(
            PlanNode node, Instant at, Event.OfStep event, ExecutionState after) {
        return switch (event) {
            case Event.StepWaiting e
            when e.reason() == WaitReason.PAUSE -> {
                RecoveryPolicy policy = node.policy(e.purpose());
                yield new Consequence.Pause(
                        e.until(), series(node, e.purpose(), after).round(), policy.rounds());
            }
            case Event.StepWaiting e -> new Consequence.Retry(e.until(), e.reason(), budget(node, e.purpose(), after));
            case Event.StepResumed e -> new Consequence.Retry(at, null, budget(node, e.purpose(), after));
            case Event.StepReady e
            when e.purpose() == Purpose.PROBE ->
                new Consequence.Probe(
                        e.name() == null ? node.call(Purpose.PROBE).action() : e.name());
            // Another round of a step with repeat.
            case Event.StepReady e -> new Consequence.Retry(at, null, budget(node, e.purpose(), after));
            case Event.StepEscalated e -> new Consequence.Escalate(e.failure());
            case Event.StepFailed e -> e.continued() ? new Consequence.Continue(e.failure()) : new Consequence.Close();
            case Event.StepSkipped e -> new Consequence.Close();
            case Event.StepCompleted e -> new Consequence.Complete();
            default -> null; // a failed attempt alone does not say what follows
        };
    }

    private static Budget budget(PlanNode node, Purpose purpose, ExecutionState after) {
        Series series = series(node, purpose, after);
        return budget(node.policy(purpose), series, series.attempts() + 1);
    }

    private static Series series(PlanNode node, Purpose purpose, ExecutionState after) {
        return Objects.requireNonNull(after.at(node).series(purpose), "what was tried has a series");
    }

    private static Budget budget(RecoveryPolicy policy, Series series, int attempt) {
        return new Budget(attempt, series.failed() + 1, policy.retry().maxAttempts(), series.round(), policy.rounds());
    }
}
