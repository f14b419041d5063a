package dev.reeve.internal.core.codec;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.internal.core.state.Work;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
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
 * Converts notices to and from the JSON of letters between nodes. Thread-safe. The notation is that of
 * {@link RequestCodec}:
 *
 * <pre>{@code
 * {"type":"Lend","agent":"warehouse@1f00000001","action":"order.book","slots":2}
 * }</pre>
 */
public final class NoticeCodec {

    private static final RecyclerPool<BufferRecycler> POOL = JsonRecyclerPools.threadLocalPool();

    private static final JsonFactory JSON =
            JsonFactory.builder().recyclerPool(POOL).build();

    private NoticeCodec() {}

    /** Writes a notice. */
    public static String write(Notice notice) {
        BufferRecycler buffers = POOL.acquirePooled();
        SegmentedStringWriter text = new SegmentedStringWriter(buffers);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            write(notice, new EventWriter(json));
            json.writeEndObject();
        }
        String written = text.getAndClear();
        buffers.releaseToPool();
        return written;
    }

    private static void write(Notice notice, EventWriter out) {
        out.type(notice.getClass().getSimpleName());
        switch (notice) {
            case Notice.Want want -> slots(null, want.action(), want.slots(), out);
            case Notice.Return back -> slots(back.agent(), back.action(), back.slots(), out);
            case Notice.Lend lend -> slots(lend.agent(), lend.action(), lend.slots(), out);
            case Notice.Recall recall -> out.text("agent", recall.agent());
            case Notice.Gone gone -> out.text("agent", gone.agent());
            case Notice.Cancel cancel -> token(cancel.agent(), cancel.token(), out);
            case Notice.Forget forget -> token(forget.agent(), forget.token(), out);
            case Notice.HandOut handOut -> handOut(handOut, out);
            case Notice.Tally tally -> {
                out.bits("notices", tally.notices());
                out.number("repeated", tally.repeated() ? 1 : 0);
            }
        }
    }

    private static void slots(@Nullable String agent, String action, int slots, EventWriter out) {
        out.text("agent", agent);
        out.text("action", action);
        out.number("slots", slots);
    }

    private static void token(String agent, AttemptToken token, EventWriter out) {
        out.text("agent", agent);
        out.text("execution", token.execution().toString());
        out.text("step", token.step().toString());
        out.text("purpose", token.purpose().name());
        out.number("attempt", token.attempt());
        out.bits("nonce", token.nonce());
    }

    private static void handOut(Notice.HandOut handOut, EventWriter out) {
        Work work = handOut.work();
        token(handOut.agent(), Objects.requireNonNull(work.token(), "a running step has a token"), out);
        out.text("workflow", handOut.workflow());
        out.text("action", work.action());
        out.payload("input", work.input());
        out.text("key", work.idempotencyKey());
        out.instant("completeBy", work.completeBy());
        duration("heartbeat", work.heartbeat(), out);
        duration("expected", work.expected(), out);
        if (work.alertsIfSlow()) {
            out.number("alert", 1);
        }
        out.payload("checkpoint", work.checkpoint());
        out.payload("data", work.evidence());
        out.text("traceparent", work.traceparent());
        out.number("again", handOut.again() ? 1 : 0);
    }

    private static void duration(String name, @Nullable Duration value, EventWriter out) {
        out.text(name, value == null ? null : value.toString());
    }

    /**
     * Reads a notice.
     *
     * @throws IllegalArgumentException if it is damaged, or only a newer release knows it
     */
    public static Notice read(String json) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
            parser.nextToken();
            return notice(EventFields.read(parser, json));
        } catch (JacksonException e) {
            throw new IllegalArgumentException("notice: not JSON: " + e.getMessage(), e);
        }
    }

    private static Notice notice(EventFields in) {
        String type = in.text("type");
        return switch (type) {
            case "Want" -> new Notice.Want(in.text("action"), in.number("slots"));
            case "Return" -> new Notice.Return(in.text("agent"), in.text("action"), in.number("slots"));
            case "Lend" -> new Notice.Lend(in.text("agent"), in.text("action"), in.number("slots"));
            case "Recall" -> new Notice.Recall(in.text("agent"));
            case "Gone" -> new Notice.Gone(in.text("agent"));
            case "Cancel" -> new Notice.Cancel(in.text("agent"), token(in));
            case "Forget" -> new Notice.Forget(in.text("agent"), token(in));
            case "HandOut" ->
                new Notice.HandOut(in.text("agent"), in.text("workflow"), work(in), in.number("again") == 1);
            case "Tally" -> new Notice.Tally(in.bits("notices"), in.number("repeated") == 1);
            default -> throw new IllegalArgumentException("notice: unknown type '%s'".formatted(type));
        };
    }

    private static AttemptToken token(EventFields in) {
        return new AttemptToken(
                ExecutionId.parse(in.text("execution")),
                StepPath.parse(in.text("step")),
                in.constant("purpose", Purpose.class),
                in.number("attempt"),
                in.bits("nonce"));
    }

    /** Without what only the owner uses. */
    private static Work work(EventFields in) {
        AttemptToken token = token(in);
        Json evidence = in.payloadOrNull("data");
        return new Work(
                token.step(),
                token.purpose(),
                in.text("action"),
                in.payload("input"),
                in.text("key"),
                0,
                Duration.ZERO,
                in.durationOrNull("heartbeat"),
                in.durationOrNull("expected"),
                in.numberOrZero("alert") == 1,
                in.payloadOrNull("checkpoint"),
                evidence,
                null,
                token,
                in.instant("completeBy"),
                in.textOrNull("traceparent"));
    }
}
