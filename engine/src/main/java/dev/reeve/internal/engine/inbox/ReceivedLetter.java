package dev.reeve.internal.engine.inbox;

import dev.reeve.ExecutionId;
import dev.reeve.ReeveException;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.engine.scheduler.message.Letter;
import dev.reeve.internal.engine.scheduler.message.Message;
import dev.reeve.internal.engine.scheduler.message.Refused;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.internal.engine.scheduler.message.Started;
import dev.reeve.spi.store.InboxKey;
import dev.reeve.spi.store.InboxRow;
import dev.reeve.spi.store.ReplyRow;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A row of the inbox on its way through a lane. */
final class ReceivedLetter implements Letter {

    /** The request to the lane. */
    sealed interface Content {

        record Begin(StartRequest request) implements Content {}

        record Ask(Command command) implements Content {}

        record Arrive() implements Content {}

        /** Nothing; the sender gets this reply. */
        record Nothing(Reply reply) implements Content {}
    }

    private final InboxRow row;
    private final Content content;

    /** Whether it stays in the inbox until it is accepted, because nobody waits for a refusal. */
    private final boolean isPatient;

    /** Takes the letter back, with the cause if it was not applied. */
    private final BiConsumer<ReceivedLetter, @Nullable ReeveException> settled;

    /** The answer to the message that was opened last; null if it is not answered yet. */
    private @Nullable Reply answer;

    ReceivedLetter(
            InboxRow row,
            Content content,
            boolean isPatient,
            BiConsumer<ReceivedLetter, @Nullable ReeveException> settled) {
        this.row = row;
        this.content = content;
        this.isPatient = isPatient;
        this.settled = settled;
    }

    Content content() {
        return content;
    }

    InboxRow row() {
        return row;
    }

    long length() {
        return row.post().content().length();
    }

    @Override
    public InboxKey key() {
        return row.key();
    }

    @Override
    public ExecutionId execution() {
        return row.post().execution();
    }

    private Reply begun(Started started) {
        return new Reply.Begun(started.existing(), started.id().equals(execution()) ? null : started.id());
    }

    @Override
    public Message open() {
        Captured captured = new Captured();
        answer = null;
        return switch (content) {
            case Content.Begin(StartRequest request) -> {
                CompletableFuture<Started> promise = new CompletableFuture<>();
                CompletableFuture<Started> unused = promise.whenComplete(
                        (started, error) -> answer = error == null ? begun(started) : Reply.Failed.of(error));
                yield new Message.Begin(request, promise);
            }
            case Content.Ask(Command command) -> new Message.Ask(execution(), command, captured);
            case Content.Arrive arrive -> new Message.Arrive(execution(), there -> answer = new Reply.Arrived(there));
            case Content.Nothing(Reply reply) -> {
                answer = reply;
                yield new Message.Pass(new CompletableFuture<>());
            }
        };
    }

    @Override
    public @Nullable ReplyRow reply() {
        Reply given = answer;
        if (given == null) {
            throw new IllegalStateException("the lane has not answered " + row.key());
        }
        String sender = row.post().sender();
        return sender.isEmpty() ? null : new ReplyRow(sender, row.post().request(), given.write());
    }

    @Override
    public @Nullable ReeveException kept() {
        if (!isPatient) {
            return null;
        }
        return switch (answer) {
            case Reply.Failed failed -> failed.toException();
            case Reply.Decided(Refused refused) -> refused == null ? null : refused.toException();
            case null, default -> null;
        };
    }

    @Override
    public void applied() {
        settled.accept(this, null);
    }

    @Override
    public void failed(ReeveException cause) {
        settled.accept(this, cause);
    }

    private final class Captured implements Message.Answer {
        @Override
        public void decided(@Nullable Refused refused) {
            answer = new Reply.Decided(refused);
        }

        @Override
        public void failed(RuntimeException cause) {
            answer = Reply.Failed.of(cause);
        }
    }
}
