package dev.reeve.simulation.oracle;

import dev.reeve.Json;
import dev.reeve.internal.model.definition.Repeat;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.expression.ExpressionException;
import dev.reeve.simulation.oracle.Account.Busy;
import dev.reeve.simulation.oracle.JournalEvent.Failure;
import dev.reeve.simulation.oracle.JournalEvent.Purpose;
import dev.reeve.simulation.oracle.OracleState.Signal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The documented rules for steps that collect several signals in a list. */
final class CollectedOracle {

    /** The rule for a step that fails without another attempt, as {@link Rules#last}. */
    @FunctionalInterface
    interface Last {
        RequiredEvent of(Account account, Purpose purpose, Failure failure, boolean retried);
    }

    private final OracleState situation;
    private final Last last;

    CollectedOracle(OracleState situation, Last last) {
        this.situation = situation;
        this.last = last;
    }

    static boolean collects(Account account) {
        return account.step.task() instanceof Task.Await && account.step.repeat() != null;
    }

    /** The element of the list for a signal: its data, and with several names its name, too. */
    static @Nullable Object element(Account account, Signal signal) {
        if (account.step.task() instanceof Task.Await await && await.signals().size() > 1) {
            Map<String, @Nullable Object> element = new LinkedHashMap<>();
            element.put("signal", signal.name());
            element.put("data", signal.data());
            return element;
        }
        return signal.data();
    }

    /** The scope of expressions that read the list. */
    static View view(OracleState situation, Account account, List<? extends @Nullable Object> list) {
        View view = situation.view(account.isFinally);
        view.names().put("output", new ArrayList<>(list));
        view.names().put("round", list.size());
        return view;
    }

    /** The next event of a step that begins, or that has just taken a signal; null if it goes on waiting. */
    @Nullable RequiredEvent next(Account account) {
        RequiredEvent over = account.collected.isEmpty() ? null : over(account, account.collected);
        if (over != null || account.busy == Busy.WAITING) {
            return over;
        }
        Signal earlier = earlier(account);
        if (earlier == null) {
            return null;
        }
        if (isFull(account, account.collected, earlier) || earlierAreTooLarge(account)) {
            return last.of(account, Purpose.FORWARD, Failure.TOO_LARGE, false);
        }
        String name = earlier.name();
        return new RequiredEvent(
                "to take a signal that came before, " + name,
                event -> event.is("SignalTaken") && event.text("signal").equals(name));
    }

    private @Nullable Signal earlier(Account account) {
        Task.Await await = (Task.Await) account.step.task();
        return situation.signals.stream()
                .filter(signal -> await.signals().contains(signal.name()))
                .findFirst()
                .orElse(null);
    }

    /** Whether the signals that came before do not fit before the condition holds. */
    private boolean earlierAreTooLarge(Account account) {
        Task.Await await = (Task.Await) account.step.task();
        List<@Nullable Object> list = new ArrayList<>(account.collected);
        for (Signal signal : situation.signals) {
            if (await.signals().contains(signal.name())) {
                if (isFull(account, list, signal)) {
                    return true;
                }
                list.add(element(account, signal));
                if (over(account, list) != null) {
                    return false;
                }
            }
        }
        return false;
    }

    /** Whether the list has no room for the signal. */
    static boolean isFull(Account account, List<? extends @Nullable Object> list, Signal signal) {
        List<@Nullable Object> more = new ArrayList<>(list);
        more.add(element(account, signal));
        return JsonValues.isTooLarge(Json.of(more));
    }

    private @Nullable RequiredEvent over(Account account, List<? extends @Nullable Object> list) {
        Repeat repeat = Objects.requireNonNull(account.step.repeat());
        try {
            if (repeat.until().test(view(situation, account, list))) {
                return new RequiredEvent(
                        "to be done with its signals " + list,
                        event -> event.is("StepCompleted")
                                && event.number("attempt") == 0
                                && JsonValues.same(event.value("output"), list));
            }
        } catch (ExpressionException e) {
            return last.of(account, Purpose.FORWARD, Failure.NOT_COMPUTED, false);
        }
        return list.size() - account.forgiven >= repeat.max()
                ? last.of(account, Purpose.FORWARD, Failure.business("REPEAT_EXHAUSTED"), false)
                : null;
    }
}
