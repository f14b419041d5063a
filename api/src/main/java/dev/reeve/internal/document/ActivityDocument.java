package dev.reeve.internal.document;

import dev.reeve.ExecutionId;
import dev.reeve.StepActivity;
import dev.reeve.WaitReason;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The current activity of a step. The name of the record is its {@code kind}. */
public sealed interface ActivityDocument extends Document {

    /** Nothing. */
    record Idle() implements ActivityDocument {}

    /**
     * It waits for an agent.
     *
     * @param since when it began to wait
     */
    record Queued(Instant since) implements ActivityDocument {}

    /**
     * An agent makes an attempt.
     *
     * @param attempt its number
     * @param agent the agent
     * @param startedAt when the attempt began
     * @param completeBy when it counts as silent
     * @param expectedBy when it should be heard from
     */
    record Running(
            int attempt,
            String agent,
            Instant startedAt,
            Instant completeBy,
            @Nullable Instant expectedBy) implements ActivityDocument {}

    /**
     * Another execution does it.
     *
     * @param child that execution
     * @param since when it was started
     */
    record Child(ExecutionId child, Instant since) implements ActivityDocument {}

    /**
     * It waits for a time, or a signal.
     *
     * @param until the end of the wait
     * @param reason the reason for the wait
     * @param signal the signal
     */
    record Waiting(
            Instant until, WaitReason reason, @Nullable String signal) implements ActivityDocument {}

    static ActivityDocument of(StepActivity now) {
        return switch (now) {
            case StepActivity.Idle it -> new Idle();
            case StepActivity.Queued it -> new Queued(it.since());
            case StepActivity.Running it ->
                new Running(it.attempt(), it.agent(), it.startedAt(), it.completeBy(), it.expectedBy());
            case StepActivity.Child it -> new Child(it.child(), it.since());
            case StepActivity.Waiting it -> new Waiting(it.until(), it.reason(), it.signal());
        };
    }

    default StepActivity activity() {
        return switch (this) {
            case Idle it -> new StepActivity.Idle();
            case Queued it -> new StepActivity.Queued(it.since());
            case Running it ->
                new StepActivity.Running(it.attempt(), it.agent(), it.startedAt(), it.completeBy(), it.expectedBy());
            case Child it -> new StepActivity.Child(it.child(), it.since());
            case Waiting it -> new StepActivity.Waiting(it.until(), it.reason(), it.signal());
        };
    }
}
