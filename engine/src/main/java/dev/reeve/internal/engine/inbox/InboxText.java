package dev.reeve.internal.engine.inbox;

import dev.reeve.Event;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.codec.Request;
import dev.reeve.internal.core.codec.RequestCodec;
import dev.reeve.internal.engine.scheduler.message.Message;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.spi.store.InboxPost;
import java.util.ArrayList;
import java.util.List;

/** The messages of lanes as the content of the inbox; {@link RequestCodec} describes the format. */
final class InboxText {

    private InboxText() {}

    /** @throws IllegalArgumentException if it is not a message of a caller or an agent */
    static String write(Message message) {
        return RequestCodec.write(
                switch (message) {
                    case Message.Begin begin -> begin(begin.request());
                    case Message.Ask ask -> ask(ask.command());
                    case Message.Arrive arrive -> new Request.Arrive();
                    default -> throw new IllegalArgumentException("no message for the inbox: " + message.kind());
                });
    }

    private static Request begin(StartRequest start) {
        List<Event> events = new ArrayList<>();
        events.add(start.started());
        events.addAll(start.taken());
        if (start.signal() != null) {
            events.add(start.signal());
        }
        return new Request.Begin(events, start.digest(), start.delayedUntil(), start.keyPolicy());
    }

    private static Request ask(Command command) {
        return command instanceof Command.Move move
                ? new Request.Move(
                        move.to().workflow().name(), move.to().workflow().version(), move.by(), move.reason())
                : new Request.Ask(command);
    }

    /** @throws IllegalArgumentException if it is no request, or only a newer release knows it */
    static Request read(InboxPost post) {
        return RequestCodec.read(post.content(), post.execution());
    }
}
