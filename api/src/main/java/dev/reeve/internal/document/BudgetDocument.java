package dev.reeve.internal.document;

import dev.reeve.Budget;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of a step.
 *
 * @param attempt the number of the attempt
 * @param charged the number of attempts that count
 * @param attemptsMax the maximum of those
 * @param round the number of pauses so far
 * @param rounds the maximum of those
 */
public record BudgetDocument(int attempt, int charged, int attemptsMax, int round, int rounds) implements Document {

    static BudgetDocument written(Budget budget) {
        return new BudgetDocument(
                budget.attempt(), budget.charged(), budget.attemptsMax(), budget.round(), budget.rounds());
    }

    static @Nullable BudgetDocument of(@Nullable Budget budget) {
        return budget == null ? null : written(budget);
    }

    Budget budget() {
        return new Budget(attempt, charged, attemptsMax, round, rounds);
    }
}
