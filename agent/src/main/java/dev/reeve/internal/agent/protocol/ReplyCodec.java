package dev.reeve.internal.agent.protocol;

import dev.reeve.AttemptToken;
import dev.reeve.internal.values.JsonWriter;
import dev.reeve.internal.values.TraceContext;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.Reply;
import dev.reeve.spi.transport.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The answer of a server to an exchange. */
public final class ReplyCodec {

    private static final String FOREIGN = "the token is not one of this agent's credential";

    /**
     * An answer as an agent receives it.
     *
     * @param tokens the texts of the tokens of its requests
     */
    public record Received(Reply reply, Map<AttemptToken, String> tokens, Pace pace) {}

    private ReplyCodec() {}

    /** @param foreign the texts of reported tokens that are not the agent's */
    public static String write(Reply reply, List<String> foreign, Seal seal, Pace pace) {
        JsonWriter out = RegistrationCodec.start();
        out.name("work", false).open('[');
        boolean first = true;
        for (AttemptRequest request : reply.requests()) {
            out.separator(first);
            write(out, request, seal);
            first = false;
        }
        out.close(']').name("verdicts", false).open('[');
        first = true;
        for (Verdict verdict : reply.verdicts()) {
            out.separator(first);
            verdict(out, seal.text(verdict.token()), verdict.refused());
            first = false;
        }
        for (String token : foreign) {
            out.separator(first);
            verdict(out, token, FOREIGN);
            first = false;
        }
        out.close(']').name("cancelled", false);
        out.value(reply.cancelled().stream().map(seal::text).toList());
        RegistrationCodec.pace(out, pace);
        return out.close('}').finish("answer");
    }

    private static void verdict(JsonWriter out, String token, @Nullable String refused) {
        out.open('{').name("token", true).string(token);
        out.name("accepted", false).value(refused == null);
        if (refused != null) {
            out.name("reason", false).string(refused);
        }
        out.close('}');
    }

    static void write(JsonWriter out, AttemptRequest request, Seal seal) {
        AttemptToken token = request.token();
        out.open('{').name("token", true).string(seal.text(token));
        out.name("idempotencyKey", false).string(request.idempotencyKey());
        out.name("execution", false).string(token.execution().toString());
        out.name("step", false).string(token.step().toString());
        out.name("purpose", false).string(token.purpose().name());
        out.name("attempt", false).value(token.attempt());
        out.name("workflow", false).string(request.workflow());
        out.name("action", false).string(request.action());
        // rounded down: an agent may stop early, never late
        out.name("remainingMillis", false).value(Math.max(0, request.remaining().toMillis()));
        if (request.heartbeat() != null) {
            out.name("heartbeatMillis", false)
                    .value(Math.max(1, request.heartbeat().toMillis()));
        }
        out.name("input", false).raw(request.input().text());
        if (request.checkpoint() != null) {
            out.name("checkpoint", false).raw(request.checkpoint().text());
        }
        if (request.evidence() != null) {
            out.name("evidence", false).raw(request.evidence().text());
        }
        if (request.traceparent() != null) {
            out.name("traceparent", false).string(request.traceparent());
        }
        out.close('}');
    }

    /** @param pace what the server asked for before; it applies unless this answer says otherwise */
    public static Received read(String text, Pace pace) {
        Members members = Members.document(text, "answer");
        Map<AttemptToken, String> tokens = new LinkedHashMap<>();
        List<AttemptRequest> requests = new ArrayList<>();
        for (Members work : members.objects("work")) {
            String tokenText = work.text("token", Integer.MAX_VALUE);
            AttemptToken token = Tokens.read(tokenText);
            tokens.put(token, tokenText);
            requests.add(new AttemptRequest(
                    token,
                    work.text("idempotencyKey", Integer.MAX_VALUE),
                    work.text("workflow", Integer.MAX_VALUE),
                    work.text("action", Integer.MAX_VALUE),
                    work.payload("input"),
                    work.millis("remainingMillis"),
                    work.millisOrNull("heartbeatMillis"),
                    work.payloadOrNull("checkpoint"),
                    work.payloadOrNull("evidence"),
                    TraceContext.textOrNull(work.textOrNull("traceparent", Integer.MAX_VALUE))));
        }
        List<Verdict> verdicts = new ArrayList<>();
        for (Members verdict : members.objects("verdicts")) {
            boolean accepted = verdict.flag("accepted", false);
            String reason = verdict.textOrNull("reason", Integer.MAX_VALUE);
            verdicts.add(new Verdict(
                    Tokens.read(verdict.text("token", Integer.MAX_VALUE)),
                    accepted ? null : reason == null ? "refused" : reason));
        }
        List<AttemptToken> cancelled =
                members.texts("cancelled").stream().map(Tokens::read).toList();
        return new Received(new Reply(requests, verdicts, cancelled), tokens, RegistrationCodec.pace(members, pace));
    }
}
