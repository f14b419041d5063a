package dev.reeve.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AttemptToken;
import dev.reeve.Cause;
import dev.reeve.ExecutionId;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.rules.Compatibility;
import dev.reeve.internal.core.start.Reruns;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.core.state.QueueTimes;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.core.state.Work;
import dev.reeve.internal.values.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * One execution of a random workflow among agents, a supervisor and operators who act at random:
 * reports are lost, late, repeated, reordered and forged, steps are woken at any time, time leaps. Then the world calms
 * down, and the execution must end.
 */
final class RandomRun {

    private static final int CALM_MAX = 2000;

    private final RandomGenerator random;
    private Story story;
    /** All tokens ever handed out, open or not. */
    private final List<AttemptToken> tokens = new ArrayList<>();
    /** How much can go wrong in this run: from nothing to everything. */
    private final int trouble;

    private final RandomCommands commands;
    /** Apart from the rest, so that one run in three is about versions, and the others stay as they are without it. */
    private final RandomGenerator moving;

    private final boolean moves;

    RandomRun(RandomGenerator random, long seed) {
        this.random = random;
        Plan plan = new RandomFlow(random).next().plan();
        Instant completeBy = random.nextInt(4) == 0 ? Story.START.plusSeconds(random.nextInt(600)) : null;
        String input = "{\"n\":" + random.nextInt(4) + "}";
        this.story = seed % 5 == 0 && completeBy == null
                ? Story.later(plan, input, Duration.ofSeconds(seed % 100), null, seed)
                : Story.of(plan, input, completeBy, seed);
        this.trouble = random.nextInt(100);
        this.commands = new RandomCommands(random, trouble);
        this.moving = new SplittableRandom(seed);
        this.moves = seed % 3 == 0;
    }

    Story run() {
        int actions = random.nextInt(120);
        for (int i = 0; i < actions; i++) {
            somethingHappens();
            if (moves && moving.nextInt(20) == 0) {
                move();
            }
        }
        calmDown();
        rerun();
        return story;
    }

    /** An operator may re-run an ended execution from any step on. */
    private void rerun() {
        String from = anyPath().step();
        String input = random.nextInt(3) == 0 ? "{\"n\":3}" : null;
        if (!(story.planRerun(from, input) instanceof Reruns.Answer.Possible possible)) {
            return;
        }
        story.invariants().ledger().checkTaken(from, possible.taken());
        Story again = story.rerun(possible, input);
        again.invariants().taken().addAll(story.invariants().taken());
        story = again;
        tokens.clear();
        int actions = random.nextInt(40);
        for (int i = 0; i < actions; i++) {
            somethingHappens();
        }
        calmDown();
    }

    private void succeed(StepPath path, Purpose purpose) {
        story.give(new Command.CompleteAttempt(
                Objects.requireNonNull(Work.of(story.state(), path).token()),
                new Json(purpose == Purpose.PROBE ? "{\"state\":\"notDone\"}" : "1")));
    }

    private void somethingHappens() {
        switch (random.nextInt(10)) {
            case 0, 1, 2 -> dispatch(anyPath());
            case 3, 4, 5 -> report();
            case 6 -> story.later(Duration.ofMillis(random.nextInt(random.nextInt(10) == 0 ? 500_000 : 2000)));
            case 7 -> story.give(new Command.WakeStep(anyPath()));
            case 8 -> trouble();
            default -> person();
        }
    }

    private void dispatch(StepPath path) {
        boolean child = story.state().child(path) != null && random.nextInt(10) > 0;
        ExecutionId other = new ExecutionId(new UUID(9, random.nextLong()));
        StepState step = Objects.requireNonNull(story.state().step(path));
        if (child && step.isRoundUndone()) {
            story.give(new Command.FindRound(path, random.nextBoolean() ? other : null));
            return;
        }
        Command start =
                child ? new Command.StartChild(path, other) : new Command.StartStep(path, "agent-" + random.nextInt(3));
        if (story.give(start) instanceof Decision.Accepted) {
            tokens.add(Objects.requireNonNull(Work.of(story.state(), path).token()));
        }
    }

    /** Of any attempt, open or long over. */
    private void report() {
        if (tokens.isEmpty()) {
            return;
        }
        AttemptToken token = commands.token(tokens);
        for (int left = commands.reports(); left > 0; left--) {
            boolean open = story.invariants().ledger().isOpen(token);
            Command outcome = outcome(token);
            boolean counts = open && !(isFromAgent(outcome) && isOver(token));
            boolean accepted = story.give(outcome) instanceof Decision.Accepted;
            assertThat(accepted).as("I5 I8: %s", outcome).isEqualTo(counts);
        }
    }

