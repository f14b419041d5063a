package dev.reeve.simulation.modelcheck;

import static dev.reeve.simulation.modelcheck.ModelStep.act;
import static dev.reeve.simulation.modelcheck.ModelStep.awaiting;
import static dev.reeve.simulation.modelcheck.ModelStep.waitAMinute;

import dev.reeve.simulation.modelcheck.ModelEvent.Kind;
import dev.reeve.workflow.Join;
import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.OnExhausted.Then;
import dev.reeve.workflow.OnUnknown;
import dev.reeve.workflow.Others;
import dev.reeve.workflow.Retry;
import dev.reeve.workflow.StepBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The models, each with its own kind of trouble. */
final class Models {

    private static final Kind[] REPORTS = {
        Kind.TRANSIENT, Kind.TRANSIENT_NOT_DONE, Kind.BUSINESS, Kind.BUSINESS_NOT_DONE, Kind.STALE, Kind.FORGED
    };

    private static final Kind[] PEOPLE = {Kind.CANCEL, Kind.RESOLVE, Kind.SKIP};

    /** For executions whose time limit is shorter than their steps need. */
    private static final Duration SHORT = Duration.ofSeconds(90);

    private Models() {}

    /** The models that every build explores completely. */
    static List<Model> small() {
        return Stream.of(calls(), graphs(), people(), repeats(), routes(), others())
                .flatMap(List::stream)
                .toList();
    }

    /** Items, rounds, signals, choices, joins and points of no return. */
    private static List<Model> repeats() {
        return List.of(
                Model.of(
                                "each of two items, one after the other",
                                act("a").twice(1, 0).undone(1))
                        .with(Kind.TRANSIENT, Kind.BUSINESS_NOT_DONE, Kind.CANCEL),
                Model.of(
                                "each of two items at once, one may fail",
                                escalating("a").twice(2, 1).undone(1),
                                act("b").after("a"))
                        .with(Kind.BUSINESS_NOT_DONE, Kind.SKIP)
                        .atMost(1, Kind.RETRY),
                Model.of(
                                "items that a person decides about",
                                escalating("a").twice(2, 0).undone(1))
                        .with(Kind.BUSINESS_NOT_DONE, Kind.RESOLVE, Kind.CANCEL),
                Model.of("again until it holds", act("a").tries(2).undone(1).until("${ round = 2 }", 3))
                        .with(Kind.TRANSIENT, Kind.BUSINESS_NOT_DONE, Kind.CANCEL),
                Model.of("again, and asked about", act("a").asked(1).undone(1).until("${ round = 2 }", 2))
                        .with(Kind.TRANSIENT, Kind.CANCEL),
                Model.of("again, and not enough", escalating("a").undone(1).until("${ round = 4 }", 1))
                        .with(Kind.BUSINESS)
                        .with(PEOPLE)
                        .atMost(2, Kind.RETRY)
                        .atMost(1, Kind.EDIT),
                Model.of(
                                "each of two items, again",
                                act("a").twice(2, 0).undone(1).until("${ round = 2 }", 2))
                        .with(Kind.CANCEL));
    }

    private static List<Model> routes() {
        return List.of(
                Model.of(
                                "a signal, early, in time or late",
                                act("a").undone(1),
                                awaiting("b", "go").after("a").and(step -> step.onExhausted(Then.ESCALATE)),
                                act("c").after("b"))
                        .with(PEOPLE)
                        .atMost(2, Kind.SIGNAL)
                        .atMost(1, Kind.RETRY, Kind.PAUSE, Kind.RESUME),
                Model.of(
                                "one signal, two who wait for it",
                                awaiting("a", "go").and(step -> step.onExhausted(Then.CONTINUE)),
                                act("b"),
                                awaiting("c", "go").after("b"))
                        .with(Kind.CANCEL, Kind.SIGNAL_AGAIN)
                        .atMost(1, Kind.SIGNAL),
                Model.of(
                                "one way of two",
                                new ModelStep(
                                        "a",
                                        step -> step.switchCase("x", "${ input.n > 1 }")
                                                .switchOtherwise("y")),
                                act("b").after("a.x").undone(1),
                                act("c").after("a.y").undone(1),
                                act("d").after("b", "c"))
                        .with(Kind.TRANSIENT, Kind.BUSINESS_NOT_DONE, Kind.CANCEL),
                Model.of(
                                "two of three are enough",
                                act("a").onExhausted(Then.CONTINUE),
                                waitAMinute("b"),
                                act("c").and(step -> step.when("${ input.n > 1 }")),
                                act("d").after("a", "b", "c").and(step -> step.join(Join.of(2))))
                        .with(Kind.BUSINESS_NOT_DONE, Kind.CANCEL),
                Model.of(
                                "the point of no return",
                                act("a").undone(1),
                                act("b").after("a").tries(2).and(StepBuilder::pivot),
                                escalating("c").after("b"))
                        .with(Kind.TRANSIENT, Kind.BUSINESS_NOT_DONE, Kind.COMPENSATE)
                        .with(PEOPLE)
                        .atMost(1, Kind.RETRY),
                Model.of(
                                "past the point of no return, and out of time",
                                Model.graph(
                                                act("a").undone(1),
                                                act("b").after("a").and(StepBuilder::pivot),
                                                waitAMinute("c").after("b"))
                                        .completeBy(SHORT))
                        .with(Kind.TRANSIENT, Kind.RESOLVE, Kind.SKIP)
                        .atMost(1, Kind.RETRY));
    }

