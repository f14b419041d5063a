package dev.reeve.internal.core.codec;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.InvalidInputException;
import dev.reeve.KeyPolicy;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.values.JsonText;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.io.SegmentedStringWriter;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.BufferRecycler;
import tools.jackson.core.util.JsonRecyclerPools;
import tools.jackson.core.util.RecyclerPool;

/**
 * Converts requests to and from the JSON of the inbox. Thread-safe. A request is an object with its name as
 * {@code type}. The members have the names and the notation that they have in events; see {@link EventCodec}:
 *
 * <pre>{@code
 * {"type":"Signal","signal":"paid","id":"7","data":{"amount":12.50},"by":"alice"}
 * }</pre>
 *
 * <p>The execution is not part of the text.
 */
public final class RequestCodec {

    private static final RecyclerPool<BufferRecycler> POOL = JsonRecyclerPools.threadLocalPool();

    private static final JsonFactory JSON =
            JsonFactory.builder().recyclerPool(POOL).build();

    private RequestCodec() {}

    /** Writes a request. */
    public static String write(Request request) {
        BufferRecycler buffers = POOL.acquirePooled();
        SegmentedStringWriter text = new SegmentedStringWriter(buffers);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            new RequestWriter(new EventWriter(json)).write(request);
            json.writeEndObject();
        }
        String written = text.getAndClear();
        buffers.releaseToPool();
        return written;
    }

    /**
     * Reads a request.
     *
     * @param execution the execution that it is about
     * @throws IllegalArgumentException if it is damaged, or contains something that only a newer release knows
     */
    public static Request read(String json, ExecutionId execution) {
        Request request = parse(json, execution);
        String known = write(request);
        if (!known.equals(json) && !isSame(known, json)) {
            // A member that is not known could change the meaning of the others.
            throw new IllegalArgumentException("request: it has members that this release does not know");
        }
        return request;
    }

    /** A database may have changed the order of members and the white space. */
    private static boolean isSame(String known, String json) {
        try {
            return JsonText.canonical(known).equals(JsonText.canonical(json));
        } catch (InvalidInputException e) {
            throw new IllegalArgumentException("request: " + e.getMessage(), e);
        }
    }

    private static Request parse(String json, ExecutionId execution) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
            parser.nextToken();
            EventFields fields = EventFields.read(parser, json);
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("request: expected the end, found " + parser.currentToken());
            }
            return request(fields, execution);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("request: not JSON: " + e.getMessage(), e);
        }
    }

    private static Request request(EventFields fields, ExecutionId execution) {
        String type = fields.text("type");
        return switch (type) {
            case "Begin" ->
                new Request.Begin(
                        EventCodec.read(fields.payload("events").text()),
                        fields.bits("digest"),
                        fields.instantOrNull("delayedUntil"),
                        fields.has("keyPolicy") ? fields.constant("keyPolicy", KeyPolicy.class) : KeyPolicy.RETURN);
            case "Arrive" -> new Request.Arrive();
            case "Move" ->
                new Request.Move(
                        fields.text("workflow"), fields.number("version"), fields.text("by"), fields.text("reason"));
            case "SqlStart" ->
                new Request.SqlStart(fields.text("workflow"), fields.payload("input"), fields.payload("options"));
            case "SqlSignal" ->
                new Request.SqlSignal(fields.text("signal"), fields.payload("data"), fields.payload("options"));
            default -> new Request.Ask(command(type, fields, execution));
        };
    }

    private static Command command(String type, EventFields fields, ExecutionId execution) {
        return switch (type) {
            case "CompleteAttempt" -> new Command.CompleteAttempt(token(fields, execution), fields.payload("output"));
            case "FailAttempt" -> new Command.FailAttempt(token(fields, execution), new EventReader(fields).failure());
            case "RecordCheckpoint" ->
                new Command.RecordCheckpoint(token(fields, execution), fields.payload("checkpoint"));
            case "LoseAttempt" -> new Command.LoseAttempt(token(fields, execution));
            case "GiveUpAttempt" -> new Command.GiveUpAttempt(token(fields, execution));
            case "Signal" ->
                new Command.Signal(
                        fields.text("signal"), fields.textOrNull("id"), fields.payload("data"), fields.text("by"));
            case "Cancel" -> new Command.Cancel(fields.text("by"), fields.text("reason"));
            case "Compensate" -> new Command.Compensate(fields.text("by"), fields.text("reason"));
            case "Pause" -> new Command.Pause(fields.text("by"), fields.text("reason"));
            case "Resume" -> new Command.Resume(fields.text("by"), fields.text("reason"));
            case "ProbeStep" -> new Command.ProbeStep(step(fields), fields.text("by"), fields.text("reason"));
            case "RetryStep" ->
                new Command.RetryStep(
                        step(fields), fields.text("by"), fields.textOrNull("why"), fields.payloadOrNull("input"));
            case "ResolveStep" ->
                new Command.ResolveStep(
                        step(fields), fields.payload("output"), fields.text("by"), fields.textOrNull("why"));
            case "SkipStep" -> new Command.SkipStep(step(fields), fields.text("by"), fields.textOrNull("why"));
            default -> throw new IllegalArgumentException("request: unknown type '%s'".formatted(type));
        };
    }

    private static StepPath step(EventFields fields) {
        return StepPath.parse(fields.text("step"));
    }

    private static AttemptToken token(EventFields fields, ExecutionId execution) {
        return new AttemptToken(
                execution,
                step(fields),
                fields.constant("purpose", Purpose.class),
                fields.number("attempt"),
                fields.bits("nonce"));
    }
}
