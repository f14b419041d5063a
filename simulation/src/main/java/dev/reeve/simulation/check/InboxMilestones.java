package dev.reeve.simulation.check;

import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.codec.Request;
import dev.reeve.internal.core.codec.RequestCodec;
import dev.reeve.spi.store.InboxPost;
import org.jspecify.annotations.Nullable;

/** The milestones that messages in the inbox show. */
final class InboxMilestones {

    private InboxMilestones() {}

    /** @return null if the message shows none */
    static @Nullable Milestone of(InboxPost post) {
        return switch (RequestCodec.read(post.content(), post.execution())) {
            case Request.Begin begin -> Milestone.START_FORWARDED;
            case Request.Move move -> Milestone.COMMAND_FORWARDED;
            case Request.Arrive arrive -> null;
            case Request.SqlStart start -> Milestone.START_REQUESTED;
            case Request.SqlSignal signal -> null;
            case Request.Ask(Command command) -> of(command);
        };
    }

    private static @Nullable Milestone of(Command command) {
        return switch (command) {
            case Command.CompleteAttempt complete -> Milestone.REPORT_FORWARDED;
            case Command.FailAttempt fail -> Milestone.REPORT_FORWARDED;
            case Command.LoseAttempt lose -> Milestone.LOSS_FORWARDED;
            case Command.RecordCheckpoint checkpoint -> null;
            default -> Milestone.COMMAND_FORWARDED;
        };
    }
}
