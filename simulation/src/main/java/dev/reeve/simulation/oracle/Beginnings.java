package dev.reeve.simulation.oracle;

import dev.reeve.Json;
import dev.reeve.internal.model.definition.ComputedTimes;
import dev.reeve.internal.model.definition.ForEach;
import dev.reeve.internal.model.definition.Predecessor;
import dev.reeve.internal.model.definition.Repeat;
import dev.reeve.internal.model.definition.StepLimit;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.expression.Expression;
import dev.reeve.internal.model.expression.ExpressionException;
import dev.reeve.internal.model.expression.Template;
import dev.reeve.simulation.oracle.Account.Busy;
import dev.reeve.simulation.oracle.Account.Outcome;
import dev.reeve.simulation.oracle.JournalEvent.Failure;
import dev.reeve.simulation.oracle.JournalEvent.Purpose;
import dev.reeve.simulation.oracle.OracleState.Signal;
import dev.reeve.workflow.Join;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The documented rules for how steps, items and rounds begin, and for the ends of steps that call no action. */
final class Beginnings {

    /** Maximum number of characters of a limit key. */
    private static final int LIMIT_KEY_MAX = 255;

    private final OracleState situation;
    private final Rules rules;

    Beginnings(OracleState situation, Rules rules) {
        this.situation = situation;
        this.rules = rules;
    }

    // Whether a step may begin

    /** Whether the predecessors let the step begin. */
    static boolean mayBegin(Account account) {
        if (account.begun || account.outcome != null || account.escalated || account.due != null) {
            return false;
        }
        long reached = reached(account);
        Join join = account.step.join();
        return account.after.isEmpty()
                || (join.count() == Join.ALL.count()
                        ? reached > 0 && account.after.stream().allMatch(Account::isSettled)
                        : reached >= join.count());
    }

    /** Whether too few predecessors can still lead to the step, so that it must be skipped. */
    static boolean mustBeLeftOut(Account account) {
        long mayCome = reached(account)
                + account.after.stream().filter(before -> !before.isSettled()).count();
        return !account.begun
                && account.outcome == null
                && !account.escalated
                && !account.after.isEmpty()
                && mayCome < Math.max(1, account.step.join().count());
    }

    private static long reached(Account account) {
        return account.after.stream()
                .filter(before -> hasReached(before, account))
                .count();
    }

    /** Whether a step has led to one of its successors. One that is not needed any more leads to none. */
    static boolean hasReached(Account before, Account account) {
        return before.isSettled()
                && !before.isLeftOut()
                && !before.isUnneeded()
                && leadsTo(before, account.step.after());
    }

    /** A choice leads to the successors of the chosen case, and to the successors of the choice itself. */
    private static boolean leadsTo(Account before, List<Predecessor> edges) {
        return !(before.step.task() instanceof Task.Switch)
                || edges.stream()
                        .filter(edge -> edge.step().equals(before.step.name()))
                        .anyMatch(edge ->
                                edge.caseName() == null || edge.caseName().equals(before.output));
    }

    /** The next item; null if none may begin now. */
    static @Nullable Account nextItem(Account step) {
        List<Account> items = Objects.requireNonNull(step.items);
        long underWay =
                items.stream().filter(each -> each.entered && !each.isSettled()).count();
        return underWay >= step.concurrency() || step.isUnneeded()
                ? null
                : items.stream().filter(each -> !each.entered).findFirst().orElse(null);
    }

    // How it begins

    RequiredEvent beginning(Account account) {
        try {
            Expression when = account.parent == null ? account.step.when() : null;
            if (when != null && !when.test(situation.view(account))) {
                return new RequiredEvent(
                        "to be skipped by its condition",
                        next -> next.is("StepSkipped") && next.text("reason").equals("CONDITION"));
            }
            if (account.hasItems()) {
                return account.items == null ? expanding(account) : itemsSettled(account);
            }
            return switch (account.step.task()) {
                case Task.Action action -> ready(account, Purpose.FORWARD);
                case Task.WaitFor(Duration length) ->
                    timer(Clockwork.plus(
                            situation.at, Clockwork.at(account, ComputedTimes.WAIT, length, situation.view(account))));
                case Task.WaitUntil wait ->
                    mustTake(account)
                            ? toTakeEarlier(account)
                            : timer(Clockwork.instant(wait.waitUntil().evaluate(situation.view(account))));
                case Task.Switch choice -> done("to choose", choose(account, choice));
                case Task.Await await -> awaiting(account, await);
                case Task.Child child -> ready(account, Purpose.FORWARD);
                case Task.Value(Template value) -> computed(account, value);
                case Task.Fail fail -> failing(account, fail);
                case Task.Complete(Template output) -> computed(account, output);
            };
        } catch (ExpressionException | DateTimeException e) {
            return rules.last(account, Purpose.FORWARD, Failure.NOT_COMPUTED, false);
        } catch (Clockwork.NoTime e) {
            return rules.last(account, Purpose.FORWARD, e.failure(), false);
        }
    }

