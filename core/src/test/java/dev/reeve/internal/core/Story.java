package dev.reeve.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AttemptToken;
import dev.reeve.Cause;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.Parent;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.rules.ChildExecutions;
import dev.reeve.internal.core.rules.Decider;
import dev.reeve.internal.core.start.Reruns;
import dev.reeve.internal.core.start.Reversal;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.core.state.Rounds;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.core.state.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One execution and what is done to it, in virtual time. Every decision is checked against what must always hold; see
 * {@link Invariants}.
 */
public final class Story {

    public static final Instant START = Instant.parse("2026-01-31T12:00:00Z");

    /** Those whose steps may have to be undone by another. */
    private static final Map<ExecutionId, Story> CHILDREN = new ConcurrentHashMap<>();

    private final Invariants invariants;
    private ExecutionState state;
    private Instant now = START;
    private int told;

    private Story(Plan plan, Event.ExecutionStarted started, List<? extends Event.OfStep> taken, Instant at) {
        this(plan, started.seed(), at, id -> Decider.start(id, plan, started, taken, at));
    }

    private Story(Plan plan, long seed, Instant at, Function<ExecutionId, Decision.Accepted> start) {
        this.now = at;
        ExecutionId id = new ExecutionId(new UUID(7, seed));
        Decision.Accepted accepted = start.apply(id);
        this.invariants = new Invariants(id, plan);
        this.state = accepted.state();
        invariants.check(accepted.events(), state, now);
    }

    public static Story of(Flow flow) {
        return of(flow, "{}");
    }

    public static Story of(Flow flow, String input) {
        return of(flow.plan(), input, null, 1);
    }

    public static Story of(Flow flow, Duration completeBy) {
        return of(flow.plan(), "{}", START.plus(completeBy), 1);
    }

    public static Story of(Plan plan, String input, @Nullable Instant completeBy, long seed) {
        return new Story(plan, started(plan, input, completeBy, seed), List.of(), START);
    }

    /**
     * The child execution that does the step, or undoes it. The step learns its end when {@link #report} is
     * called.
     */
    public Story child(String name, Plan plan) {
        StepPath path = StepPath.parse(name);
        Event.ExecutionStarted own = state.started();
        ExecutionId undone =
                step(name).purpose() == Purpose.COMPENSATION ? step(name).child() : null;
        StepState step = step(name);
        long seed = own.seed() * 1000 + (undone == null ? 1 : 2) + 2L * step.attempts(step.purpose());
        Rounds rounds = step.rounds();
        ExecutionId previous = undone != null || rounds == null ? null : rounds.child();
        ExecutionId child = new ExecutionId(new UUID(7, seed));
        must(new Command.StartChild(path, child));
        Story other = undone == null ? null : CHILDREN.get(undone);
        Event.ExecutionStarted started = new Event.ExecutionStarted(
                plan.workflow().name(),
                plan.workflow().version(),
                own.namespace(),
                null,
                other == null ? Work.of(state, path).input() : other.state.input(),
                0,
                Map.of(),
                null,
                seed,
                null,
                null,
                null,
                new Parent(token(name), state.depth() + 1, undone, previous));
        List<Event.OfStep> taken =
                other == null ? List.of() : ((Reversal.Possible) Reversal.of(other.state, other.history())).taken();
        Story story = new Story(plan, started, taken, now);
        CHILDREN.put(story.state.id(), story);
        return story;
    }

    /** The round before the one that is undone is next; or the step is undone, if there is none. */
    public Story findRound(String name) {
        Story undone = CHILDREN.get(step(name).child());
        Parent parent = Objects.requireNonNull(
                Objects.requireNonNull(undone).state.started().parent());
        return must(new Command.FindRound(StepPath.parse(name), parent.previous()));
    }

    /** A child that has ended says so. */
    public Story report(Story child) {
        return must(ChildExecutions.report(
                Objects.requireNonNull(child.state.started().parent()), child.state));
    }

    /** One that begins later. */
    public static Story later(Plan plan, String input, Duration delay, @Nullable Duration completeBy, long seed) {
        Instant begin = START.plus(delay);
        Event.ExecutionStarted started = started(plan, input, completeBy == null ? null : begin.plus(completeBy), seed);
        return new Story(plan, seed, START, id -> Decider.startLater(id, plan, started, begin, START));
    }

    /**
     * One that begins with a signal.
     *
     * @param delay how much later it begins; zero for at once
     */
    public static Story with(Event.SignalReceived signal, Plan plan, Duration delay) {
        return new Story(
                plan,
                1,
                START,
                id -> Decider.startWith(signal, id, plan, started(plan, "{}", null, 1), START.plus(delay), START));
    }

    /** The outcome of a re-run by {@code ann}. */
    public Reruns.Answer planRerun(String from, @Nullable String input) {
        Json edited = input == null ? null : new Json(input);
        ExecutionId undone = Reruns.undoneBy(state);
        Story other = undone == null ? null : CHILDREN.get(undone);
        return planRerun(from, edited, other == null ? null : other.state);
    }

    /** The outcome of a re-run by {@code ann}, with the execution that this one undid. */
    public Reruns.Answer planRerun(String from, @Nullable Json input, @Nullable ExecutionState undone) {
        return Reruns.plan(state, undone, history(), new Reruns.Wish(StepPath.of(from), "ann", "mended", input));
    }

    public List<String> whyNotRerun(String from) {
        return ((Reruns.Answer.Impossible) planRerun(from, null)).reasons();
    }

    public Story rerun(String from) {
        return rerun(from, null);
    }

    /** A new execution that does this one again. */
    public Story rerun(String from, @Nullable String input) {
        return rerun((Reruns.Answer.Possible) planRerun(from, input), input);
    }

