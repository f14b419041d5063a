package dev.reeve.internal.core.state;

import static dev.reeve.internal.core.Flow.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AttemptToken;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.Decision;
import dev.reeve.internal.core.Flow;
import dev.reeve.internal.core.Flow.Spec;
import dev.reeve.internal.core.Story;
import dev.reeve.internal.core.rules.Decider;
import dev.reeve.internal.core.state.PersistentVector.Meter;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The cost of a transition does not grow with the number of steps. Costs are counted, in states of steps that are read
 * and cells that are copied, so the result is the same on every machine.
 */
class LargeGraphTest {

    private static final int SMALL = 200;
    private static final int LARGE = 20_000;

    enum Shape {
        /** One after another. */
        DEEP,
        /** One, then all the others, then one. */
        WIDE,
        /** Layers of ten, each step after three of the layer before. */
        LAYERED;

        Flow of(int size) {
            return Flow.of(IntStream.range(0, size)
                    .mapToObj(i -> step("s" + i).compensated().after(after(i, size)))
                    .toArray(Spec[]::new));
        }

        private String[] after(int i, int size) {
            IntStream before = switch (this) {
                case DEEP -> IntStream.range(Math.max(0, i - 1), i);
                case WIDE -> i < size - 1 ? IntStream.range(0, Math.min(i, 1)) : IntStream.range(1, i);
                case LAYERED -> i < 10 ? IntStream.empty() : threeOfTheLayerBefore(i);
            };
            return before.mapToObj(k -> "s" + k).toArray(String[]::new);
        }

        private static IntStream threeOfTheLayerBefore(int i) {
            int before = (i / 10 - 1) * 10;
            return IntStream.of(before + i % 10, before + (i + 3) % 10, before + (i + 7) % 10);
        }
    }

    /** An execution driven without the checks of {@link Story}, which look at every step after every decision. */
    private static final class Bare {
        final Meter meter = new Meter();
        final Plan plan;
        final Deque<StepPath> ready = new ArrayDeque<>();
        final Instant now = Story.START;
        ExecutionState state;
        int decisions;
        int events;
        long readsMax;
        long cellsMax;

        Bare(Flow flow) {
            this.plan = Plan.metered(flow.workflow(), meter);
            Event.ExecutionStarted started = Story.started(plan, "{}", null, 1);
            Decision.Accepted accepted = Decider.start(new ExecutionId(new UUID(7, 7)), plan, started, now);
            this.state = accepted.state();
            take(accepted.events());
            meter.reads = 0;
            meter.cellsCopied = 0;
        }

        private void take(List<Event> decided) {
            events += decided.size();
            for (Event event : decided) {
                if (event instanceof Event.StepReady e) {
                    ready.add(e.step());
                }
            }
        }

        void give(Command command) {
            long reads = meter.reads;
            long cells = meter.cellsCopied;
            Decision.Accepted accepted = (Decision.Accepted) Decider.decide(state, command, now);
            state = accepted.state();
            readsMax = Math.max(readsMax, meter.reads - reads);
            cellsMax = Math.max(cellsMax, meter.cellsCopied - cells);
            decisions++;
            take(accepted.events());
        }

        AttemptToken start() {
            StepPath path = ready.remove();
            give(new Command.StartStep(path, "agent"));
            return Objects.requireNonNull(Work.of(state, path).token());
        }

        void finishOne() {
            give(new Command.CompleteAttempt(start(), Json.NULL));
        }

        void runToTheEnd() {
            while (!ready.isEmpty()) {
                finishOne();
            }
        }

        long readsPerDecision() {
            return meter.reads / decisions;
        }

        long cellsPerDecision() {
            return meter.cellsCopied / decisions;
        }
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    @DisplayName(
            "a transition costs on average as much with 20,000 steps as with 200, apart from one level more of the trie")
    void costOfGoingForward(Shape shape) {
        Bare small = new Bare(shape.of(SMALL));
        Bare large = new Bare(shape.of(LARGE));

        small.runToTheEnd();
        large.runToTheEnd();

        assertThat(large.state.status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(large.events).as("one start, and three events for each step").isEqualTo(2 + 3 * LARGE);
        assertThat(large.readsPerDecision()).isLessThanOrEqualTo(small.readsPerDecision() + 2);
        assertThat(large.cellsPerDecision()).isLessThanOrEqualTo(3 * small.cellsPerDecision());
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    @DisplayName("the cost of a transition depends on the neighbours of its step; only the last reads all outputs")
    void noTransitionIsExpensive(Shape shape) {
        Bare large = new Bare(shape.of(LARGE));

        while (large.decisions < LARGE) {
            large.finishOne();
        }

        int neighbours = shape == Shape.WIDE ? LARGE : 12;
        assertThat(large.readsMax).isLessThanOrEqualTo(20 + 6L * neighbours);
        assertThat(large.cellsMax).isLessThanOrEqualTo((20 + 6L * neighbours) * 3 * 32);
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    @DisplayName("undoing costs on average as much with 20,000 steps as with 200, and every step is undone once")
    void costOfUndoing(Shape shape) {
        Bare small = new Bare(shape.of(SMALL));
        Bare large = new Bare(shape.of(LARGE));
        for (Bare bare : List.of(small, large)) {
            for (int done = 1; done < bare.plan.size(); done++) {
                bare.finishOne();
            }
            bare.give(new Command.FailAttempt(bare.start(), Story.business()));
            bare.meter.reads = 0;
            bare.meter.cellsCopied = 0;
            bare.decisions = 0;
            bare.runToTheEnd();
        }

        assertThat(large.state.status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(large.events)
                .as("three events for each step to do it, and three to undo it")
                .isEqualTo(6 * LARGE + 2);
        assertThat(large.readsPerDecision()).isLessThanOrEqualTo(small.readsPerDecision() + 2);
        assertThat(large.cellsPerDecision()).isLessThanOrEqualTo(3 * small.cellsPerDecision());
    }

    @Test
    @DisplayName("the begin of undoing visits each step and each edge once")
    void costOfTurningRound() {
        Bare large = new Bare(Shape.LAYERED.of(LARGE));
        for (int done = 1; done < LARGE; done++) {
            large.finishOne();
        }
        AttemptToken last = large.start();
        large.meter.reads = 0;

        large.give(new Command.FailAttempt(last, Story.business()));

        assertThat(large.meter.reads).isBetween((long) LARGE, 10L * LARGE);
    }

    @Test
    @DisplayName("20,000 steps are skipped one after another without recursion")
    void deepCascades() {
        List<Spec> specs = new ArrayList<>();
        specs.add(step("s0"));
        specs.add(step("s1").after("s0").when("false"));
        for (int i = 2; i < LARGE; i++) {
            specs.add(step("s" + i).after("s" + (i - 1)));
        }
        Bare bare = new Bare(Flow.of(specs.toArray(Spec[]::new)));

        bare.runToTheEnd();

        assertThat(bare.state.status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(Objects.requireNonNull(bare.state.step(StepPath.of("s" + (LARGE - 1))))
                        .status())
                .isEqualTo(StepStatus.SKIPPED);
        assertThat(Objects.requireNonNull(bare.state.output()).text()).isEqualTo("{\"s0\":null}");
    }
}