    private static boolean isFromAgent(Command command) {
        return !(command instanceof Command.GiveUpAttempt || command instanceof Command.LoseAttempt);
    }

    private boolean isOver(AttemptToken token) {
        Instant completeBy = Work.of(story.state(), token.step()).completeBy();
        return completeBy != null && story.now().isAfter(completeBy);
    }

    private Command outcome(AttemptToken token) {
        if (random.nextInt(100) >= trouble) {
            return new Command.CompleteAttempt(token, output(token));
        }
        if (Objects.requireNonNull(story.state().step(token.step())).open() instanceof Open.Child) {
            return new Command.FailAttempt(
                    token, new Failure(Cause.BUSINESS, "CHILD_COMPENSATED", "", null, null, false));
        }
        return switch (random.nextInt(6)) {
            case 0 -> new Command.LoseAttempt(token);
            case 1 -> new Command.GiveUpAttempt(token);
            case 2 -> new Command.RecordCheckpoint(token, new Json("{\"at\":" + random.nextInt(100) + "}"));
            default -> new Command.FailAttempt(token, commands.failure("by chance"));
        };
    }

    private Json output(AttemptToken token) {
        if (token.purpose() != Purpose.PROBE) {
            return new Json(String.valueOf(random.nextInt(1000)));
        }
        return commands.probed();
    }

    private void trouble() {
        switch (random.nextInt(3)) {
            case 0 -> story.give(new Command.WakeExecution());
            case 1 -> story.give(new Command.WakeStep(anyPath()));
            default -> signal(random.nextBoolean() ? "go" : "stop");
        }
        if (random.nextInt(300) < trouble) {
            story.give(new Command.Cancel("ann", "by chance"));
        }
    }

    /** Some come again. */
    private void signal(String name) {
        String id = random.nextBoolean() ? null : "id" + random.nextInt(3);
        Command signal = new Command.Signal(name, id, new Json(String.valueOf(random.nextInt(9))), "ann");
        if (id == null || !story.state().signals.ids().contains(id)) {
            story.give(signal);
        }
    }

    private void person() {
        story.give(commands.helpFor(anyPath(), new Json("7")));
    }

    /** Goes on with another version, if that suits. */
    private void move() {
        Plan to = Plan.of(new RandomVersion(moving).after(story.state().plan().workflow()));
        boolean suits = Compatibility.blockers(story.state(), to).isEmpty();
        boolean moved = story.give(new Command.Move(to, "ann", "by chance")) instanceof Decision.Accepted;
        assertThat(moved).as("S9").isEqualTo(suits);
        assertThat(story.state().plan() == to).isEqualTo(moved);
    }

    private StepPath anyPath() {
        List<StepPath> paths = story.state().paths();
        return paths.get(random.nextInt(paths.size()));
    }

    /** Agents answer, the supervisor wakes what is due, and an operator handles escalations. */
    private void calmDown() {
        story.give(new Command.Resume("ann", "calm"));
        for (int i = 0; !story.state().status().isTerminal(); i++) {
            assertThat(i).as("every run ends: %s", story.history()).isLessThan(CALM_MAX);
            Instant delayedUntil = story.state().delayedUntil();
            if (delayedUntil != null) {
                story.at(delayedUntil.isAfter(story.now()) ? delayedUntil : story.now());
                story.must(new Command.WakeExecution());
                continue;
            }
            StepPath path = anyPath();
            StepState step = Objects.requireNonNull(story.state().step(path));
            switch (step.open()) {
                case Open.Ready ready -> {
                    Instant until = QueueTimes.until(story.state(), path);
                    if (until != null && random.nextBoolean()) {
                        story.at(until.isAfter(story.now()) ? until : story.now());
                        story.must(new Command.WakeStep(path));
                    } else {
                        dispatch(path);
                    }
                }
                case Open.Child child -> succeed(path, step.purpose());
                case Open.Running running -> succeed(path, step.purpose());
                case Open.Waiting waiting
                when waiting.until().equals(Times.MAX) -> {
                    signal("go");
                    signal("stop");
                }
                case Open.Waiting waiting -> {
                    story.at(waiting.until().isAfter(story.now()) ? waiting.until() : story.now());
                    story.must(new Command.WakeStep(path));
                }
                case Open.Idle idle -> {
                    if (step.status() == StepStatus.ESCALATED) {
                        // The output of a list of items must be a list.
                        story.give(
                                random.nextBoolean()
                                        ? new Command.ResolveStep(
                                                path,
                                                new Json(
                                                        story.state()
                                                                        .known(path)
                                                                        .hasItems()
                                                                ? "[]"
                                                                : "0"),
                                                "ann")
                                        : new Command.SkipStep(path, "ann"));
                    }
                }
            }
        }
    }
}
