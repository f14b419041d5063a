package dev.reeve.core;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an open step waits for. Later releases may know more kinds. */
public sealed interface Situation {

    /**
     * For an agent that can do it and has a free slot.
     *
     * @param since when it was queued
     * @param limit that its call must be within; null for any number of calls
     */
    record Queued(Instant since, @Nullable CallLimit limit) implements Situation {}

    /**
     * For an agent that can do it, and none offers it: somebody must start one. The core does not know of it: an engine says so,
     * where it would otherwise say {@link Queued}.
     *
     * @param since when it was queued
     * @param unoffered since when nobody offers the action, if that is an incident already; otherwise null
     */
    record Unoffered(Instant since, @Nullable Instant unoffered) implements Situation {}

    /**
     * For its limit. Neither attempts nor time are used up meanwhile. The core does not know of it: an engine says so, where it
     * would otherwise say {@link Queued}.
     *
     * @param since when it was queued
     * @param running how many calls that are counted together with it are under way
     * @param waiting how many steps wait for the same, itself included
     * @param next when the rate allows another call; null if that is not what it waits for
     */
    record Limited(
            Instant since,
            CallLimit limit,
            int running,
            int waiting,
            @Nullable Instant next) implements Situation {}

    /**
     * For the service behind its action, which is not called at present. Neither attempts nor time are used up meanwhile. The
     * core does not know of it: an engine says so, where it would otherwise say {@link Queued}.
     *
     * @param since when it was queued
     * @param stopped since when the service is not called
     * @param by who stopped it; null if nobody did, because it fails for everybody
     * @param why what was seen, or what the person said
     * @param next when it is tried again; null if a person must say so, or if it is being tried
     */
    record Withheld(
            Instant since,
            Instant stopped,
            @Nullable String by,
            String why,
            @Nullable Instant next) implements Situation {}

    /**
     * For an agent's report.
     *
     * @param agent who has it
     * @param startedAt when it was handed out
     * @param completeBy the instant after which the attempt no longer counts
     * @param heartbeat for how long the agent may show no sign of life; null if it need not show any
     * @param expectedBy when it should have been through: after that it is suspect, and goes on all the same (V3). As the definition
     *     says; if it says nothing, an engine says so of those that are suspect by what it has learnt. Otherwise null
     */
    record Running(
            String agent,
            Instant startedAt,
            Instant completeBy,
            @Nullable Duration heartbeat,
            @Nullable Instant expectedBy)
            implements Situation {}

    /**
     * For another execution, which does it or undoes it.
     *
     * @param child what to ask for more
     * @param since when that was started
     */
    record Child(ExecutionId child, Instant since) implements Situation {}

    /**
     * For a time, or for a signal.
     *
     * @param until when it is over; for a signal without a timeout the last instant that there is
     * @param signal the name of the signal that it waits for; null if it waits for none
     */
    record Waiting(
            Instant until, WaitReason reason, @Nullable String signal) implements Situation {}

    /**
     * For a person.
     *
     * @param since when it was escalated; null if whoever asked did not know
     * @param verbs what the person can do
     */
    record NeedsPerson(@Nullable Instant since, List<Verb> verbs) implements Situation {
        public NeedsPerson {
            verbs = List.copyOf(verbs);
        }
    }
}
