package dev.reeve;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The condition that an open step waits for. Later releases may add kinds. */
public sealed interface Situation {

    /**
     * Waits for an agent that offers the action and has a free slot.
     *
     * @param since when it was queued
     * @param limit the limit on its calls; null for no limit
     */
    record Queued(Instant since, @Nullable CallLimit limit) implements Situation {}

    /**
     * Waits for an agent, and no agent offers the action: the operator must start one. The core does not find this
     * out. An engine replaces {@link Queued} by it.
     *
     * @param since when it was queued
     * @param unoffered since when no agent offers the action, if this is an incident already; otherwise null
     */
    record Unoffered(Instant since, @Nullable Instant unoffered) implements Situation {}

    /**
     * Waits for its limit. Meanwhile it uses up neither attempts nor time. The core does not find this out. An engine
     * replaces {@link Queued} by it.
     *
     * @param since when it was queued
     * @param limit the limit on its calls
     * @param running the number of open calls that are counted together with it
     * @param waiting the number of steps that wait for the same limit, including this one
     * @param next when the rate allows another call; null if it does not wait for the rate
     */
    record Limited(
            Instant since,
            CallLimit limit,
            int running,
            int waiting,
            @Nullable Instant next) implements Situation {}

    /**
     * Waits because its action is not called at present: an operator has paused it, or its breaker is open. Meanwhile
     * it uses up neither attempts nor time. The core does not find this out. An engine replaces {@link Queued} by it.
     *
     * @param since when it was queued
     * @param stopped since when the action is not called
     * @param actor the actor who paused it; null if the action's breaker did, because the service fails for all callers
     * @param reason the observed failure, or the actor's reason
     * @param next when the action is tried next; null if an operator must resume it, or if it is being tried now
     */
    record Withheld(
            Instant since,
            Instant stopped,
            @Nullable String actor,
            String reason,
            @Nullable Instant next) implements Situation {}

    /**
     * Waits for an agent's report.
     *
     * @param agent the agent
     * @param node the node that the agent is connected to, if it is not the one that handles the execution; null if it
     *     is that one, or is not known
     * @param startedAt when the attempt was given to the agent
     * @param completeBy the instant after which the attempt no longer counts
     * @param heartbeat the maximum time between two signs of life of the agent; null if none are required
     * @param expectedBy when the attempt should have ended; after that it is suspect, and continues all the same.
     *     Given by the definition, or, for a suspect attempt without one, by the engine from past attempts; otherwise
     *     null
     */
    record Running(
            String agent,
            @Nullable String node,
            Instant startedAt,
            Instant completeBy,
            @Nullable Duration heartbeat,
            @Nullable Instant expectedBy)
            implements Situation {}

    /**
     * Waits for a child execution, which does or undoes the step.
     *
     * @param child the child execution
     * @param since when the child was started
     */
    record Child(ExecutionId child, Instant since) implements Situation {}

    /**
     * Waits for a time, or for a signal.
     *
     * @param until when the wait ends; for a signal without a timeout, the latest storable instant
     * @param reason why it waits
     * @param signal the name of the signal; null if it waits for none
     */
    record Waiting(
            Instant until, WaitReason reason, @Nullable String signal) implements Situation {}

    /**
     * Escalated: waits for an operator.
     *
     * @param since when it was escalated; null if the caller of the explainer did not know
     * @param verbs what the operator can do
     */
    record NeedsPerson(@Nullable Instant since, List<Verb> verbs) implements Situation {
        public NeedsPerson {
            verbs = List.copyOf(verbs);
        }
    }
}
