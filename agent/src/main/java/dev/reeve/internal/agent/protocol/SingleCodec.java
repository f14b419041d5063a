package dev.reeve.internal.agent.protocol;

import dev.reeve.AttemptToken;
import dev.reeve.Json;
import dev.reeve.internal.values.JsonWriter;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.Report;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The documents of agents without a session, which ask for one attempt at a time. */
public final class SingleCodec {

    public static final String ACCEPTED = RegistrationCodec.start()
            .name("accepted", false)
            .value(true)
            .close('}')
            .finish("answer");

    /** The content of a report. */
    public enum Ending {
        OUTPUT("output", Report.Completed.class),
        FAILURE("failure", Report.Failed.class);

        private final String member;
        private final Class<? extends Report> kind;

        Ending(String member, Class<? extends Report> kind) {
            this.member = member;
            this.kind = kind;
        }

        public Report read(String document, AttemptToken token) {
            Report report = ReportCodec.read(document, token);
            if (kind.isInstance(report)) {
                return report;
            }
            throw new MalformedMessageException("report: expected " + member);
        }
    }

    /** A request for one attempt. */
    public record ClaimRequest(String agent, Set<String> actions, Duration poll) {}

    private SingleCodec() {}

    /** Reads {@code {"output": …}} or {@code {"failure": {…}}}. */
    public static Report readResult(String document, AttemptToken token) {
        Report report = ReportCodec.read(document, token);
        if (report instanceof Report.LeftOpen) {
            throw new MalformedMessageException("report: expected output or failure, found leftOpen");
        }
        return report;
    }

    /** Reads how long a completion token shall be good. */
    public static Duration readRemaining(String document) {
        return Members.document(document, "request").millis("remainingMillis");
    }

    public static String writeRemaining(Duration remaining) {
        return RegistrationCodec.start()
                .name("remainingMillis", false)
                .value(remaining.toMillis())
                .close('}')
                .finish("request");
    }

    public static String completionToken(String token) {
        return RegistrationCodec.start()
                .name("completionToken", false)
                .string(token)
                .close('}')
                .finish("answer");
    }

    /** Reads the answer of a server to a request for a completion token. */
    public static String readCompletionToken(String document) {
        return Members.document(document, "answer").text("completionToken", Integer.MAX_VALUE);
    }

    public static ClaimRequest readClaim(String document) {
        Members members = Members.document(document, "claim");
        Duration wait = members.millisOrNull("waitMillis");
        return new ClaimRequest(
                RegistrationCodec.agent(members),
                RegistrationCodec.actions(members),
                Protocol.granted(wait == null ? Protocol.WAIT : wait));
    }

    /** @param request null if there is no work */
    public static String write(@Nullable AttemptRequest request, Seal seal) {
        JsonWriter out = RegistrationCodec.start().name("work", false).open('[');
        if (request != null) {
            ReplyCodec.write(out, request, seal);
        }
        return out.close(']').close('}').finish("answer");
    }

    /** @param document may be empty */
    public static @Nullable Json readCheckpoint(String document) {
        return document.isBlank()
                ? null
                : Members.document(document, "heartbeat").payloadOrNull("checkpoint");
    }

    public static String heartbeat(boolean cancelled) {
        return RegistrationCodec.start()
                .name("cancelled", false)
                .value(cancelled)
                .close('}')
                .finish("answer");
    }
}
