package dev.reeve.internal.agent.endpoint;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.internal.agent.protocol.Protocol;
import dev.reeve.spi.transport.AgentTransport;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Report;
import dev.reeve.spi.transport.Verdict;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A report without a session: one is opened for it, and ends with its verdict. */
final class SingleReport {

    private SingleReport() {}

    /** @return the verdict; null if the report is not decided yet */
    static CompletionStage<@Nullable Verdict> send(AgentTransport node, String name, Report report) {
        return node.register(new Registration(name, Set.of(), 1))
                .thenCompose(
                        session -> node.exchange(session, new Exchange(List.of(report), List.of(), true), Protocol.WAIT)
                                .whenComplete((reply, error) -> node.leave(session)))
                .thenApply(reply -> reply.verdicts().stream().findFirst().orElse(null));
    }

    static ReeveException undecided() {
        return ReeveException.of(
                ErrorCode.STORE_UNAVAILABLE, "the report is not decided yet: send it again, it counts once");
    }
}
