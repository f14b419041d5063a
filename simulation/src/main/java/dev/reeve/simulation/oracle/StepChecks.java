package dev.reeve.simulation.oracle;

import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.schema.JsonSchema;
import dev.reeve.simulation.oracle.Account.Busy;
import dev.reeve.simulation.oracle.JournalEvent.Purpose;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The conditions under which an attempt, or a person, may say something about a step. */
record StepChecks(OracleState situation, Breaches breaches) {

    private void check(boolean holds, String rule, String problem, @Nullable Object... details) {
        if (!holds) {
            breaches.add(rule, problem, details);
        }
    }

    /** The event is of the open attempt. */
    void open(Account account, JournalEvent entry, Purpose purpose) {
        check(
                account.busy == Busy.RUNNING
                        && account.purpose == purpose
                        && account.tries(purpose).attempts == entry.number("attempt"),
                "I5",
                "it is not the open attempt: %s",
                entry);
    }

    /** The attempt's time is not over. */
    void inTime(Account account, JournalEvent entry) {
        check(
                account.isTransactional || !situation.at.isAfter(account.until),
                "I8",
                "it counts at %s although complete-by was %s: %s",
                situation.at,
                account.until,
                entry);
    }

    /** The step needs a person, and a person decided. */
    void escalated(Account account, JournalEvent entry, Purpose purpose) {
        check(
                account.escalated
                        && account.purpose == purpose
                        && !entry.text("by").isEmpty(),
                "I4",
                "the step does not need a person for this: %s",
                entry);
        check(
                purpose == Purpose.COMPENSATION || situation.goesForward(),
                "I7",
                "nothing is done while the execution is undone: %s",
                entry);
    }

    /**
     * Whether a person may give the output for the step. With items, its schema applies to the output of each item. The
     * output of a step that waits for signals must be one that they could have given.
     */
    static boolean isFit(Account account, @Nullable Object output) {
        JsonSchema schema = account.step.output();
        if (account.step.task() instanceof Task.Await await) {
            return await.schema() == null
                    || (account.step.repeat() == null
                            ? isFit(await, output)
                            : output instanceof List<?> list && list.stream().allMatch(one -> isFit(await, one)));
        }
        if (!account.hasItems()) {
            return JsonValues.isValid(schema, output);
        }
        return schema == null
                || (output instanceof List<?> each
                        && each.stream().allMatch(one -> one == null || JsonValues.isValid(schema, one)));
    }

    private static boolean isFit(Task.Await await, @Nullable Object given) {
        if (await.signals().size() == 1) {
            return JsonValues.isValid(await.schema(), given);
        }
        return given instanceof Map<?, ?> members
                && members.get("signal") instanceof String name
                && await.signals().contains(name)
                && JsonValues.isValid(await.schema(), members.get("data"));
    }
}
