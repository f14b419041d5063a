package dev.reeve.simulation.modelcheck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AttemptToken;
import dev.reeve.Cause;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.Decision;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.internal.core.rules.Decider;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.core.state.Work;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.simulation.Extent;
import dev.reeve.simulation.oracle.Oracle;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** F52: any two or three things that happen to one step at once, in every order, from everywhere. */
class RacesTest {

    private static final Instant START = Instant.parse("2026-01-31T12:00:00Z");

    private static final StepPath STEP = StepPath.of("a");

    private static final String RACED = """
        workflow: raced
        completeBy: 1h
        steps:
          a:
            action: a.do
            completeBy: 1m
            retry: { maxAttempts: 2, backoff: 1s }
        """;

    private static final String ESCALATING = RACED + """
            compensate: { action: a.undo, completeBy: 1m, retry: { maxAttempts: 2, backoff: 1s } }
            onExhausted: escalate
        """;

    private static final String PROBED = RACED + """
            probe: { action: a.ask, completeBy: 30s, retry: { maxAttempts: 2, backoff: 1s } }
            compensate: { action: a.undo, completeBy: 1m, retry: { maxAttempts: 1 } }
        """;

    /** One of this number of third racers is tried. It divides their number. */
    private static final int EVERY = Extent.of("races.every", 16, 1);

    private enum Racer {
        CANCEL,
        /** Handed to an agent, to be done, asked about or undone. */
        START,
        COMPLETE,
        FAIL,
        REFUSE,
        LOSE,
        /** Complete-by of the attempt, or the timer of the next one. */
        TIMER,
        EXECUTION_COMPLETE_BY,
        SKIP,
        RESOLVE,
        RETRY,
        EDIT,
        PROBE,
        COMPENSATE,
        PAUSE,
        RESUME
    }

    /** The history of the step before the race. */
    private static final List<List<Racer>> BEGINNINGS = List.of(
            List.of(),
            List.of(Racer.START),
            List.of(Racer.START, Racer.FAIL),
            List.of(Racer.START, Racer.TIMER),
            List.of(Racer.START, Racer.TIMER, Racer.START),
            List.of(Racer.START, Racer.REFUSE),
            List.of(Racer.START, Racer.PAUSE),
            List.of(Racer.START, Racer.CANCEL),
            List.of(Racer.START, Racer.CANCEL, Racer.COMPLETE),
            List.of(Racer.START, Racer.CANCEL, Racer.COMPLETE, Racer.START),
            List.of(Racer.START, Racer.CANCEL, Racer.COMPLETE, Racer.START, Racer.REFUSE));

    @Test
    @DisplayName(
            "F52 I3 I5 I7 I10: any two or three of cancel, start, report, timer, complete-by and people may race in every order")
    void anyTwoOrThree() {
        int races = 0;
        for (String definition : List.of(ESCALATING, PROBED)) {
            Definition workflow = DefinitionReader.parse(definition);
            Plan plan = Plan.of(workflow);
            for (List<Racer> beginning : BEGINNINGS) {
                for (Racer first : Racer.values()) {
                    for (Racer second : Racer.values()) {
                        race(workflow, plan, beginning, List.of(first, second));
                        races++;
                        for (Racer third : thirds(races)) {
                            race(workflow, plan, beginning, List.of(first, second, third));
                            races++;
                        }
                    }
                }
            }
        }
        System.out.printf("F52: %,d races%n", races);
        int pairs = 2 * BEGINNINGS.size() * Racer.values().length * Racer.values().length;
        assertThat(races).isEqualTo(pairs + pairs * Racer.values().length / EVERY);
    }

    /** One of {@link #EVERY}, others for each pair. */
    private static List<Racer> thirds(int pair) {
        List<Racer> all = List.of(Racer.values());
        return IntStream.range(0, all.size())
                .filter(i -> (i + pair) % EVERY == 0)
                .mapToObj(all::get)
                .toList();
    }

    private static void race(Definition workflow, Plan plan, List<Racer> beginning, List<Racer> racers) {
        try {
            Run run = new Run(workflow, plan);
            beginning.forEach(run::happens);
            racers.forEach(run::happens);
            run.end();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("%s, then %s: %s".formatted(beginning, racers, e.getMessage()), e);
        }
    }

    private static final class Run {
        private final Oracle oracle;
        private ExecutionState state;
        private Instant now = START;
        /** Of the last attempt, open or not: reports may be late. */
        private @Nullable AttemptToken token;

        private boolean cancelled;

