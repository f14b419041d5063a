package dev.reeve.internal.agent.protocol;

import dev.reeve.AttemptToken;
import dev.reeve.Cause;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.internal.values.JsonWriter;
import dev.reeve.spi.transport.Beat;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.Report;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The exchange, as an agent sends it. */
public final class ExchangeCodec {

    /**
     * An exchange as a server receives it.
     *
     * @param poll how long the agent lets the answer be delayed
     * @param foreign the texts of tokens that were reported and are no tokens of this agent
     */
    public record Received(Exchange exchange, Duration poll, List<String> foreign) {}

    private ExchangeCodec() {}

    /** @param tokens the text with which the agent received a token */
    public static String write(Exchange exchange, Duration wait, Function<AttemptToken, String> tokens) {
        JsonWriter out = RegistrationCodec.start();
        out.name("waitMillis", false).value(wait.toMillis());
        if (exchange.slots() != null) {
            out.name("slots", false).value(exchange.slots());
        }
        if (exchange.draining()) {
            out.name("draining", false).value(true);
        }
        out.name("reports", false).open('[');
        boolean first = true;
        for (Report report : exchange.reports()) {
            out.separator(first).open('{').name("token", true).string(tokens.apply(report.token()));
            ReportCodec.write(out, report);
            out.close('}');
            first = false;
        }
        out.close(']').name("beats", false).open('[');
        first = true;
        for (Beat beat : exchange.beats()) {
            out.separator(first).open('{').name("token", true).string(tokens.apply(beat.token()));
            if (beat.checkpoint() != null) {
                out.name("checkpoint", false).raw(beat.checkpoint().text());
            }
            out.close('}');
            first = false;
        }
        return out.close(']').close('}').finish("exchange");
    }

    /**
     * Reads an exchange. A report whose token can be read, but not its result, fails the attempt, so that one bad
     * result never holds up the others.
     *
     * @param seal of the agent's credential
     * @throws MalformedMessageException if the document is malformed beyond a single report
     */
    public static Received read(String text, Seal seal) {
        Members members = Members.document(text, "exchange");
        Duration wait = members.millisOrNull("waitMillis");
        Long slots = members.numberOrNull("slots", 0, Protocol.SLOTS_MAX);
        List<String> foreign = new ArrayList<>(0);
        List<Report> reports = new ArrayList<>();
        List<Members> given = members.objects("reports");
        if (given.size() > Protocol.REPORTS_MAX) {
            throw members.wrong(
                    "reports: expected at most %,d, found %,d".formatted(Protocol.REPORTS_MAX, given.size()));
        }
        for (Members report : given) {
            String token = report.text("token", Integer.MAX_VALUE);
            AttemptToken own = own(token, seal);
            if (own == null) {
                foreign.add(token);
            } else {
                reports.add(report(report, own));
            }
        }
        List<Beat> beats = new ArrayList<>();
        for (Members beat : members.objects("beats")) {
            AttemptToken own = own(beat.text("token", Integer.MAX_VALUE), seal);
            if (own != null) {
                beats.add(new Beat(own, checkpoint(beat)));
            }
        }
        return new Received(
                new Exchange(reports, beats, members.flag("draining", false), slots == null ? null : slots.intValue()),
                Protocol.granted(wait == null ? Protocol.WAIT : wait),
                foreign);
    }

    private static @Nullable AttemptToken own(String text, Seal seal) {
        try {
            return seal.token(text);
        } catch (MalformedMessageException e) {
            return null;
        }
    }

    private static Report report(Members report, AttemptToken token) {
        try {
            return ReportCodec.read(report, token);
        } catch (MalformedMessageException e) {
            return new Report.Failed(
                    token,
                    new Failure(
                            Cause.BUSINESS,
                            "REPORT_INVALID",
                            "the agent's report cannot be used: " + e.getMessage(),
                            null,
                            null,
                            true));
        }
    }

    /** A checkpoint that cannot be used is left out: the heartbeat itself counts. */
    private static @Nullable Json checkpoint(Members beat) {
        try {
            return beat.payloadOrNull("checkpoint");
        } catch (MalformedMessageException e) {
            return null;
        }
    }
}
