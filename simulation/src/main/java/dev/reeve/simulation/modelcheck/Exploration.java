package dev.reeve.simulation.modelcheck;

import dev.reeve.AttemptToken;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.internal.core.Decision;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.internal.core.rules.Decider;
import dev.reeve.internal.core.state.Evolution;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.core.state.Work;
import dev.reeve.simulation.modelcheck.ModelEvent.Kind;
import dev.reeve.simulation.oracle.Oracle;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Breadth-first search over everything that can happen to an execution of one model, with the code of the core. Checks
 * each decision: the oracle must agree (I3, I5, I6, I7, I8, I10, I11, I13, I16), the fold of the written events must be
 * the state (I4), and a refusal must change nothing. Afterwards checks that every situation has a natural path to an
 * end or to a person (L1).
 */
final class Exploration {

    private static final Instant START = Instant.parse("2026-01-31T12:00:00Z");

    private static final long SEED = 42;

    private final Model model;
    private final int statesMax;
    private final ExecutionId id = ExecutionId.parse("00000000-0000-7000-8000-000000000001");
    private final Map<ModelHash, Integer> numbers = new HashMap<>();
    private final Deque<Open> frontier = new ArrayDeque<>();
    /** By number: the predecessor of each situation, and the step from it. */
    private final List<Origin> origins = new ArrayList<>();
    /** The natural transitions, as pairs of situation numbers. */
    private final IntPairs naturally = new IntPairs();

    private final List<Integer> good = new ArrayList<>();
    private final Map<String, AttemptToken> tokens = new HashMap<>();
    private long transitions;
    private long decisions;
    private boolean whole = true;

    private record Origin(int from, Object how) {}

    /** A situation to explore, with an oracle that has seen its history. */
    private record Open(int number, ModelNode situation, Oracle oracle) {}

    /**
     * The result of an exploration.
     *
     * @param states number of distinct situations
     * @param transitions number of possible transitions, including refusals
     * @param decisions number of transitions that change something; each was checked
     * @param whole whether the exploration is complete; otherwise the limit was reached
     */
    record Findings(String model, int states, long transitions, long decisions, boolean whole) {}

    Exploration(Model model, int statesMax) {
        this.model = model;
        this.statesMax = statesMax;
    }

    /** @throws Violation with the shortest path to it */
    Findings explore() {
        begin();
        ModelWorld world =
                new ModelWorld(model, this::token, frontier.getFirst().situation());
        while (!frontier.isEmpty()) {
            Open open = frontier.remove();
            for (ModelEvent happening : world.happenings(open.situation())) {
                transitions++;
                happens(open, happening);
            }
        }
        checkEndsCanBeReached();
        return new Findings(model.name(), origins.size(), transitions, decisions, whole);
    }

    private void begin() {
        Duration limit = model.workflow().completeBy();
        Plan plan = Plan.of(model.workflow());
        Event.ExecutionStarted started = new Event.ExecutionStarted(
                model.workflow().name(),
                model.workflow().version(),
                "default",
                null,
                new Json("{\"n\":1}"),
                0,
                Map.of(),
                limit == null ? null : START.plus(limit),
                SEED);
        Decision.Accepted decision = Decider.start(id, plan, started, START);
        Oracle oracle = new Oracle(model.workflow(), id.toString());
        List<String> breaches = oracle.accept(EventCodec.write(decision.events()), START);
        if (!breaches.isEmpty()) {
            throw new Violation(breaches.toString());
        }
        reach(-1, "start", new ModelNode(decision.state(), START, Map.of()), oracle);
    }

    private @Nullable AttemptToken token(StepPath step, Purpose purpose, int attempt) {
        return tokens.get(step + "/" + purpose + "/" + attempt);
    }

    private void happens(Open open, ModelEvent happening) {
        switch (happening) {
            case ModelEvent.TimePasses time ->
                link(
                        open.number(),
                        time,
                        reach(open.number(), time, open.situation().at(time.until()), open.oracle()));
            case ModelEvent.Asked asked -> asked(open, asked);
        }
    }

    private void asked(Open open, ModelEvent.Asked asked) {
        ModelNode situation = open.situation();
        ExecutionState before = situation.state();
        switch (Decider.decide(before, asked.command(), situation.now())) {
            case Decision.Accepted accepted -> {
                require(!before.status().isTerminal(), open, asked, "I3: it has ended, and still something happens");
                require(
                        asked.kind() != Kind.STALE && asked.kind() != Kind.FORGED,
                        open,
                        asked,
                        "I5: it is not the open attempt, and still it counts");
                if (asked.kind() == Kind.SIGNAL_AGAIN && accepted.events().isEmpty()) {
                    require(
                            accepted.state().equals(before),
                            open,
                            asked,
                            "it counts once, and still something changes");
                    return;
                }
                require(!accepted.events().isEmpty(), open, asked, "accepted, and nothing happens");
                decided(open, asked, accepted.events(), accepted.state());
            }
            case Decision.Refused refused -> {
                if (refused.evidence().isEmpty()) {
                    require(
                            Objects.equals(refused.state(), before),
                            open,
                            asked,
                            "refused, and still something changes");
                    return;
                }
                require(asked.kind() != Kind.FORGED, open, asked, "F10: something forged leaves a trace");
                require(!before.status().isTerminal(), open, asked, "I3: it has ended, and still something is kept");
                decided(open, asked, refused.evidence(), refused.state());
            }
        }
    }

