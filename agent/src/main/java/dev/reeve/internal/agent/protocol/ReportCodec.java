package dev.reeve.internal.agent.protocol;

import dev.reeve.AttemptToken;
import dev.reeve.Cause;
import dev.reeve.Failure;
import dev.reeve.internal.values.JsonWriter;
import dev.reeve.spi.transport.Report;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/** How an attempt ended: {@code output} or {@code failure}; or {@code leftOpen}. */
public final class ReportCodec {

    /** The causes that an agent can state. The engine finds the others. */
    private static final Set<Cause> STATED = EnumSet.of(Cause.TRANSIENT, Cause.THROTTLED, Cause.BUSINESS, Cause.POISON);

    private ReportCodec() {}

    static void write(JsonWriter out, Report report) {
        switch (report) {
            case Report.Completed completed ->
                out.name("output", false).raw(completed.output().text());
            case Report.Failed failed -> write(out, failed.failure());
            case Report.LeftOpen open -> out.name("leftOpen", false).value(true);
        }
    }

    private static void write(JsonWriter out, Failure failure) {
        out.name("failure", false).open('{');
        out.name("cause", true).string(failure.cause().name());
        out.name("code", false).string(failure.code());
        out.name("message", false).string(failure.message());
        if (failure.details() != null) {
            out.name("details", false).raw(failure.details().text());
        }
        if (failure.retryAfter() != null) {
            out.name("retryAfterMillis", false).value(failure.retryAfter().toMillis());
        }
        out.name("possiblyDone", false).value(failure.possiblyDone());
        out.close('}');
    }

    /** Reads {@code {"output": …}} or {@code {"failure": {…}}}, as the addresses for single attempts take them. */
    public static Report read(String text, AttemptToken token) {
        return read(Members.document(text, "report"), token);
    }

    static Report read(Members members, AttemptToken token) {
        Members failure = members.objectOrNull("failure");
        boolean leftOpen = members.flag("leftOpen", false);
        if (failure != null && members.has("output")) {
            throw members.wrong("expected output or failure, found both");
        }
        if (leftOpen && (failure != null || members.has("output"))) {
            throw members.wrong("expected leftOpen without output and failure");
        }
        if (leftOpen) {
            return new Report.LeftOpen(token);
        }
        if (failure != null) {
            return new Report.Failed(token, failure(failure));
        }
        if (!members.has("output")) {
            throw members.wrong("expected output or failure, found neither");
        }
        return new Report.Completed(token, members.payload("output"));
    }

    private static Failure failure(Members members) {
        Cause cause = cause(members);
        Duration retryAfter = members.millisOrNull("retryAfterMillis");
        if ((cause == Cause.THROTTLED) != (retryAfter != null)) {
            throw members.wrong("retryAfterMillis: expected with the cause THROTTLED, and only with it");
        }
        String message = members.textOrNull("message", Integer.MAX_VALUE);
        return new Failure(
                cause,
                members.text("code", Failure.CODE_LENGTH_MAX),
                message == null ? "" : message,
                members.payloadOrNull("details"),
                retryAfter,
                members.flag("possiblyDone", true));
    }

    private static Cause cause(Members members) {
        String name = members.text("cause", Protocol.NAME_LENGTH_MAX);
        for (Cause cause : STATED) {
            if (cause.name().equals(name)) {
                return cause;
            }
        }
        throw members.wrong("cause: expected one of %s".formatted(STATED));
    }
}