    /** Whether a signal has come that moves the step's time. */
    private boolean mustTake(Account account) {
        String updateOn = account.step.task().updateOn();
        return updateOn != null && first(updateOn).isPresent();
    }

    private static RequiredEvent toTakeEarlier(Account account) {
        return new RequiredEvent(
                "to take the signals that move its time",
                next -> next.is("SignalTaken")
                        && next.text("signal").equals(account.step.task().updateOn()));
    }

    /** The signal has moved the step's time. */
    RequiredEvent moved(Account account) {
        if (account.busy != Busy.WAITING) {
            return beginning(account);
        }
        try {
            Instant until = Clockwork.moved(account, situation.view(account));
            return waiting(account.waitsFor, until);
        } catch (Clockwork.NoTime e) {
            return new RequiredEvent("to be refused, as its time cannot be computed", next -> false);
        }
    }

    /** Done at once with this value. */
    private RequiredEvent computed(Account account, Template value) {
        Json output = value.evaluate(situation.view(account));
        return JsonValues.isTooLarge(output)
                ? rules.last(account, Purpose.FORWARD, Failure.TOO_LARGE, false)
                : done("to be computed", output.value());
    }

    /** Fails with the code and the text of the definition. */
    private RequiredEvent failing(Account account, Task.Fail fail) {
        String text = fail.message() == null ? "" : fail.message().evaluateText(situation.view(account));
        Object details = fail.details() == null
                ? null
                : fail.details().evaluate(situation.view(account)).value();
        RequiredEvent failing = rules.last(account, Purpose.FORWARD, Failure.business(fail.code()), false);
        return new RequiredEvent(
                failing.what() + ": " + text,
                next -> failing.fits().test(next)
                        && (text.isEmpty()
                                || next.inner("failure").text("message").equals(text))
                        && (details == null
                                || JsonValues.same(next.inner("failure").value("details"), details)));
    }

    private @Nullable Object choose(Account account, Task.Switch choice) {
        for (Task.Switch.Case option : choice.cases()) {
            if (option.when() == null || option.when().test(situation.view(account))) {
                return option.name();
            }
        }
        return null;
    }

    private static RequiredEvent done(String what, @Nullable Object output) {
        return new RequiredEvent(
                what + ": " + output,
                next -> next.is("StepCompleted")
                        && next.number("attempt") == 0
                        && JsonValues.same(next.value("output"), output));
    }

    private RequiredEvent timer(Instant until) {
        return until.isAfter(situation.at) ? waiting("TIMER", until) : done("to be done, as its time is over", null);
    }

    private static RequiredEvent waiting(String reason, Instant until) {
        return new RequiredEvent(
                "to wait for %s until %s".formatted(reason, until),
                next -> next.is("StepWaiting", Purpose.FORWARD)
                        && next.text("reason").equals(reason)
                        && next.instant("until").equals(until));
    }

