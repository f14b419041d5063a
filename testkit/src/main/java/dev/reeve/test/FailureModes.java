package dev.reeve.test;

import dev.reeve.ExecutionStatus;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.internal.values.OptionChecks;
import dev.reeve.workflow.Workflow;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
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
 * Injects every fault at every point of a workflow's runs, and checks invariants after each run. Runs in virtual time
 * on the caller's thread. The result is deterministic. Not thread-safe.
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
 * <p>A run without faults finds the points: each commit of the engine, and each attempt to perform, probe or compensate
 * a step. A run for each fault at each point follows. These runs are repeated with one step that its service refuses,
 * before or after the fault, so that compensations run too.
 *
 * <p>The check refuses to start if it cannot find anything: each workflow that a step starts must be
 * {@linkplain #children deployed}, and each action must be performed by {@link #services} or
 * {@link #otherActionsSucceed()}. The check fails if the run without faults does not end COMPLETED (see
 * {@link #faultlessEnd}), or if a compensation was called and succeeded in no run (see {@link #compensationMayFail}).
 * {@link FailureReport} shows how the runs ended.
 *
 * <p>Default invariants, unless {@link #withoutDefaults()}:
 *
 * <ul>
 *   <li>the execution ends, or waits for a person;
 *   <li>no effect happens twice under one idempotency key, as far as scripts know;
 *   <li>if the execution ends with another status than COMPLETED, every effect is undone, except those of
 *       {@code finally} and of {@link #mayStay actions that may stay}.
 * </ul>
 *
 * @param <W> the world outside: the object that your handlers work on, created anew for each run
 */
public final class FailureModes<W> {

    private static final int RUNS_MAX = 20_000;

    private record Named<W>(String name, Invariant<W> invariant) {}

    /** A violated invariant. */
    private record Found(String invariant, Throwable error) {}

    private final Definition workflow;
    private List<Definition> children = List.of();
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

    private FailureModes(Definition workflow, Supplier<W> world) {
        this.workflow = Objects.requireNonNull(workflow, "workflow");
        this.world = Objects.requireNonNull(world, "world");
    }

    /**
     * Checks a workflow with scripts that act on a world of the test.
     *
     * @param world creates the world outside in its state before a run; called once for each run
     */
    public static <W> FailureModes<W> of(Workflow workflow, Supplier<W> world) {
        return new FailureModes<>(DefinitionReader.of(workflow), world);
    }

    /**
     * Checks a workflow with {@linkplain #otherActionsSucceed() services that succeed}, to find mistakes in the
     * definition.
     */
    public static FailureModes<Workflow> of(Workflow workflow) {
        return new FailureModes<>(DefinitionReader.of(workflow), () -> workflow).otherActionsSucceed();
    }

    /**
     * Checks a workflow that takes any input, with services that succeed, the default invariants and one more.
     *
     * @throws InvariantViolatedError with the first fault that violates an invariant
     */
    public static FailureReport check(Workflow workflow, Invariant<Workflow> invariant) {
        return of(workflow).invariant("the invariant", invariant).check();
    }

    /** The input of each run: any value that can be written as JSON. Default {@code {}}. */
    public FailureModes<W> input(Object sample) {
        input = Objects.requireNonNull(sample, "sample");
        return this;
    }

    /** Sets a callback that registers handlers and scripts for the actions. It is called before each run. */
    public FailureModes<W> services(BiConsumer<W, Services> wiring) {
        services = Objects.requireNonNull(wiring, "wiring");
        return this;
    }

    /**
     * Lets all actions that {@link #services} does not set up succeed: see {@link Services#on}. Without this call
     * {@link #check()} refuses such a workflow.
     */
    public FailureModes<W> otherActionsSucceed() {
        otherActionsSucceed = true;
        return this;
    }

    /**
     * The workflows that steps start, directly or indirectly, in any order. Faults are injected into them too. The name
     * {@code ship/pack#1} stands for an attempt of the step {@code pack} in the execution that the step {@code ship}
     * started.
     */
    public FailureModes<W> children(Workflow... workflows) {
        children = Arrays.stream(workflows).map(DefinitionReader::of).toList();
        return this;
    }

    /**
     * Sets how the run without faults must end. The check fails otherwise. It thus catches a workflow that never
     * completes, for example because of a wrong test. Such a workflow holds its invariants under every fault. Default
     * COMPLETED.
     *
     * @param others further statuses that are accepted
     */
    public FailureModes<W> faultlessEnd(ExecutionStatus status, ExecutionStatus... others) {
        faultlessEnds = EnumSet.of(status, others);
        return this;
    }

    /**
     * Accepts that no call of this compensation succeeds, for example because the test makes it fail. Without this
     * call, the check fails for a compensation that was called and succeeded in no run.
     */
    public FailureModes<W> compensationMayFail(String action) {
        mayFail.add(action);
        return this;
    }

    /**
     * Adds an invariant, checked after each run.
     *
     * @param name for the error, as in "a customer pays once"
     */
    public FailureModes<W> invariant(String name, Invariant<W> invariant) {
        invariants.add(new Named<>(name, Objects.requireNonNull(invariant, "invariant")));
        return this;
    }

    /** Accepts that the effect of this action is not undone, for example of a mail. */
    public FailureModes<W> mayStay(String action) {
        stays.add(action);
        return this;
    }

    /** Checks only your own invariants. */
    public FailureModes<W> withoutDefaults() {
        defaults = false;
        return this;
    }

    /**
     * Maximum number of faults in one run. Refusals are not counted. Default 1. With 2, the number of runs is about the
     * square of the number with 1.
     */
    public FailureModes<W> faultsPerRun(int faults) {
        OptionChecks.atLeast(0, "faultsPerRun", faults);
        faultsPerRun = faults;
        return this;
    }

    /** Also injects a cancel by a user as a fault, at every commit. */
    public FailureModes<W> withCancels() {
        cancels = true;
        return this;
    }

    /** The virtual time after which an execution counts as one that never ends. Default 400 days. */
    public FailureModes<W> patience(Duration time) {
        patience = Objects.requireNonNull(time, "time");
        return this;
    }

    /** Maximum number of runs. {@link FailureReport#leftOut()} is the number of runs left out. Default 20,000. */
    public FailureModes<W> runsMax(int runs) {
        OptionChecks.atLeast(1, "runsMax", runs);
        runsMax = runs;
        return this;
    }

    /**
     * Runs the check. Runs with fewer faults come first.
     *
     * @return a summary of the runs, if all invariants held
     * @throws InvariantViolatedError with the first faults that violate an invariant
     * @throws IllegalStateException if a workflow that a step starts is not deployed, or nothing performs an action
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
                    plans.addAll(extended(plan, run));
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
                    "%s, which is not deployed: give it to .children(…)".formatted(String.join("; ", missing)));
        }
        return deployment;
    }

    /** Replays the first run that called the compensation, to report its story. */
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
     * Replays one run.
     *
     * @param faults as in {@link InvariantViolatedError#faults} or its message; empty for none
     * @return the story, in the order of time, if all invariants held
     * @throws InvariantViolatedError if an invariant does not hold
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

    /** Runs a trial and returns it if all invariants held. */
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

    /** Extends the plan by one fault: one new plan for each fault that can happen after the last fault of the plan. */
    private List<List<Fault>> extended(List<Fault> plan, Injector run) {
        List<Point> points = run.points();
        boolean refused = plan.stream().anyMatch(Fault::isRefusal);
        long counted = plan.stream().filter(fault -> !fault.isRefusal()).count();
        int from = plan.isEmpty() ? 0 : points.indexOf(plan.getLast().point()) + 1;
        List<List<Fault>> longer = new ArrayList<>();
        for (Point point : points.subList(from, points.size())) {
            for (Fault fault : possible(point, run.codes(point))) {
                if (fault.isRefusal() ? !refused : counted < faultsPerRun) {
                    List<Fault> next = new ArrayList<>(plan);
                    next.add(fault);
                    longer.add(next);
                }
            }
        }
        return longer;
    }

    private List<Fault> possible(Point point, Set<String> codes) {
        List<Fault> faults = new ArrayList<>();
        for (FaultKind kind : FaultKind.values()) {
            if (kind == FaultKind.REFUSED_WITH) {
                codes.forEach(code -> faults.add(new Fault(kind, point, code)));
            } else if (point.allows(kind) && (cancels || kind != FaultKind.CANCELLED)) {
                faults.add(new Fault(kind, point));
            }
        }
        return faults;
    }

    private @Nullable Found judge(Trial trial, Deployment deployment, W outside) {
        RunOutcome ending = trial.ending();
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

    private @Nullable Found judgeByDefaults(Trial trial, Deployment deployment, RunOutcome ending) {
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