    private void decided(Open open, ModelEvent.Asked asked, List<Event> events, ExecutionState after) {
        decisions++;
        ModelNode situation = open.situation();
        String json = EventCodec.write(events);
        ExecutionState folded = situation.state();
        for (Event event : EventCodec.read(json)) {
            folded = Evolution.apply(folded, event, situation.now());
            if (event instanceof Event.StepStarted e) {
                AttemptToken token =
                        Objects.requireNonNull(Work.of(folded, e.step()).token());
                tokens.putIfAbsent(e.step() + "/" + e.purpose() + "/" + e.attempt(), token);
            }
        }
        require(folded.equals(after), open, asked, "I4: what is folded from the events is another state");
        Oracle oracle = open.oracle().copy();
        List<String> breaches = oracle.accept(json, situation.now());
        require(breaches.isEmpty(), open, asked, breaches + " in " + json);
        String status = after.status().name();
        require(
                oracle.status().equals(status),
                open,
                asked,
                "the oracle says %s, the core %s".formatted(oracle.status(), status));
        checkSteps(open, asked, after);
        boolean counts = model.limit(asked.kind()) != Integer.MAX_VALUE;
        ModelNode next = counts ? situation.after(after, asked.kind()) : situation.after(after);
        int number = reach(open.number(), asked, next, oracle);
        link(open.number(), asked, number);
    }

    /** Checks that need no knowledge of the rules. */
    private void checkSteps(Open open, ModelEvent.Asked asked, ExecutionState after) {
        ExecutionState before = open.situation().state();
        for (StepPath path : after.paths()) {
            StepState was = before.step(path);
            StepState is = Objects.requireNonNull(after.step(path));
            if (was == null) {
                continue; // an item, whose step has just begun
            }
            require(
                    was.output() == null || was.output().equals(is.output()),
                    open,
                    asked,
                    "I5: an output that was accepted changes");
            for (Purpose purpose : Purpose.values()) {
                require(
                        is.attempts(purpose) >= was.attempts(purpose)
                                && is.attempts(purpose) <= was.attempts(purpose) + 1,
                        open,
                        asked,
                        "I6: attempts are numbered one by one");
            }
        }
        boolean waitedFor = !after.open().isEmpty() || isInFrontOfPerson(after.status());
        require(waitedFor != after.status().isTerminal(), open, asked, "I11: nobody and nothing will move it on");
    }

    private static boolean isInFrontOfPerson(ExecutionStatus status) {
        return status == ExecutionStatus.ESCALATED || status == ExecutionStatus.PAUSED;
    }

    /** The number of a situation, new or known. */
    private int reach(int from, Object how, ModelNode situation, Oracle oracle) {
        // The oracle remembers which late reports were kept. It remembers little else that the state does not contain.
        boolean lateReports = model.limit(Kind.STALE) > 0;
        ModelHash fingerprint = ModelHash.of(situation, model, lateReports ? oracle.memory() : 0);
        Integer known = numbers.get(fingerprint);
        if (known != null) {
            return known;
        }
        int number = origins.size();
        numbers.put(fingerprint, number);
        origins.add(new Origin(from, how));
        ExecutionStatus status = situation.state().status();
        if (status.isTerminal() || isInFrontOfPerson(status)) {
            good.add(number);
        }
        if (number < statesMax) {
            frontier.add(new Open(number, situation, oracle));
        } else {
            whole = false;
        }
        return number;
    }

    private void link(int from, ModelEvent how, int to) {
        if (how.kind().isNatural() && from != to) {
            naturally.add(to, from);
        }
    }

    /** L1: searches backwards, along natural transitions, from all ends and all situations that wait for a person. */
    private void checkEndsCanBeReached() {
        if (!whole) {
            return;
        }
        boolean[] reaches = new boolean[origins.size()];
        naturally.markReachable(good, reaches);
        for (int number = 0; number < reaches.length; number++) {
            if (!reaches[number]) {
                throw new Violation("L1: from here it never ends:%n%s".formatted(story(number)));
            }
        }
    }

    private void require(boolean holds, Open open, ModelEvent happening, String problem) {
        if (!holds) {
            throw new Violation("%s%n%s%n  then %s".formatted(problem, story(open.number()), happening));
        }
    }

    /** The shortest path to a situation. */
    private String story(int number) {
        List<String> lines = new ArrayList<>();
        for (int at = number; at >= 0; at = origins.get(at).from()) {
            lines.add("  " + origins.get(at).how());
        }
        Collections.reverse(lines);
        return model.name() + System.lineSeparator() + String.join(System.lineSeparator(), lines);
    }
}