    /** Queued with the input of its template, or the consequence of an error in the template. */
    RequiredEvent ready(Account account, Purpose purpose) {
        if (purpose == Purpose.COMPENSATION && !account.canBeUndone()) {
            String code = account.hasItems() ? "ITEMS_UNKNOWN" : "PIVOT_PASSED";
            return new RequiredEvent(
                    "to need a person, as nothing undoes it",
                    next -> next.is("StepEscalated", purpose)
                            && next.failure().code().equals(code));
        }
        if (purpose == Purpose.COMPENSATION && account.byHand) {
            return new RequiredEvent(
                    "to need a person, as a person did its last round",
                    next -> next.is("StepEscalated", purpose)
                            && next.failure().code().equals("CHILD_NOT_UNDOABLE"));
        }
        Template template = account.call(purpose).input();
        Template keyTemplate = purpose == Purpose.FORWARD ? limitKey(account) : null;
        @Nullable Json input;
        @Nullable String key;
        Map<String, Duration> times;
        @Nullable String name;
        try {
            View view = purpose == Purpose.COMPENSATION ? situation.viewOfUndoing(account) : situation.view(account);
            name = NameRules.of(account, purpose, view);
            input = template == null ? null : template.evaluate(view);
            key = keyTemplate == null ? null : keyTemplate.evaluateText(view);
            times = Clockwork.ofCall(account, purpose, view);
        } catch (ExpressionException e) {
            return rules.last(account, purpose, Failure.NOT_COMPUTED, false);
        } catch (Clockwork.NoTime e) {
            return rules.last(account, purpose, e.failure(), false);
        }
        if (input != null && JsonValues.isTooLarge(input)) {
            return rules.last(account, purpose, Failure.TOO_LARGE, false);
        }
        if (key != null && key.length() > LIMIT_KEY_MAX) {
            return rules.last(account, purpose, Failure.NOT_COMPUTED, false);
        }
        Object value = input == null ? null : input.value();
        return new RequiredEvent(
                "to be ready with name %s, input %s, limit key %s and times %s".formatted(name, input, key, times),
                next -> next.is("StepReady", purpose)
                        && next.has("input") == (input != null)
                        && (input == null || JsonValues.same(next.value("input"), value))
                        && Clockwork.told(next).equals(times)
                        && Objects.equals(NameRules.told(next), name)
                        && next.has("limitKey") == (key != null)
                        && (key == null || next.text("limitKey").equals(key)));
    }

    private static @Nullable Template limitKey(Account account) {
        StepLimit limit = account.call().limit();
        return limit == null ? null : limit.key();
    }

    // Items

    private RequiredEvent expanding(Account account) {
        Object list = forEach(account).items().evaluate(situation.view(account)).value();
        if (!(list instanceof List<?> values)) {
            return rules.last(account, Purpose.FORWARD, Failure.business("FOR_EACH_NOT_A_LIST"), false);
        }
        return values.size() > ForEach.ITEMS_MAX
                ? rules.last(account, Purpose.FORWARD, Failure.business("FOR_EACH_TOO_MANY"), false)
                : new RequiredEvent(
                        "to begin with its items",
                        next -> next.is("ItemsStarted")
                                && JsonValues.same(
                                        next.value("items"),
                                        batches(values, forEach(account).batch())));
    }

    /** Each element is an item; with {@code batch}, that number of elements is. */
    private static List<? extends @Nullable Object> batches(List<? extends @Nullable Object> values, int batch) {
        if (batch == 0) {
            return values;
        }
        List<@Nullable Object> batches = new ArrayList<>();
        List<@Nullable Object> open = new ArrayList<>();
        for (Object value : values) {
            open.add(value);
            if (open.size() == batch) {
                batches.add(new ArrayList<>(open));
                open.clear();
            }
        }
        if (!open.isEmpty()) {
            batches.add(open);
        }
        return batches;
    }

    private static ForEach forEach(Account account) {
        return Objects.requireNonNull(account.step.forEach());
    }

    /** All items are settled, so the step is settled too, with their outputs in order. */
    RequiredEvent itemsSettled(Account account) {
        if (account.isUnneeded() && !account.items().stream().allMatch(Account::isSettled)) {
            return rules.notNeeded();
        }
        List<@Nullable Object> outputs = new ArrayList<>();
        for (Account each : Objects.requireNonNull(account.items)) {
            outputs.add(each.outcome == Outcome.DONE ? each.output : null);
        }
        if (account.isUnneeded() && JsonValues.isTooLarge(Json.of(outputs))) {
            return rules.notNeeded();
        }
        return JsonValues.isTooLarge(Json.of(outputs))
                ? rules.last(account, Purpose.FORWARD, Failure.TOO_LARGE, false)
                : done("to be done, as all its items are", outputs);
    }

    // Rounds

    enum Until {
        ENOUGH,
        NOT_YET,
        NOT_COMPUTED
    }

