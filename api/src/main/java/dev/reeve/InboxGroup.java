package dev.reeve;

import java.time.Instant;
import java.util.List;

/**
 * Escalated steps that call the same action and failed in the same way.
 *
 * @param action the action that they call
 * @param purpose whether they call it to do the step or to compensate it
 * @param cause of the failures
 * @param code of the failures
 * @param fingerprint what the failure messages have in common: the message with numbers and ids replaced
 * @param steps the number of steps; an execution may have several
 * @param oldest since when the longest-waiting step has been waiting
 * @param example the execution of the longest-waiting step
 * @param exampleStep the longest-waiting step
 * @param exampleMessage the unchanged message of its failure
 * @param verbs the commands that a person can apply to the whole group
 */
public record InboxGroup(
        String action,
        Purpose purpose,
        Cause cause,
        String code,
        String fingerprint,
        int steps,
        Instant oldest,
        ExecutionId example,
        StepPath exampleStep,
        String exampleMessage,
        List<Verb> verbs) {

    public InboxGroup {
        verbs = List.copyOf(verbs);
    }

    /** A request for the whole group, for {@link BulkOperations#start}. */
    public BulkRequest bulk(Verb verb) {
        return BulkRequest.of(verb)
                .action(action)
                .purpose(purpose)
                .cause(cause)
                .code(code)
                .fingerprint(fingerprint);
    }
}