    /** Steps that are not needed any more, and several signals. */
    private static List<Model> others() {
        return List.of(
                Model.of(
                                "one of two is not needed, and undone meanwhile",
                                act("a").undone(1),
                                act("b").undone(1),
                                act("c").after("a", "b").and(step -> step.join(Join.ANY.withOthers(Others.UNDO))))
                        .with(Kind.TRANSIENT, Kind.CANCEL),
                Model.of(
                                "what is not needed ends, and another step completes",
                                act("a").undone(1),
                                awaiting("b", "go"),
                                act("c").after("a", "b").and(step -> step.join(Join.ANY.withOthers(Others.CANCEL))))
                        .with(Kind.TRANSIENT, Kind.CANCEL)
                        .atMost(1, Kind.SIGNAL),
                Model.of(
                                "signals until there are two",
                                act("a"),
                                awaiting("b", "go")
                                        .after("a")
                                        .and(step -> step.repeat("${ $count(output) = 2 }", repeat -> repeat.max(2))
                                                .onExhausted(Then.ESCALATE)))
                        .with(Kind.CANCEL)
                        .atMost(3, Kind.SIGNAL)
                        .atMost(1, Kind.RETRY));
    }

    private static List<Model> calls() {
        return List.of(
                Model.of("one step, all reports", act("a").tries(2).beats().undone(1))
                        .with(REPORTS)
                        .with(Kind.CANCEL, Kind.CHECKPOINT, Kind.SILENT),
                Model.of("one step, throttled and lost", act("a").tries(2).undone(1))
                        .with(Kind.TRANSIENT_NOT_DONE, Kind.CANCEL)
                        .atMost(1, Kind.LOST, Kind.THROTTLED, Kind.THROTTLED_FOR),
                Model.of("undone with a person's help", act("a").undoneWithBeats(2))
                        .with(Kind.TRANSIENT, Kind.STALE, Kind.RESOLVE, Kind.SKIP)
                        .atMost(1, Kind.RETRY),
                Model.of(
                                "chain that is undone",
                                act("a").undone(2),
                                act("b").after("a").tries(2).undone(1))
                        .with(Kind.TRANSIENT, Kind.BUSINESS_NOT_DONE, Kind.RESOLVE, Kind.SKIP, Kind.CANCEL),
                Model.of("probe", act("a").tries(2).asked(2).undone(1))
                        .with(Kind.CANCEL, Kind.PROBE_UNKNOWN, Kind.PROBE_NONSENSE, Kind.BUSINESS)
                        .atMost(1, Kind.PROBE_RUNNING),
                Model.of("probe, escalated", act("a").asked(1).onExhausted(Then.ESCALATE))
                        .with(Kind.TRANSIENT, Kind.BUSINESS, Kind.PROBE_UNKNOWN, Kind.STALE, Kind.FORGED)
                        .with(PEOPLE)
                        .atMost(1, Kind.RETRY),
                Model.of(
                                "unknown even to the probe, escalated",
                                act("a").tries(2)
                                        .asked(1)
                                        .onUnknown(OnUnknown.ESCALATE)
                                        .onExhausted(Then.CONTINUE))
                        .with(Kind.TRANSIENT, Kind.TRANSIENT_NOT_DONE, Kind.BUSINESS_NOT_DONE, Kind.PROBE_UNKNOWN)
                        .with(PEOPLE)
                        .atMost(1, Kind.RETRY),
                Model.of(
                                "codes decide, and the error is read",
                                act("a").asked(1)
                                        .and(step -> step.retry(Retry.DEFAULT
                                                .withMaxAttempts(2)
                                                .withOn("BUSINESS")
                                                .withNever("TRANSIENT")))
                                        .and(step -> step.onExhausted(
                                                OnExhausted.ESCALATE.withCode("BUSINESS", Then.CONTINUE))),
                                act("b").after("a").and(step -> step.when("${ steps.a.error }")))
                        .with(Kind.TRANSIENT_NOT_DONE, Kind.BUSINESS, Kind.BUSINESS_NOT_DONE, Kind.CANCEL),
                Model.of(
                                "unknown, with nobody to ask, undone",
                                act("a").tries(2)
                                        .beats()
                                        .undone(1)
                                        .onUnknown(OnUnknown.COMPENSATE)
                                        .onExhausted(Then.CONTINUE))
                        .with(Kind.TRANSIENT, Kind.TRANSIENT_NOT_DONE, Kind.SILENT, Kind.CANCEL)
                        .atMost(1, Kind.LOST, Kind.THROTTLED));
    }

