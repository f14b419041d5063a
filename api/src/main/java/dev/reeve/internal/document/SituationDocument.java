package dev.reeve.internal.document;

import dev.reeve.ExecutionId;
import dev.reeve.Situation;
import dev.reeve.Verb;
import dev.reeve.WaitReason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The situation of an open step. The name of the record is its {@code kind}. */
public sealed interface SituationDocument extends Document {

    /**
     * For an agent.
     *
     * @param since when it began to wait
     * @param limit the limit on the calls
     */
    record Queued(Instant since, @Nullable LimitDocument limit) implements SituationDocument {}

    /**
     * For an agent that offers its action, and none does.
     *
     * @param since when it began to wait
     * @param unoffered since when no agent offers the action
     */
    record Unoffered(Instant since, @Nullable Instant unoffered) implements SituationDocument {}

    /**
     * For the limit on calls of its action.
     *
     * @param since when it began to wait
     * @param limit the limit
     * @param running the number of calls under way
     * @param waiting the number of waiting steps
     * @param next when the rate permits the next one
     */
    record Limited(
            Instant since,
            LimitDocument limit,
            int running,
            int waiting,
            @Nullable Instant next) implements SituationDocument {}

    /**
     * For an action that is not called.
     *
     * @param since when it began to wait
     * @param stopped since when the action is not called
     * @param actor the actor of the pause; without a value the engine stopped it
     * @param reason why
     * @param next when it is tried
     */
    record Withheld(
            Instant since,
            Instant stopped,
            @Nullable String actor,
            String reason,
            @Nullable Instant next) implements SituationDocument {}

    /**
     * For the report of an agent.
     *
     * @param agent the agent
     * @param node the node of the agent, if another one handles the execution
     * @param startedAt when the attempt began
     * @param completeBy when it counts as silent
     * @param heartbeat the longest time between two heartbeats
     * @param expectedBy when it should be heard from next
     */
    record Running(
            String agent,
            @Nullable String node,
            Instant startedAt,
            Instant completeBy,
            @Nullable Duration heartbeat,
            @Nullable Instant expectedBy)
            implements SituationDocument {}

    /**
     * For the end of another execution.
     *
     * @param child that execution
     * @param since when it was started
     */
    record Child(ExecutionId child, Instant since) implements SituationDocument {}

    /**
     * For a time, or a signal.
     *
     * @param until the end of the wait
     * @param reason the reason for the wait
     * @param signal the signal
     */
    record Waiting(
            Instant until, WaitReason reason, @Nullable String signal) implements SituationDocument {}

    /**
     * For a person.
     *
     * @param since when it was escalated
     * @param verbs the verbs that a person can use
     */
    record NeedsPerson(@Nullable Instant since, List<Verb> verbs) implements SituationDocument {}

    static SituationDocument of(Situation situation) {
        return switch (situation) {
            case Situation.Queued it -> new Queued(it.since(), LimitDocument.of(it.limit()));
            case Situation.Unoffered it -> new Unoffered(it.since(), it.unoffered());
            case Situation.Limited it ->
                new Limited(it.since(), LimitDocument.written(it.limit()), it.running(), it.waiting(), it.next());
            case Situation.Withheld it -> new Withheld(it.since(), it.stopped(), it.actor(), it.reason(), it.next());
            case Situation.Running it ->
                new Running(it.agent(), it.node(), it.startedAt(), it.completeBy(), it.heartbeat(), it.expectedBy());
            case Situation.Child it -> new Child(it.child(), it.since());
            case Situation.Waiting it -> new Waiting(it.until(), it.reason(), it.signal());
            case Situation.NeedsPerson it -> new NeedsPerson(it.since(), it.verbs());
        };
    }

    default Situation situation() {
        return switch (this) {
            case Queued it -> new Situation.Queued(it.since(), LimitDocument.limitOf(it.limit()));
            case Unoffered it -> new Situation.Unoffered(it.since(), it.unoffered());
            case Limited it ->
                new Situation.Limited(it.since(), it.limit().limit(), it.running(), it.waiting(), it.next());
            case Withheld it -> new Situation.Withheld(it.since(), it.stopped(), it.actor(), it.reason(), it.next());
            case Running it ->
                new Situation.Running(
                        it.agent(), it.node(), it.startedAt(), it.completeBy(), it.heartbeat(), it.expectedBy());
            case Child it -> new Situation.Child(it.child(), it.since());
            case Waiting it -> new Situation.Waiting(it.until(), it.reason(), it.signal());
            case NeedsPerson it -> new Situation.NeedsPerson(it.since(), it.verbs());
        };
    }
}
