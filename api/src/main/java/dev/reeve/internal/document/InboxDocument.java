package dev.reeve.internal.document;

import dev.reeve.Cause;
import dev.reeve.ExecutionId;
import dev.reeve.Inbox;
import dev.reeve.InboxGroup;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.UnofferedAction;
import dev.reeve.Verb;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The work that needs a person.
 *
 * @param groups escalated steps, by what they have in common
 * @param unoffered actions that no agent offers
 * @param executions the number of executions that need a person
 * @param more whether there are more that were not examined
 * @param unreadable executions whose histories are damaged
 */
public record InboxDocument(
        List<Group> groups, List<Unoffered> unoffered, int executions, boolean more, List<ExecutionId> unreadable)
        implements Document {

    /**
     * Escalated steps with the same action and the same failure.
     *
     * @param action the action
     * @param purpose whether steps were done or undone
     * @param cause the kind of the failure
     * @param code its code
     * @param fingerprint its message, with numbers and ids replaced
     * @param steps the number of steps
     * @param oldest since when the oldest waits
     * @param example one of the executions
     * @param exampleStep its step
     * @param exampleMessage its message
     * @param verbs the verbs that a person can use
     */
    public record Group(
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
            List<Verb> verbs)
            implements Document {

        static Group of(InboxGroup group) {
            return new Group(
                    group.action(),
                    group.purpose(),
                    group.cause(),
                    group.code(),
                    group.fingerprint(),
                    group.steps(),
                    group.oldest(),
                    group.example(),
                    group.exampleStep(),
                    group.exampleMessage(),
                    group.verbs());
        }

        InboxGroup group() {
            return new InboxGroup(
                    action,
                    purpose,
                    cause,
                    code,
                    fingerprint,
                    steps,
                    oldest,
                    example,
                    exampleStep,
                    exampleMessage,
                    verbs);
        }
    }

    /**
     * An action that steps wait for.
     *
     * @param action the action
     * @param since since when no agent offers it
     * @param waiting the number of waiting steps
     * @param agent the agent that went offline with work
     */
    public record Unoffered(
            String action,
            Instant since,
            int waiting,
            @Nullable String agent) implements Document {

        static Unoffered of(UnofferedAction action) {
            return new Unoffered(action.action(), action.since(), action.waiting(), action.agent());
        }

        UnofferedAction unoffered() {
            return new UnofferedAction(action, since, waiting, agent);
        }
    }

    public static InboxDocument of(Inbox inbox) {
        return new InboxDocument(
                inbox.groups().stream().map(Group::of).toList(),
                inbox.unoffered().stream().map(Unoffered::of).toList(),
                inbox.executions(),
                inbox.more(),
                inbox.unreadable());
    }

    public Inbox inbox() {
        return new Inbox(
                groups.stream().map(Group::group).toList(),
                unoffered.stream().map(Unoffered::unoffered).toList(),
                executions,
                more,
                unreadable);
    }
}
