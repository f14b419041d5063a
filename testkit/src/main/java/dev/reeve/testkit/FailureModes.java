package dev.reeve.testkit;

import dev.reeve.core.ExecutionStatus;
import dev.reeve.model.Workflow;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tries everything that can go wrong with a workflow, one fault at every point of every run, and checks after each that what
 * must hold does. Runs in virtual time on the caller's thread, and does the same each time. Not thread-safe.
 *
 * <pre>{@code
 * FailureModes.of(order, Shop::new)
 *         .input(Map.of("card", "4242", "amount", 10))
 *         .services((shop, services) -> services
 *                 .handle("payment.charge", Charge.class, shop::charge)
 *                 .handle("payment.refund", shop::refund))
 *         .invariant("a customer pays once, or not at all", (shop, end) ->
 *                 assertThat(shop.paid()).isEqualTo(end.status() == ExecutionStatus.COMPLETED ? 10 : 0))
 *         .check();
 * }</pre>
 *
 * <p>A run without faults shows the points: each commit of the engine, and each attempt to do, ask about or undo a step. Then
 * follows a run for each fault at each point, and the same with one step refused by its service before or after that, so
 * that everything is undone at least once.
 *
 * <p>A check that could not find anything does not begin: each workflow that a step starts must be {@linkplain #children
 * deployed}, and each action performed by {@link #services} or {@link #otherActionsSucceed()}. Nor is it green: the run without faults
 * must end COMPLETED ({@link #faultlessEnd}), and each compensation that was called for must have worked in some run
 * ({@link #compensationMayFail}). {@link FailureReport} tells how runs ended.
 *
 * <p>Always checked, unless {@link #withoutDefaults()}:
 *
 * <ul>
 *   <li>the execution ends, or is in front of a person;
 *   <li>no effect happens twice under one idempotency key, as far as scripts know;
 *   <li>if it ends in any other way than completed, every effect is undone, except those of {@code finally} and of
 *       {@link #mayStay actions that may stay}.
 * </ul>
 *
 * @param <W> the world outside: what your handlers work on, made anew for each run
 */
public final class FailureModes<W> {

    private static final int RUNS_MAX = 20_000;

    private record Named<W>(String name, Invariant<W> invariant) {}

    /** What a run was found to be. */
    private record Found(String invariant, Throwable error) {}

    private final Workflow workflow;
    private List<Workflow> children = List.of();
    private final Supplier<W> world;
    private Object input = Map.of();
    private BiConsumer<W, Services> services = (outside, nobody) -> {};
    private final List<Named<W>> invariants = new ArrayList<>();
    private final Set<String> stays = new HashSet<>();
    private final Set<String> mayFail = new HashSet<>();
    private Set<ExecutionStatus> faultlessEnds = EnumSet.of(ExecutionStatus.COMPLETED);
    private boolean otherActionsSucceed;
    private boolean defaults = true;
    private boolean cancels;
    private int faultsPerRun = 1;
    private int runsMax = RUNS_MAX;
    private Duration patience = Duration.ofDays(400);

    private FailureModes(Workflow workflow, Supplier<W> world) {
        this.workflow = Objects.requireNonNull(workflow, "workflow");
        this.world = Objects.requireNonNull(world, "world");
    }

    /**
     * @param world makes the world outside as it is before a run; called once for each
     */
    public static <W> FailureModes<W> of(Workflow workflow, Supplier<W> world) {
        return new FailureModes<>(workflow, world);
    }

    /** With {@linkplain #otherActionsSucceed() services that do well}, so that mistakes of the definition show. */
    public static FailureModes<Workflow> of(Workflow workflow) {
        return new FailureModes<>(workflow, () -> workflow).otherActionsSucceed();
    }

    /**
     * The short form: a workflow that takes any input, services that do well, the default invariants and one more.
     *
     * @throws InvariantViolatedError with the first fault after which one does not hold
     */
    public static FailureReport check(Workflow workflow, Invariant<Workflow> invariant) {
        return of(workflow).invariant("the invariant", invariant).check();
    }

    /** What each run is started with: anything that can be written as JSON. Default {@code {}}. */
    public FailureModes<W> input(Object sample) {
        input = Objects.requireNonNull(sample, "sample");
        return this;
    }

    /** Called before each run, to say what performs the actions. */
    public FailureModes<W> services(BiConsumer<W, Services> wiring) {
        services = Objects.requireNonNull(wiring, "wiring");
        return this;
    }

    /** All actions of which {@link #services} says nothing are done well: see {@link Services#on}. They are refused otherwise. */
    public FailureModes<W> otherActionsSucceed() {
        otherActionsSucceed = true;
        return this;
    }

    /**
     * The workflows that steps start, and those that these start; in any order. Faults befall them, too: an attempt of the step
     * {@code pack} of what the step {@code ship} has started is called {@code ship/pack#1}.
     */
    public FailureModes<W> children(Workflow... workflows) {
        children = List.of(workflows);
        return this;
    }

    /**
     * How the run without faults must end, which otherwise is a finding: a workflow that never completes, if only because its test
     * is wrong, holds whatever goes wrong. Default COMPLETED.
     *
     * @param others more ways that are right, too
     */
    public FailureModes<W> faultlessEnd(ExecutionStatus status, ExecutionStatus... others) {
        faultlessEnds = EnumSet.of(status, others);
        return this;
    }

    /**
     * It is right that no call of this compensation succeeds; as of one of which the test says that it fails. A compensation that
     * is called for and works in no run is a finding otherwise.
     */
    public FailureModes<W> compensationMayFail(String action) {
        mayFail.add(action);
        return this;
    }

    /**
     * Something that must hold after each run.
     *
     * @param name for the error, as in "a customer pays once"
     */
    public FailureModes<W> invariant(String name, Invariant<W> invariant) {
        invariants.add(new Named<>(name, Objects.requireNonNull(invariant, "invariant")));
        return this;
    }

    /** The effect of this action need not be undone; as of a mail. */
    public FailureModes<W> mayStay(String action) {
        stays.add(action);
        return this;
    }

    /** Only your own invariants are checked. */
    public FailureModes<W> withoutDefaults() {
        defaults = false;
        return this;
    }

    /**
     * How many faults befall one run at most; a refusal is not counted. Default 1. With 2 the number of runs is about the
     * square of what it is with 1.
     */
    public FailureModes<W> faultsPerRun(int faults) {
        if (faults < 0) {
            throw new IllegalArgumentException("faultsPerRun: expected 0 or more, found " + faults);
        }
        faultsPerRun = faults;
        return this;
    }

    /** That somebody cancels the execution counts as a fault, too, and is tried at every commit. */
    public FailureModes<W> withCancels() {
        cancels = true;
        return this;
    }

    /** After this much virtual time an execution counts as one that never ends. Default 400 days. */
    public FailureModes<W> patience(Duration time) {
        patience = Objects.requireNonNull(time, "time");
        return this;
    }

    /** How many runs are made at most; the report says how many were left. Default 20,000. */
    public FailureModes<W> runsMax(int runs) {
        if (runs < 1) {
            throw new IllegalArgumentException("runsMax: expected 1 or more, found " + runs);
        }
        runsMax = runs;
        return this;
    }

    /**
     * Tries everything, runs with fewer faults first.
     *
     * @return what was tried, if all invariants held
     * @throws InvariantViolatedError with the first faults after which one does not hold
     * @throws IllegalStateException if a workflow that a step starts is not deployed, or nothing was said of an action
     */
    public FailureReport check() {
        Deque<List<Fault>> plans = new ArrayDeque<>();
        plans.add(List.of());
        Tally tally = new Tally(deployment());
        while (tally.runs() < runsMax && !plans.isEmpty()) {
            List<Fault> plan = plans.remove();
            try (Trial trial = trial(plan, tally.runs() + 1)) {
                tally.note(plan, trial);
                Injector run = trial.injector();
                if (run.happened().size() == plan.size()) {
                    plans.addAll(extended(plan, run.points()));
                }
            }
        }
        tally.hopeless(mayFail).ifPresent(this::fail);
        return tally.report(plans.size());
    }

    private Deployment deployment() {
        Deployment deployment = new Deployment(workflow, children);
        List<String> missing = deployment.missing();
        if (!missing.isEmpty()) {
            throw new IllegalStateException(
                    "%s, which nobody deploys: give it to .children(…)".formatted(String.join("; ", missing)));
        }
        return deployment;
    }

    /** Makes the run again in which it was called for first, for its story. */
    private void fail(Tally.Hopeless compensation) {
        Found found = new Found(
                "what is to be undone can be undone",
                new AssertionError(
                        "step '%s' was to be undone in %,d runs, and %s, which undoes it, did not succeed in one of them; in the first it ended with %s\nIf that is meant: .compensationMayFail(\"%s\")"
                                .formatted(
                                        compensation.step(),
                                        compensation.tried(),
                                        compensation.action(),
                                        compensation.failure(),
                                        compensation.action())));
        try (Trial trial = trial(compensation.example(), compensation.run())) {
            throw violated(found, compensation.example(), trial, compensation.run());
        }
    }

    /**
     * Makes exactly one run again.
     *
     * @param faults as {@link InvariantViolatedError#faults} or its message says; empty for none
     * @return what happened, in the order of time, if all invariants held
     * @throws InvariantViolatedError if one does not hold
     * @throws IllegalArgumentException if {@code faults} cannot be read, or one of them did not happen
     */
    public List<String> replay(String faults) {
        List<Fault> plan = Fault.read(faults);
        try (Trial trial = trial(plan, 1)) {
            Set<Fault> happened = trial.injector().happened();
            if (happened.size() < plan.size()) {
                Set<Fault> not = new LinkedHashSet<>(plan);
                not.removeAll(happened);
                throw new IllegalArgumentException(
                        "the run never came to %s: the workflow, the handlers or the kit have changed since"
                                .formatted(Fault.write(List.copyOf(not))));
            }
            return trial.story();
        }
    }

    /** One that was run, and in which all held. */
    private Trial trial(List<Fault> plan, int number) {
        Deployment deployment = deployment();
        Trial trial = new Trial(deployment, otherActionsSucceed, input, plan);
        W outside = world.get();
        services.accept(outside, trial.services());
        trial.run(patience);
        Found found = judge(trial, deployment, outside);
        if (found == null && plan.isEmpty()) {
            found = judgeFaultless(trial.ending().status());
        }
        if (found != null) {
            throw violated(found, plan, trial, number);
        }
        return trial;
    }

    private @Nullable Found judgeFaultless(ExecutionStatus status) {
        if (faultlessEnds.contains(status)) {
            return null;
        }
        return new Found(
                "it ends %s if nothing goes wrong".formatted(words(faultlessEnds)),
                new AssertionError(
                        "it ends %s. If that is meant: .faultlessEnd(ExecutionStatus.%s)".formatted(status, status)));
    }

    private static String words(Set<ExecutionStatus> statuses) {
        return statuses.stream().map(ExecutionStatus::name).collect(Collectors.joining(" or "));
    }

    /** The plan with one more fault, for each that may happen after all that it has. */
    private List<List<Fault>> extended(List<Fault> plan, List<Point> points) {
        boolean refused = plan.stream().anyMatch(Fault::isRefusal);
        long counted = plan.stream().filter(fault -> !fault.isRefusal()).count();
        int from = plan.isEmpty() ? 0 : points.indexOf(plan.getLast().point()) + 1;
        List<List<Fault>> longer = new ArrayList<>();
        for (Point point : points.subList(from, points.size())) {
            for (FaultKind kind : FaultKind.values()) {
                Fault fault = new Fault(kind, point);
                if (point.allows(kind)
                        && (cancels || kind != FaultKind.CANCELLED)
                        && (fault.isRefusal() ? !refused : counted < faultsPerRun)) {
                    List<Fault> next = new ArrayList<>(plan);
                    next.add(fault);
                    longer.add(next);
                }
            }
        }
        return longer;
    }

    private @Nullable Found judge(Trial trial, Deployment deployment, W outside) {
        Ending ending = trial.ending();
        if (defaults) {
            Found found = judgeByDefaults(trial, deployment, ending);
            if (found != null) {
                return found;
            }
        }
        for (Named<W> named : invariants) {
            try {
                named.invariant().check(outside, ending);
            } catch (Exception | AssertionError e) {
                return new Found(named.name(), e);
            }
        }
        return null;
    }

    private @Nullable Found judgeByDefaults(Trial trial, Deployment deployment, Ending ending) {
        if (!trial.isSettled()) {
            return new Found(
                    "it ends, or is in front of a person",
                    new AssertionError("after %s it still waits: %s".formatted(patience, trial.unrest())));
        }
        for (Effect effect : ending.effects()) {
            if (effect.times() > 1) {
                return new Found(
                        "nothing is done twice under one idempotency key",
                        new AssertionError("%s of step '%s' was done %d times"
                                .formatted(effect.action(), effect.step(), effect.times())));
            }
            boolean mustBeUndone = ending.status().isTerminal() && ending.status() != ExecutionStatus.COMPLETED;
            if (mustBeUndone && !effect.isUndone() && !stays(trial, deployment, effect)) {
                return new Found(
                        "what was done is undone unless the execution is completed",
                        new AssertionError("the execution ended %s, and %s of step '%s' was done and never undone"
                                .formatted(ending.status(), effect.action(), effect.step())));
            }
        }
        return null;
    }

    private boolean stays(Trial trial, Deployment deployment, Effect effect) {
        return stays.contains(effect.action())
                || trial.members().stream()
                        .filter(member -> member.id().equals(effect.execution()))
                        .anyMatch(member -> deployment.isFinal(
                                member.started().workflow(), effect.step().step()));
    }

    private InvariantViolatedError violated(Found found, List<Fault> plan, Trial trial, int number) {
        List<String> story = trial.story();
        String faults = Fault.write(plan);
        StringBuilder message = new StringBuilder("workflow '%s' breaks an invariant: %s\n  %s\n"
                .formatted(
                        workflow.name(),
                        found.invariant(),
                        String.valueOf(found.error().getMessage()).strip().replace("\n", "\n  ")));
        message.append(plan.isEmpty() ? "although nothing goes wrong.\n" : "when\n");
        plan.forEach(fault -> message.append("  - ").append(fault.words()).append('\n'));
        message.append("What happened:\n");
        story.forEach(line -> message.append("  ").append(line).append('\n'));
        message.append("To make this run again: replay(\"%s\"). It was run %,d.".formatted(faults, number));
        return new InvariantViolatedError(message.toString(), found.invariant(), faults, story, found.error());
    }
}
