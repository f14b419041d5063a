package dev.reeve.simulation.check;

import dev.reeve.Cause;
import dev.reeve.Event;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.SkipReason;
import dev.reeve.StepPath;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.ForEach;
import dev.reeve.internal.model.definition.Repeat;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.values.JsonElements;
import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.Retry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Checks one execution against its definition's items, rounds, choices, joins, signals and point of no return, from its
 * events alone (S7, C6). Shares no decision code with the engine.
 */
final class LanguageCheck {

    /** The outcome of a step or an item, as far as it decides whether later steps begin. */
    private enum Settled {
        DONE,
        PASSED_OVER,
        LEFT_OUT
    }

    private final BiConsumer<String, String> breach;
    private final Coverage sometimes;
    private final Map<String, Step> steps = new LinkedHashMap<>();
    private final Map<StepPath, Settled> settled = new HashMap<>();
    private final Map<StepPath, Json> outputs = new HashMap<>();

    /** The items of each step. */
    private final Map<String, List<Json>> items = new HashMap<>();

    /** Steps and items that have begun. Some of them may be queued again. */
    private final Set<StepPath> begun = new HashSet<>();

    private final Set<StepPath> again = new HashSet<>();
    private final Map<StepPath, Integer> rounds = new HashMap<>();

    /** As the rounds, but a retry by a person does not reset them. */
    private final Map<StepPath, Integer> allRounds = new HashMap<>();

    private final Map<StepPath, Instant> nextRound = new HashMap<>();
    private final Map<String, Integer> failedItems = new HashMap<>();
    private final List<Event.SignalReceived> waiting = new ArrayList<>();
    private final Set<String> received = new HashSet<>();
    private final Map<StepPath, Json> taken = new HashMap<>();
    /** The signals of steps that collect them. */
    private final Map<StepPath, List<Json>> collected = new HashMap<>();
    /** Waits whose end a signal has just moved. */
    private final Set<StepPath> moved = new HashSet<>();

    private final Set<StepPath> undoing = new HashSet<>();
    private final Set<StepPath> through = new HashSet<>();
    private boolean pastPivot;
    private boolean turnedBack;

    /** The output with which a step has completed the execution; null if none has. */
    private @Nullable Json ending;

    private final Set<String> finallySteps = new HashSet<>();
    private final EndedOthers others = new EndedOthers();

    /** @param breach receives the rule and the violation */
    LanguageCheck(Definition workflow, Coverage sometimes, BiConsumer<String, String> breach) {
        this.sometimes = sometimes;
        this.breach = breach;
        goOn(workflow);
    }

    /** Continues with this version. */
    void goOn(Definition workflow) {
        steps.clear();
        finallySteps.clear();
        workflow.steps().forEach(step -> steps.put(step.name(), step));
        workflow.finallySteps().forEach(step -> {
            steps.put(step.name(), step);
            finallySteps.add(step.name());
        });
    }

    /** Whether a signal with this data is in the store. All signals sent have different data. */
    boolean hasReceived(Json data) {
        return received.contains(data.text());
    }

    /** The steps that were not needed any more. */
    EndedOthers others() {
        return others;
    }

    /** Number of rounds that have ended. */
    int rounds(StepPath path) {
        return allRounds.getOrDefault(path, 0);
    }