        Run(Definition workflow, Plan plan) {
            ExecutionId id = ExecutionId.parse("00000000-0000-7000-8000-000000000001");
            oracle = new Oracle(workflow, id.toString());
            Event.ExecutionStarted started = new Event.ExecutionStarted(
                    "raced", 1, "default", null, Json.EMPTY_OBJECT, 0, Map.of(), START.plusSeconds(3600), 42);
            Decision.Accepted decision = Decider.start(id, plan, started, now);
            state = decision.state();
            judge(decision.events());
        }

        void happens(Racer racer) {
            switch (racer) {
                case CANCEL -> {
                    boolean accepted = give(new Command.Cancel("ann", "a race"));
                    assertThat(accepted && cancelled).as("cancelled twice").isFalse();
                    cancelled |= accepted;
                }
                case START -> start();
                case COMPLETE -> report(Racer.COMPLETE);
                case FAIL -> report(Racer.FAIL);
                case REFUSE -> report(Racer.REFUSE);
                case LOSE -> report(Racer.LOSE);
                case TIMER -> timer();
                case EXECUTION_COMPLETE_BY -> {
                    Instant completeBy = state.completeBy();
                    now = completeBy == null || completeBy.isBefore(now) ? now : completeBy;
                    give(new Command.WakeExecution());
                }
                case SKIP -> give(new Command.SkipStep(STEP, "ann"));
                case RESOLVE -> give(new Command.ResolveStep(STEP, new Json("2"), "ann"));
                case RETRY -> give(new Command.RetryStep(STEP, "ann"));
                case EDIT -> give(new Command.RetryStep(STEP, "ann", "a race", new Json("3")));
                case PROBE -> give(new Command.ProbeStep(STEP, "ann", "a race"));
                case COMPENSATE -> give(new Command.Compensate("ann", "a race"));
                case PAUSE -> give(new Command.Pause("ann", "a race"));
                case RESUME -> give(new Command.Resume("ann", "a race"));
            }
        }

        private void start() {
            if (give(new Command.StartStep(STEP, "agent"))) {
                token = Work.of(state, STEP).token();
            }
        }

        private void report(Racer how) {
            AttemptToken of = token;
            if (of == null) {
                return;
            }
            switch (how) {
                case COMPLETE ->
                    give(new Command.CompleteAttempt(
                            of, new Json(of.purpose() == Purpose.PROBE ? "{\"state\":\"done\",\"output\":1}" : "1")));
                case LOSE -> give(new Command.LoseAttempt(of));
                case FAIL -> give(new Command.FailAttempt(of, failure(Cause.TRANSIENT)));
                default -> give(new Command.FailAttempt(of, failure(Cause.BUSINESS)));
            }
        }

        private static Failure failure(Cause cause) {
            return new Failure(cause, cause.name(), "a race", null, null, cause == Cause.TRANSIENT);
        }

        private void timer() {
            Instant due = switch (step().open()) {
                case Open.Waiting waiting -> waiting.until();
                case Open.Running running -> running.completeBy();
                case Open.Ready ready -> now;
                case Open.Child child -> now;
                case Open.Idle idle -> now;
            };
            now = due.isAfter(now) ? due : now;
            give(new Command.WakeStep(STEP));
        }

        private StepState step() {
            return Objects.requireNonNull(state.step(STEP));
        }

        /** From here on nothing goes wrong. */
        void end() {
            give(new Command.Resume("ann", "the end of the race"));
            for (int i = 0; !state.status().isTerminal(); i++) {
                assertThat(i).as("it ends: %s %s", state, step()).isLessThan(20);
                switch (step().open()) {
                    case Open.Ready ready -> start();
                    case Open.Running running -> report(Racer.COMPLETE);
                    case Open.Waiting waiting -> timer();
                    case Open.Child child -> throw new AssertionError("no race has a child");
                    case Open.Idle idle -> give(new Command.SkipStep(STEP, "ann"));
                }
            }
            assertThat(oracle.atEnd()).isEmpty();
            if (cancelled) {
                assertThat(state.status().name())
                        .as("an acknowledged cancel takes effect")
                        .isEqualTo("CANCELLED");
            }
        }

        private boolean give(Command command) {
            Decision decision = Decider.decide(state, command, now);
            List<Event> events = new ArrayList<>();
            state = switch (decision) {
                case Decision.Accepted accepted -> {
                    events.addAll(accepted.events());
                    yield accepted.state();
                }
                case Decision.Refused refused -> {
                    events.addAll(refused.evidence());
                    yield refused.state();
                }
            };
            if (!events.isEmpty()) {
                judge(events);
            }
            return decision instanceof Decision.Accepted;
        }

        private void judge(List<Event> events) {
            String json = EventCodec.write(events);
            List<String> breaches = oracle.accept(json, now);
            if (!breaches.isEmpty()) {
                throw new AssertionError(breaches + " in " + json);
            }
        }
    }
}