    public Story rerun(Reruns.Answer.Possible possible, @Nullable String input) {
        Event.ExecutionStarted old = state.started();
        Event.ExecutionStarted again = new Event.ExecutionStarted(
                old.workflow(),
                state.plan().workflow().version(),
                old.namespace(),
                null,
                input == null ? old.input() : new Json(input),
                old.priority(),
                old.labels(),
                null,
                old.seed() + 1_000_000,
                null,
                null,
                possible.rerun(),
                null);
        return new Story(state.plan(), again, possible.taken(), now);
    }

    public static Event.ExecutionStarted started(Plan plan, String input, @Nullable Instant completeBy, long seed) {
        return new Event.ExecutionStarted(
                plan.workflow().name(),
                plan.workflow().version(),
                "default",
                "order-1",
                new Json(input),
                0,
                Map.of(),
                completeBy,
                seed);
    }

    public ExecutionState state() {
        return state;
    }

    public Instant now() {
        return now;
    }

    public StepState step(String name) {
        return Objects.requireNonNull(state.step(StepPath.parse(name)));
    }

    public StepStatus status(String name) {
        return step(name).status();
    }

    public List<Event> history() {
        return invariants.history();
    }

    public Invariants invariants() {
        return invariants;
    }

    /** The events since the last call, as {@code StepReady(a)}, without those named {@code StepStarted}. */
    public List<String> news() {
        List<String> news = new ArrayList<>();
        for (Event event : history().subList(told, history().size())) {
            if (!(event instanceof Event.StepStarted)) {
                news.add(Events.brief(event));
            }
        }
        told = history().size();
        return news;
    }

    public Decision give(Command command) {
        if (command instanceof Command.Move move) {
            invariants.knows(move.to());
        }
        Decision decision = Decider.decide(state, command, now);
        switch (decision) {
            case Decision.Accepted accepted -> {
                assertThat(accepted.events()).isNotEmpty();
                state = accepted.state();
                invariants.check(accepted.events(), state, now);
            }
            case Decision.Refused refused -> {
                ExecutionState before = state;
                state = refused.state();
                invariants.check(refused.evidence(), state, now);
                assertThat(refused.message()).contains(before.id().toString());
            }
        }
        return decision;
    }

    public Story must(Command command) {
        assertThat(give(command)).as(command.toString()).isInstanceOf(Decision.Accepted.class);
        return this;
    }

    public Refusal refused(Command command) {
        Decision decision = give(command);
        assertThat(decision).as(command.toString()).isInstanceOf(Decision.Refused.class);
        return ((Decision.Refused) decision).reason();
    }

    public Story later(Duration duration) {
        now = now.plus(duration);
        return this;
    }

    public Story at(Instant instant) {
        now = instant;
        return this;
    }

    /** Hands the step to an agent, for any purpose. */
    public AttemptToken start(String name) {
        must(new Command.StartStep(StepPath.parse(name), "agent-1"));
        return token(name);
    }

    /** The token of the open attempt. */
    public AttemptToken token(String name) {
        return Objects.requireNonNull(Work.of(state, StepPath.parse(name)).token());
    }

    private AttemptToken open(String name) {
        return step(name).open() instanceof Open.Running ? token(name) : start(name);
    }

    /** The step is handed out, if it is not already, and the attempt succeeds, for any purpose. */
    public Story done(String name) {
        return done(name, "\"" + name + "\"");
    }

    public Story done(String name, String output) {
        return must(new Command.CompleteAttempt(open(name), new Json(output)));
    }

    public Story fails(String name, Failure failure) {
        return must(new Command.FailAttempt(open(name), failure));
    }

    /** An agent has it and is never heard of again; the time is complete-by. */
    public Story fallsSilent(String name) {
        open(name);
        return due(name);
    }

    public Story lost(String name) {
        return must(new Command.LoseAttempt(open(name)));
    }

    /** The time comes for which the step waits, or its complete-by. */
    public Story due(String name) {
        Instant due = switch (step(name).open()) {
            case Open.Waiting waiting -> waiting.until();
            case Open.Running running -> running.completeBy();
            case Open.Idle idle -> throw new AssertionError(name + " is idle");
            case Open.Ready ready -> throw new AssertionError(name + " is ready");
            case Open.Child child -> throw new AssertionError(name + " is done by " + child);
        };
        now = due.isAfter(now) ? due : now;
        return must(new Command.WakeStep(StepPath.parse(name)));
    }

    /** Waits, if need be, until the step is queued for an agent. */
    public Story untilReady(String name) {
        if (step(name).open() instanceof Open.Waiting) {
            due(name);
        }
        assertThat(step(name).open()).isInstanceOf(Open.Ready.class);
        return this;
    }

    public Story cancel() {
        return must(new Command.Cancel("ann", "not wanted any more"));
    }

    public Story retry(String name) {
        return must(new Command.RetryStep(StepPath.parse(name), "ann"));
    }

    public Story resolve(String name, String output) {
        return must(new Command.ResolveStep(StepPath.parse(name), new Json(output), "ann"));
    }

    public Story signal(String name, String data) {
        return must(new Command.Signal(name, null, new Json(data), "ann"));
    }

    public Story skip(String name) {
        return must(new Command.SkipStep(StepPath.parse(name), "ann"));
    }

    public static Failure transientFailure() {
        return failure(Cause.TRANSIENT, false);
    }

    public static Failure business() {
        return failure(Cause.BUSINESS, false);
    }

    public static Failure failure(Cause cause, boolean possiblyDone) {
        return new Failure(cause, "TEST_" + cause, "as the test wants it", null, null, possiblyDone);
    }

    public static Failure throttled(Duration retryAfter) {
        return new Failure(Cause.THROTTLED, "SLOW_DOWN", "come back later", null, retryAfter, false);
    }
}
