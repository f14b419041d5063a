package dev.reeve.engine.client;

import dev.reeve.core.Cause;
import dev.reeve.core.ExecutionId;
import dev.reeve.core.Purpose;
import dev.reeve.core.StepPath;
import dev.reeve.core.Verb;
import dev.reeve.engine.bulk.BulkRequest;
import java.time.Instant;
import java.util.List;

/**
 * Escalated steps that call the same action and failed in the same way.
 *
 * @param action what they call
 * @param purpose what for: to do the step, or to undo it
 * @param cause of the failures
 * @param code of the failures
 * @param fingerprint the message of the failures, with numbers and ids replaced: what they have in common
 * @param steps how many there are; an execution may have several
 * @param oldest since when the one has been waiting that has been waiting longest
 * @param example the execution of that one
 * @param exampleStep which step it is
 * @param exampleMessage the message of its failure, as it is
 * @param verbs what a person can do about all of them
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

    /** For all of them: to be given to {@link Reeve#bulk}. */
    public BulkRequest bulk(Verb verb) {
        return BulkRequest.of(verb)
                .action(action)
                .purpose(purpose)
                .cause(cause)
                .code(code)
                .fingerprint(fingerprint);
    }
}