    /** The items of a step that has begun; otherwise the step itself. */
    List<StepPath> parts(Step step) {
        List<Json> values = items.get(step.name());
        if (values == null) {
            return List.of(StepPath.of(step.name()));
        }
        List<StepPath> parts = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            parts.add(item(step.name(), i));
        }
        return parts;
    }

    /** The default input of an item; null for a step that is no item. */
    @Nullable Json value(StepPath path) {
        return path.item() == StepPath.NONE
                ? null
                : Objects.requireNonNull(items.get(path.step())).get(path.item());
    }

    private static StepPath item(String step, int number) {
        return new StepPath(step, number, StepPath.NONE);
    }

    private Step step(StepPath path) {
        return Objects.requireNonNull(steps.get(path.step()), () -> "there is no step " + path);
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be the only use of its library
    private void require(boolean holds, String rule, String problem, @Nullable Object... details) {
        if (!holds) {
            breach.accept(rule, problem.formatted(details));
        }
    }

    void look(Event event, Instant at) {
        switch (event) {
            case Event.StepTaken e -> {
                settle(e.step(), outcome(e));
                others.look(e);
                allRounds.put(e.step(), e.rounds());
                if (e.output() != null) {
                    outputs.put(e.step(), e.output());
                }
                passPivot(e.step());
            }
            case Event.ItemsStarted e -> {
                begin(e.step());
                require(!items.containsKey(e.step().step()), "S7", "its items are known already: %s", e);
                items.put(e.step().step(), JsonElements.of(e.items()));
                sometimes.saw(Milestone.ITEMS_BEGUN);
            }
            case Event.StepReady e -> ready(e, at);
            case Event.StepWaiting e -> waiting(e);
            case Event.RoundEnded e -> roundEnded(e);
            case Event.SignalReceived e -> {
                require(received.add(e.data().text()), "S7", "a signal counts twice: %s", e);
                waiting.add(e);
            }
            case Event.SignalTaken e -> signalTaken(e);
            case Event.OthersEnded e -> {
                others.look(e);
                sometimes.saw(Milestone.OTHERS_ENDED);
            }
            case Event.StepCompleted e -> completed(e);
            case Event.StepResolved e -> {
                outputs.put(e.step(), e.output());
                settle(e.step(), Settled.DONE);
                passPivot(e.step());
            }
            case Event.StepFailed e -> failed(e);
            case Event.StepSkipped e -> skipped(e);
            case Event.StepEscalated e -> escalated(e);
            case Event.StepRetried e -> {
                again.add(e.step());
                rounds.remove(e.step());
            }
            case Event.StepCompensated e -> {
                through.add(e.step());
                if (others.isUndone(e.step()) && !turnedBack) {
                    sometimes.saw(Milestone.OTHER_UNDONE);
                }
            }
            case Event.AttemptFailed e -> attemptFailed(e);
            case Event.CompletionStarted e -> completing(e);
            case Event.ExecutionCompleted e ->
                require(ending == null || ending.equals(e.output()), "S7", "it was completed with %s: %s", ending, e);
            case Event.StepStarted e -> started(e);
            case Event.CompensationStarted e -> {
                require(!pastPivot, "C6", "undone past the point of no return: %s", e.failure());
                turnedBack = true;
            }
            default -> {}
        }
    }

    private void attemptFailed(Event.AttemptFailed e) {
        String code = e.failure().code();
        if (code.equals("OUTPUT_INVALID")) {
            sometimes.saw(Milestone.RESULT_INVALID);
        }
        if (e.purpose() != Purpose.FORWARD) {
            return;
        }
        Task task = step(e.step()).task();
        OnExhausted policy = task.onExhausted();
        if (policy != null && policy.byCode().containsKey(code)) {
            sometimes.saw(Milestone.DECIDED_BY_CODE);
        }
        if (task instanceof Task.Action action) {
            Retry retry = action.call().retry();
            if (retry.never().contains(code)) {
                sometimes.saw(Milestone.NEVER_RETRIED);
            } else if (e.failure().cause() == Cause.BUSINESS && retry.on().contains(code)) {
                sometimes.saw(Milestone.RETRIED_BY_CODE);
            }
        }
    }

    private void escalated(Event.StepEscalated e) {
        if (e.purpose() == Purpose.COMPENSATION) {
            undo(e.step());
        } else {
            begun.add(e.step()); // an item whose input cannot be computed has begun too
            again.add(e.step());
            if (pastPivot) {
                sometimes.saw(Milestone.ESCALATED_PAST_PIVOT);
            }
        }
    }

    private void completing(Event.CompletionStarted e) {
        require(step(e.endedBy()).task() instanceof Task.Complete, "S7", "step %s ends nothing", e.endedBy());
        require(!turnedBack, "S7", "it is being undone, or was ended before: %s", e);
        turnedBack = true;
        ending = outputs.get(e.endedBy());
    }

    private void started(Event.StepStarted e) {
        require(
                e.purpose() != Purpose.FORWARD || !others.isUnneeded(e.step()),
                "S7",
                "handed out although it is not needed any more: %s",
                e);
        require(
                ending == null
                        || e.purpose() != Purpose.FORWARD
                        || finallySteps.contains(e.step().step()),
                "S7",
                "handed out after the execution was completed: %s",
                e);
    }

    private static Settled outcome(Event.StepTaken e) {
        return e.output() != null
                ? Settled.DONE
                : e.skipped() == null || e.skipped() == SkipReason.OPERATOR ? Settled.PASSED_OVER : Settled.LEFT_OUT;
    }

    private void settle(StepPath path, Settled how) {
        settled.put(path, how);
    }

    private void passPivot(StepPath path) {
        if (step(path).pivot() && path.item() == StepPath.NONE && settled.get(path) == Settled.DONE) {
            pastPivot = true;
            sometimes.saw(Milestone.PIVOT_PASSED);
        }
    }

    // Order of steps

    /** A step begins: enough of its predecessors are settled, and they lead to it. */
    private void begin(StepPath path) {
        if (!begun.add(path)) {
            require(again.remove(path), "S7", "step %s begins twice", path);
            return;
        }
        Step step = step(path);
        require(!others.isUnneeded(path), "S7", "step %s begins, and is not needed any more", path);
        int reached = reached(step);
        int open = open(step);
        int needed = step.join().count();
        require(
                step.predecessors().isEmpty() || (needed == 0 ? open == 0 && reached > 0 : reached >= needed),
                "S7",
                "step %s begins after %d of %s, and %d are open",
                path,
                reached,
                step.after(),
                open);
        if (needed > 1 && open > 0) {
            sometimes.saw(Milestone.JOINED_EARLY);
        }
    }

    private int reached(Step step) {
        int reached = 0;
        for (String name : step.predecessors()) {
            StepPath path = StepPath.of(name);
            Settled how = settled.get(path);
            boolean leads = how != null && how != Settled.LEFT_OUT && !others.isUnneeded(path) && leads(name, step);
            reached += leads ? 1 : 0;
        }
        return reached;
    }

    private int open(Step step) {
        return (int) step.predecessors().stream()
                .filter(name -> !settled.containsKey(StepPath.of(name)))
                .count();
    }

    private boolean leads(String from, Step to) {
        if (!(Objects.requireNonNull(steps.get(from)).task() instanceof Task.Switch)) {
            return true;
        }
        Json chosen = outputs.getOrDefault(StepPath.of(from), Json.NULL);
        return to.after().stream()
                .anyMatch(edge -> edge.step().equals(from)
                        && (edge.caseName() == null || chosen.text().equals('"' + edge.caseName() + '"')));
    }

    private void beginItem(StepPath path) {
        if (!begun.add(path)) {
            require(again.remove(path), "S7", "item %s begins twice", path);
            return;
        }
        int open = 0;
        for (int i = 0; i < path.item(); i++) {
            StepPath before = item(path.step(), i);
            require(begun.contains(before), "S7", "item %s begins before %s", path, before);
            open += settled.containsKey(before) ? 0 : 1;
        }
        require(open < forEach(path).concurrency(), "S7", "item %s begins, and %d others are under way", path, open);
    }

    private ForEach forEach(StepPath path) {
        return Objects.requireNonNull(step(path).forEach(), "an item belongs to a step with forEach");
    }

    private void ready(Event.StepReady e, Instant at) {
        switch (e.purpose()) {
            case FORWARD -> {
                Instant due = nextRound.remove(e.step());
                require(due == null || !at.isBefore(due), "I13", "the next round is due at %s: %s at %s", due, e, at);
                if (e.step().item() == StepPath.NONE) {
                    begin(e.step());
                } else {
                    beginItem(e.step());
                }
            }
            case PROBE -> {}
            case COMPENSATION -> undo(e.step());
        }
    }

    private void waiting(Event.StepWaiting e) {
        switch (e.reason()) {
            case TIMER -> {
                if (!moved.remove(e.step())) {
                    begin(e.step());
                }
            }
            case SIGNAL -> {
                if (!moved.remove(e.step())) {
                    begin(e.step());
                }
                require(
                        waiting.stream().noneMatch(signal -> isFor(signal, e.step())),
                        "S7",
                        "it waits for a signal that came before: %s",
                        e);
            }
            case ROUND -> nextRound.put(e.step(), e.until());
            case BACKOFF, PAUSE, THROTTLED -> {}
        }
    }

    private boolean isFor(Event.SignalReceived signal, StepPath path) {
        return step(path).task() instanceof Task.Await await && await.signals().contains(signal.signal());
    }

    // Outcomes

    private void roundEnded(Event.RoundEnded e) {
        Repeat repeat = Objects.requireNonNull(step(e.step()).repeat(), "only what is repeated has rounds");
        int done = rounds.merge(e.step(), 1, Integer::sum);
        allRounds.merge(e.step(), 1, Integer::sum);
        require(done <= repeat.max(), "I16", "%d rounds, and %d are allowed: %s", done, repeat.max(), e);
        again.add(e.step());
        sometimes.saw(done < repeat.max() ? Milestone.ROUND_ENDED : Milestone.ROUNDS_EXHAUSTED);
    }

    private void signalTaken(Event.SignalTaken e) {
        if (e.signal().equals(step(e.step()).task().updateOn())) {
            if (e.unusable()) {
                sometimes.saw(Milestone.SIGNAL_USELESS);
            } else if (begun.contains(e.step())) {
                moved.add(e.step());
                sometimes.saw(Milestone.TIME_MOVED);
            }
            Event.SignalReceived first = firstOf(e.signal());
            require(first != null && waiting.remove(first), "S7", "there is no such signal, or it was taken: %s", e);
            return;
        }
        // a step that collects signals waits for more of them, or is done
        boolean early = step(e.step()).repeat() == null ? begun.add(e.step()) : !begun.contains(e.step());
        sometimes.saw(early ? Milestone.SIGNAL_EARLY : Milestone.SIGNAL_IN_TIME);
        for (int i = 0; i < waiting.size(); i++) {
            if (waiting.get(i).signal().equals(e.signal())) {
                Json data = waiting.remove(i).data();
                if (step(e.step()).repeat() != null) {
                    collected
                            .computeIfAbsent(e.step(), path -> new ArrayList<>())
                            .add(element(e, data));
                    sometimes.saw(Milestone.SIGNAL_COLLECTED);
                    return;
                }
                boolean several = step(e.step()).task() instanceof Task.Await await && await.isOfSeveral();
                if (several) {
                    sometimes.saw(Milestone.ONE_OF_SEVERAL_SIGNALS);
                }
                taken.put(e.step(), element(e, data));
                return;
            }
        }
        require(false, "S7", "there is no such signal, or it was taken: %s", e);
    }

    private Json element(Event.SignalTaken e, Json data) {
        boolean several = step(e.step()).task() instanceof Task.Await await && await.isOfSeveral();
        return several ? new Json("{\"signal\":\"%s\",\"data\":%s}".formatted(e.signal(), data.text())) : data;
    }

    private Event.@Nullable SignalReceived firstOf(String signal) {
        return waiting.stream()
                .filter(received -> received.signal().equals(signal))
                .findFirst()
                .orElse(null);
    }

    private void completed(Event.StepCompleted e) {
        StepPath path = e.step();
        Step step = step(path);
        List<Json> values = path.item() == StepPath.NONE ? items.get(path.step()) : null;
        if (e.attempt() == 0 && !begun.contains(path)) {
            begin(path);
        }
        if (values != null) {
            List<Json> expected = new ArrayList<>();
            for (int i = 0; i < values.size(); i++) {
                require(settled.containsKey(item(path.step(), i)), "S7", "item %d is not settled: %s", i, e);
                expected.add(outputs.getOrDefault(item(path.step(), i), Json.NULL));
            }
            require(JsonElements.of(e.output()).equals(expected), "S7", "its items gave %s: %s", expected, e);
        }
        Json signalled = taken.get(path);
        require(signalled == null || signalled.equals(e.output()), "S7", "its signal said %s: %s", signalled, e);
        List<Json> list = collected.get(path);
        boolean isList = list != null
                && e.output().value() instanceof List<?>
                && JsonElements.of(e.output()).equals(list);
        if (list != null && isList && list.size() > 1) {
            sometimes.saw(Milestone.SIGNALS_COLLECTED);
        }
        if (step.task() instanceof Task.Await && signalled == null && !isList) {
            sometimes.saw(Milestone.SIGNAL_MISSED);
        }
        if (step.task() instanceof Task.Switch choice) {
            boolean isCase =
                    choice.cases().stream().anyMatch(one -> e.output().text().equals('"' + one.name() + '"'));
            require(isCase || e.output().equals(Json.NULL), "S7", "that is no case of it: %s", e);
            sometimes.saw(Milestone.CHOICE_MADE);
        }
        if (step.task() instanceof Task.Value) {
            sometimes.saw(Milestone.VALUE_COMPUTED);
            // as random worlds read it: the code first, and only if there is one
            if (e.output().text().startsWith("{\"code\":\"")) {
                sometimes.saw(Milestone.ERROR_READ);
            }
        }
        outputs.put(path, e.output());
        settle(path, Settled.DONE);
        if (!turnedBack) {
            passPivot(path);
        }
    }

    private void failed(Event.StepFailed e) {
        if (e.failure().code().equals("ROUNDS_CUT_SHORT")) {
            sometimes.saw(Milestone.ROUNDS_CUT_SHORT);
        }
        if (step(e.step()).task() instanceof Task.Fail) {
            require(!e.continued(), "S7", "it fails on purpose, and is passed over: %s", e);
            sometimes.saw(Milestone.FAILED_ON_PURPOSE);
        }
        if (!e.continued()) {
            return;
        }
        StepPath path = e.step();
        settle(path, Settled.PASSED_OVER);
        if (path.item() == StepPath.NONE) {
            return;
        }
        begun.add(path);
        if (others.isUnneeded(path)) {
            return; // no item of it has to succeed any more
        }
        int failed = failedItems.merge(path.step(), 1, Integer::sum);
        int size = Objects.requireNonNull(items.get(path.step())).size();
        boolean passedOver =
                isPassedOver(step(path).task().onExhausted(), e.failure().code());
        require(
                passedOver || failed <= forEach(path).tolerate().of(size),
                "S7",
                "%d of %d items have failed, and %s are tolerated: %s",
                failed,
                size,
                forEach(path).tolerate(),
                e);
        sometimes.saw(Milestone.ITEM_TOLERATED);
    }

    /** The oracle knows the code with which a child ended; here, any code that it may have had is enough. */
    private static boolean isPassedOver(@Nullable OnExhausted policy, String code) {
        return policy != null
                && (policy.byCode().getOrDefault(code, policy.then()) == OnExhausted.Then.CONTINUE
                        || (code.startsWith("CHILD_") && policy.byCode().containsValue(OnExhausted.Then.CONTINUE)));
    }

    private void skipped(Event.StepSkipped e) {
        if (undoing.contains(e.step())) {
            through.add(e.step());
            return;
        }
        switch (e.skipReason()) {
            case CONDITION -> {
                begin(e.step());
                settle(e.step(), Settled.LEFT_OUT);
            }
            case PREDECESSORS -> {
                Step step = step(e.step());
                int mayCome = reached(step) + open(step);
                require(mayCome < Math.max(1, step.join().count()), "S7", "left out, and %d may come: %s", mayCome, e);
                settle(e.step(), Settled.LEFT_OUT);
                if (step.after().stream().anyMatch(edge -> edge.caseName() != null)) {
                    sometimes.saw(Milestone.BRANCH_LEFT_OUT);
                }
            }
            case OPERATOR -> settle(e.step(), Settled.PASSED_OVER);
            case NOT_NEEDED -> {
                require(others.isUnneeded(e.step()), "S7", "skipped although it is needed: %s", e);
                settle(e.step(), Settled.LEFT_OUT);
            }
            case WITHDRAWN -> {}
        }
    }

    /** Items are undone in reverse order, with the same concurrency as they were done. */
    private void undo(StepPath path) {
        if (!undoing.add(path) || path.item() == StepPath.NONE) {
            return;
        }
        int open = 0;
        int size = Objects.requireNonNull(items.get(path.step())).size();
        for (int i = path.item() + 1; i < size; i++) {
            StepPath later = item(path.step(), i);
            boolean isToBeUndone = settled.get(later) == Settled.DONE || undoing.contains(later);
            require(!isToBeUndone || undoing.contains(later), "I10", "item %s is undone before %s", path, later);
            open += isToBeUndone && !through.contains(later) ? 1 : 0;
        }
        require(open < forEach(path).concurrency(), "I10", "item %s is undone, and %d others just now", path, open);
        if (path.item() + 1 < size) {
            sometimes.saw(Milestone.ITEMS_UNDONE);
        }
    }
}