    private static List<Model> graphs() {
        return List.of(
                Model.of(
                                "two at once, one escalates",
                                act("a").undone(1),
                                escalating("b").within(2))
                        .with(Kind.BUSINESS_NOT_DONE)
                        .with(PEOPLE)
                        .atMost(1, Kind.RETRY),
                Model.of("rounds of pauses", act("a").tries(2).onceMoreThenEscalates())
                        .with(Kind.TRANSIENT)
                        .with(PEOPLE)
                        .atMost(1, Kind.RETRY),
                Model.of(
                                "finally",
                                Model.graph(act("a").undone(1))
                                        .finallyStep("f", act("f").tries(2).said())
                                        .finallyStep(
                                                "g",
                                                act("g").after("f")
                                                        .onExhausted(Then.CONTINUE)
                                                        .said()))
                        .with(Kind.BUSINESS_NOT_DONE)
                        .with(PEOPLE)
                        .atMost(1, Kind.RETRY),
                Model.of(
                                "complete-by of the execution",
                                Model.graph(
                                                act("a").tries(2).undone(1).onExhausted(Then.ESCALATE),
                                                waitAMinute("b").after("a"))
                                        .completeBy(SHORT))
                        .with(Kind.TRANSIENT)
                        .with(PEOPLE)
                        .atMost(1, Kind.RETRY),
                Model.of(
                                "choices and joins",
                                act("a").undone(1).onExhausted(Then.CONTINUE),
                                act("b").and(step -> step.when("${ input.n > 1 }")),
                                act("c").after("b"),
                                escalating("d"),
                                act("e").after("a", "b", "d").and(step -> step.join(Join.ANY)))
                        .with(Kind.BUSINESS, Kind.BUSINESS_NOT_DONE, Kind.CANCEL),
                Model.of(
                                "diamond that is undone",
                                act("a").undone(1),
                                act("b").after("a").undone(1),
                                act("c").after("a"),
                                act("d").after("b", "c").undone(1))
                        .with(Kind.CANCEL),
                Model.of(
                                "compensation that fails",
                                act("a").undone(1),
                                act("b").and(step -> step.compensate("b.undo", undo -> undo.input("${ 1 + 'x' }"))))
                        .with(Kind.BUSINESS)
                        .with(PEOPLE)
                        .atMost(1, Kind.RETRY),
                Model.of("agents that die of it", act("a").onExhausted(Then.CONTINUE))
                        .with(Kind.LOST)
                        .with(PEOPLE)
                        .atMost(1, Kind.RETRY));
    }

    private static List<Model> people() {
        return List.of(
                Model.of(
                                "held by a person",
                                Model.graph(
                                                act("a").tries(2).undone(1),
                                                waitAMinute("b").after("a"))
                                        .completeBy(SHORT))
                        .with(Kind.TRANSIENT, Kind.CANCEL, Kind.COMPENSATE, Kind.SKIP)
                        .atMost(2, Kind.PAUSE, Kind.RESUME),
                Model.of(
                                "held by a person, with finally",
                                Model.graph(act("a").undone(1), escalating("b"))
                                        .finallyStep("f", act("f").tries(2).said()))
                        .with(Kind.BUSINESS_NOT_DONE, Kind.CANCEL, Kind.SKIP)
                        .atMost(1, Kind.PAUSE, Kind.RESUME),
                Model.of("asked by a person", act("a").asked(2).undone(1).onceMoreThenEscalates())
                        .with(Kind.TRANSIENT, Kind.PROBE_UNKNOWN, Kind.CANCEL)
                        .atMost(1, Kind.PROBE_RUNNING, Kind.PROBE_NOW),
                Model.of(
                                "another input",
                                escalating("a")
                                        .asked(1)
                                        .undone(1)
                                        .and(step -> step.input(Map.of("n", "${ input.n + 'x' }"))))
                        .with(Kind.TRANSIENT, Kind.BUSINESS_NOT_DONE, Kind.PROBE_UNKNOWN, Kind.CANCEL)
                        .atMost(1, Kind.RETRY, Kind.PROBE_NOW)
                        .atMost(2, Kind.EDIT));
    }

    private static ModelStep escalating(String name) {
        return act(name).onExhausted(Then.ESCALATE);
    }

    /** The same workflows with all kinds of trouble at once: too large for a build. */
    static List<Model> large() {
        return small().stream()
                .map(model -> new Model(model.name() + ", all trouble", model.workflow(), model.limits())
                        .with(REPORTS)
                        .with(PEOPLE)
                        .with(Kind.PROBE_UNKNOWN, Kind.PROBE_NONSENSE, Kind.SILENT, Kind.COMPENSATE)
                        .atMost(1, Kind.PAUSE, Kind.RESUME, Kind.PROBE_NOW, Kind.EDIT)
                        .atMost(1, Kind.RETRY, Kind.LOST, Kind.THROTTLED, Kind.THROTTLED_FOR, Kind.PROBE_RUNNING))
                .toList();
    }
}
