package dev.reeve.internal.engine.inbox;

import dev.reeve.AttemptToken;
import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.codec.Request;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.engine.inbox.ReceivedLetter.Content;
import dev.reeve.internal.engine.scheduler.batch.OwnFailures;
import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.internal.engine.scheduler.message.Refused;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.InboxRow;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoreReader;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads what the rows of the inbox ask, with the definitions that they name. Waits for the store. */
final class RequestReader implements MessageReader {

    private static final Logger LOG = LoggerFactory.getLogger(RequestReader.class);

    private final StoreReader store;
    private final Definitions definitions;

    RequestReader(StoreReader store, Definitions definitions) {
        this.store = store;
        this.definitions = definitions;
    }

    @Override
    public Content content(InboxRow row) {
        ExecutionId id = row.post().execution();
        Request request;
        try {
            request = InboxText.read(row.post());
        } catch (RuntimeException e) {
            LOG.warn("execution={} the message {} cannot be read; it is refused", id, row.key(), e);
            return new Content.Nothing(new Reply.Failed(
                    ErrorCode.STORE_UNAVAILABLE,
                    ("the node that owns execution %s cannot read the request, perhaps because its release is older than"
                                    + " that of the sender; nothing was changed: try again when all nodes have the same release: %s")
                            .formatted(id, e.getMessage())));
        }
        try {
            return switch (request) {
                case Request.Begin begin -> begin(id, begin);
                case Request.Ask(Command command) -> new Content.Ask(command);
                case Request.Move move -> move(id, move);
                case Request.SqlStart start -> throw foreign(start);
                case Request.SqlSignal signal -> throw foreign(signal);
                case Request.Arrive arrive -> new Content.Arrive();
            };
        } catch (StoreException e) {
            throw e;
        } catch (RuntimeException e) {
            // One message must not stop the others.
            LOG.error("execution={} the message {} cannot be dealt with; it is refused", id, row.key(), e);
            return new Content.Nothing(Reply.Failed.of(e));
        }
    }

    private static IllegalArgumentException foreign(Request request) {
        return new IllegalArgumentException("expected a message of a node, found " + request);
    }

    @Override
    public Content instead(InboxRow row, Content content, ReeveException cause) {
        return cause.code() == ErrorCode.INVALID_INPUT
                        && content instanceof Content.Ask(Command.CompleteAttempt(AttemptToken token, Json output))
                ? new Content.Ask(new Command.FailAttempt(token, OwnFailures.refusedByStore(token, cause)))
                : new Content.Nothing(Reply.Failed.of(cause));
    }

    @Override
    public boolean isLasting(ReeveException cause) {
        return switch (cause.code()) {
            case INTERNAL, INVALID_INPUT -> true;
            // A lock on the key of a start may last: the sender asks again, and the lane must not wait each time.
            default -> cause.getCause() instanceof StoreException store && store.kind() == StoreException.Kind.LOCKED;
        };
    }

    @Override
    public boolean isPatient() {
        return false;
    }

    private Content begin(ExecutionId id, Request.Begin begin) {
        Event.ExecutionStarted started = begin.started();
        Optional<Plan> plan = definitions.find(started.namespace(), started.workflow(), started.version());
        if (plan.isEmpty()) {
            return new Content.Nothing(new Reply.Failed(
                    ErrorCode.WORKFLOW_UNKNOWN, StartRequest.withdrawn(started.workflow(), started.version())));
        }
        return new Content.Begin(new StartRequest(
                id,
                plan.get(),
                started,
                begin.digest(),
                begin.taken(),
                begin.delayedUntil(),
                begin.keyPolicy(),
                null,
                begin.signal()));
    }

    /** The definition is in the namespace of the execution, which only its row names. */
    private Content move(ExecutionId id, Request.Move move) {
        Optional<ExecutionRow> row = store.find(id);
        if (row.isEmpty()) {
            return new Content.Nothing(new Reply.Decided(new Refused.NotFound(id)));
        }
        return definitions
                .find(row.get().namespace(), move.workflow(), move.version())
                .<Content>map(plan -> new Content.Ask(new Command.Move(plan, move.by(), move.reason())))
                .orElseGet(() -> new Content.Nothing(new Reply.Decided(
                        new Refused.VersionUnknown(StartRequest.withdrawn(move.workflow(), move.version())))));
    }
}
