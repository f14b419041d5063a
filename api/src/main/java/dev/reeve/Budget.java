package dev.reeve;

/**
 * How much of a step's retry budget for one purpose is used.
 *
 * @param attempt the number of the current attempt, or of the next one if none is open; it only rises
 * @param charged the number of this attempt within {@code attemptsMax}. Less than {@code attempt} if earlier attempts
 *     were not charged, such as attempts of lost agents, or belong to an earlier round
 * @param attemptsMax how many attempts may fail in a round
 * @param round the number of pauses so far
 * @param rounds the maximum number of pauses
 */
public record Budget(int attempt, int charged, int attemptsMax, int round, int rounds) {

    /** {@code attempt 2 of 5}, or {@code attempt 7 (2 of 5, round 1 of 3)}. */
    @Override
    public String toString() {
        if (attempt == charged && round == 0 && charged <= attemptsMax) {
            return "attempt %d of %d".formatted(attempt, attemptsMax);
        }
        String rest = charged <= attemptsMax ? "%d of %d".formatted(charged, attemptsMax) : "beyond " + attemptsMax;
        return "attempt %d (%s%s)"
                .formatted(attempt, rest, round == 0 ? "" : ", round %d of %d".formatted(round, rounds));
    }
}
