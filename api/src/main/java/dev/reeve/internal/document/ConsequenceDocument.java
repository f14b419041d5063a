package dev.reeve.internal.document;

import dev.reeve.Consequence;
import dev.reeve.WaitReason;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The consequence of a failure. The name of the record is its {@code kind}. */
public sealed interface ConsequenceDocument extends Document {

    /**
     * Another attempt.
     *
     * @param at when
     * @param reason the reason for the wait
     * @param budget which attempt it is
     */
    record Retry(Instant at, @Nullable WaitReason reason, BudgetDocument budget) implements ConsequenceDocument {}

    /**
     * The service is asked what became of it.
     *
     * @param action the action of the probe
     */
    record Probe(String action) implements ConsequenceDocument {}

    /**
     * A pause, and then another round of attempts.
     *
     * @param until its end
     * @param round the number of the round
     * @param rounds the maximum of those
     */
    record Pause(Instant until, int round, int rounds) implements ConsequenceDocument {}

    /**
     * The execution is undone.
     *
     * @param failure why
     */
    record Compensate(FailureDocument failure) implements ConsequenceDocument {}

    /**
     * A person decides.
     *
     * @param failure why
     */
    record Escalate(FailureDocument failure) implements ConsequenceDocument {}

    /**
     * The execution continues without the step.
     *
     * @param failure why
     */
    record Continue(FailureDocument failure) implements ConsequenceDocument {}

    /** The step has ended, since nothing needs it any more. */
    record Close() implements ConsequenceDocument {}

    /** The step is done. */
    record Complete() implements ConsequenceDocument {}

    static ConsequenceDocument of(Consequence consequence) {
        return switch (consequence) {
            case Consequence.Retry it -> new Retry(it.at(), it.reason(), BudgetDocument.written(it.budget()));
            case Consequence.Probe it -> new Probe(it.action());
            case Consequence.Pause it -> new Pause(it.until(), it.round(), it.rounds());
            case Consequence.Compensate it -> new Compensate(FailureDocument.written(it.failure()));
            case Consequence.Escalate it -> new Escalate(FailureDocument.written(it.failure()));
            case Consequence.Continue it -> new Continue(FailureDocument.written(it.failure()));
            case Consequence.Close it -> new Close();
            case Consequence.Complete it -> new Complete();
        };
    }

    default Consequence consequence() {
        return switch (this) {
            case Retry it ->
                new Consequence.Retry(it.at(), it.reason(), it.budget().budget());
            case Probe it -> new Consequence.Probe(it.action());
            case Pause it -> new Consequence.Pause(it.until(), it.round(), it.rounds());
            case Compensate it -> new Consequence.Compensate(it.failure().failure());
            case Escalate it -> new Consequence.Escalate(it.failure().failure());
            case Continue it -> new Consequence.Continue(it.failure().failure());
            case Close it -> new Consequence.Close();
            case Complete it -> new Consequence.Complete();
        };
    }
}
