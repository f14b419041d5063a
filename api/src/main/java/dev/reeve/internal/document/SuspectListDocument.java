package dev.reeve.internal.document;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.SuspectAttempt;
import java.time.Duration;
import java.util.List;

/**
 * Attempts that take longer than expected. The nonces of their tokens are left out.
 *
 * @param suspects the longest-running first
 */
public record SuspectListDocument(List<Suspect> suspects) implements Document {

    /**
     * An attempt.
     *
     * @param execution the execution
     * @param step its step
     * @param purpose the purpose of the attempt
     * @param attempt its number
     * @param action the action that is called
     * @param agent the agent
     * @param running for how long it runs
     * @param expected how long it was expected to take
     */
    public record Suspect(
            ExecutionId execution,
            StepPath step,
            Purpose purpose,
            int attempt,
            String action,
            String agent,
            Duration running,
            Duration expected)
            implements Document {

        static Suspect of(SuspectAttempt it) {
            return new Suspect(
                    it.token().execution(),
                    it.token().step(),
                    it.token().purpose(),
                    it.token().attempt(),
                    it.action(),
                    it.agent(),
                    it.running(),
                    it.expected());
        }

        SuspectAttempt suspect() {
            return new SuspectAttempt(
                    new AttemptToken(execution, step, purpose, attempt, 0), action, agent, running, expected);
        }
    }

    public static SuspectListDocument of(List<SuspectAttempt> suspects) {
        return new SuspectListDocument(suspects.stream().map(Suspect::of).toList());
    }

    /** The attempts. The nonces of their tokens are 0, because they are not in the document. */
    public List<SuspectAttempt> attempts() {
        return suspects.stream().map(Suspect::suspect).toList();
    }
}
