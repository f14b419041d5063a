package dev.reeve;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Explains what one open step waits for, and what happens next.
 *
 * @param step its path
 * @param status its status
 * @param purpose the purpose of the current attempts: to do the step, to probe it, or to undo it
 * @param action the action that is called for this purpose; null for a step that only waits
 * @param situation what it waits for
 * @param budget the retry budget of the open or next attempt; null if no attempt is open or follows by itself
 * @param failure how the last attempt ended; null if none has failed
 * @param policy how failures for this purpose are handled, in words; empty for a step that only waits
 * @param next the next decision, if no report arrives by complete-by, or when the wait ends. Null if nothing follows
 *     by itself: the step is queued without {@code startBy}, is escalated, waits for a child or for a signal without a
 *     timeout, or the execution is paused and no attempt is open
 */
public record StepExplanation(
        StepPath step,
        StepStatus status,
        Purpose purpose,
        @Nullable String action,
        Situation situation,
        @Nullable Budget budget,
        @Nullable Failure failure,
        String policy,
        @Nullable Forecast next) {

    /** Text for people: a few lines, without a line break at the end. */
    @Override
    public String toString() {
        String what = switch (purpose) {
            case FORWARD -> "";
            case PROBE -> "it is asked about: ";
            case COMPENSATION -> "it is undone: ";
        };
        String now = SituationText.now(situation, "%s of %s".formatted(budget, action));
        StringBuilder text = new StringBuilder("%s %s: %s%s".formatted(step, status, what, now));
        if (failure != null) {
            String message = failure.message().replace('\n', ' ');
            text.append("\n  because %s %s: %s".formatted(failure.cause(), failure.code(), message));
        }
        if (next != null) {
            text.append("\n  ")
                    .append(SituationText.until(situation, next.at()))
                    .append(next.consequence());
        }
        if (situation instanceof Situation.NeedsPerson person) {
            text.append("\n  a person can: ").append(words(person.verbs()));
        } else if (!policy.isEmpty()) {
            text.append("\n  rule: ").append(policy);
        }
        return text.toString();
    }

    private static String words(List<Verb> verbs) {
        return verbs.stream().map(verb -> verb.name().toLowerCase(Locale.ROOT)).collect(Collectors.joining(", "));
    }
}