    /** Whether this result ends the rounds. While the execution is being undone, no further round begins. */
    Until until(Account account, @Nullable Object output) {
        Repeat repeat = account.step.repeat();
        if (repeat == null || !situation.goesForward() || account.isUnneeded()) {
            return Until.ENOUGH;
        }
        try {
            return repeat.until().test(situation.viewAfterRound(account, output)) ? Until.ENOUGH : Until.NOT_YET;
        } catch (ExpressionException e) {
            return Until.NOT_COMPUTED;
        }
    }

    /** A round has ended, and another one follows. */
    RequiredEvent afterRound(Account account, Until asked) {
        if (asked == Until.NOT_COMPUTED) {
            return rules.last(account, Purpose.FORWARD, Failure.NOT_COMPUTED, false);
        }
        Repeat repeat = Objects.requireNonNull(account.step.repeat());
        int counted = account.rounds - account.forgiven;
        if (counted >= repeat.max() || situation.isHistoryFull()) {
            return rules.last(account, Purpose.FORWARD, Failure.business("REPEAT_EXHAUSTED"), false);
        }
        Duration first;
        Duration most;
        try {
            View view = situation.viewAfterRound(account, account.roundOutput, account.rounds);
            first = Clockwork.at(account, ComputedTimes.DELAY, repeat.delay(), view);
            Duration raised = first.compareTo(repeat.maxDelay()) > 0 ? first : repeat.maxDelay();
            most = Clockwork.at(account, ComputedTimes.MAX_DELAY, raised, view);
        } catch (Clockwork.NoTime e) {
            return rules.last(account, Purpose.FORWARD, e.failure(), false);
        }
        double micros = first.toNanos() / 1e3 * Math.pow(repeat.factor(), counted - 1);
        double max = most.toNanos() / 1e3;
        Instant until = Clockwork.plus(situation.at, Duration.of((long) Math.min(micros, max), ChronoUnit.MICROS));
        return until.isAfter(situation.at) ? waiting("ROUND", until) : ready(account, Purpose.FORWARD);
    }

    // Signals

    /** Takes a signal that came before at once. */
    private RequiredEvent awaiting(Account account, Task.Await await) {
        RequiredEvent collecting =
                CollectedOracle.collects(account) ? new CollectedOracle(situation, rules::last).next(account) : null;
        if (collecting != null) {
            return collecting;
        }
        Optional<Signal> oldest = situation.signals.stream()
                .filter(signal -> await.signals().contains(signal.name()))
                .findFirst();
        if (oldest.isPresent()) {
            return new RequiredEvent(
                    "to take the oldest signal that came before, "
                            + oldest.get().name(),
                    next -> next.is("SignalTaken")
                            && next.text("signal").equals(oldest.get().name()));
        }
        if (mustTake(account)) {
            return toTakeEarlier(account);
        }
        Duration computed = Clockwork.at(account, ComputedTimes.TIMEOUT, situation.view(account), Duration.ZERO);
        Duration timeout = computed == null ? await.timeout() : computed;
        return waiting("SIGNAL", timeout == null ? Clockwork.LAST : Clockwork.plus(situation.at, timeout));
    }

    /** The oldest signal that no step has taken. */
    Optional<Signal> first(String name) {
        return situation.signals.stream()
                .filter(signal -> signal.name().equals(name))
                .findFirst();
    }

    /** The step takes the signal: its data is the step's output. */
    static RequiredEvent taken(Account account, Signal signal) {
        Object output = signal.data();
        if (account.step.task() instanceof Task.Await await && await.signals().size() > 1) {
            Map<String, @Nullable Object> which = new LinkedHashMap<>();
            which.put("signal", signal.name());
            which.put("data", signal.data());
            output = which;
        }
        return done("to be done with the signal's data", output);
    }

    /** No signal came in time. */
    RequiredEvent unsignalled(Account account) {
        Task.Await await = (Task.Await) account.step.task();
        if (await.defaultOutput() == null) {
            return rules.last(account, Purpose.FORWARD, Failure.business("AWAIT_TIMED_OUT"), false);
        }
        try {
            View view = CollectedOracle.collects(account)
                    ? CollectedOracle.view(situation, account, account.collected)
                    : situation.view(account);
            Object output = await.defaultOutput().evaluate(view).value();
            return done("to be done with its default", output);
        } catch (ExpressionException e) {
            return rules.last(account, Purpose.FORWARD, Failure.NOT_COMPUTED, false);
        }
    }
}
