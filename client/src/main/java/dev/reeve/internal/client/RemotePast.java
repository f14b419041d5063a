package dev.reeve.internal.client;

import dev.reeve.ErrorCode;
import dev.reeve.ExecutionDescription;
import dev.reeve.ExecutionId;
import dev.reeve.Explanation;
import dev.reeve.HistoryEntry;
import dev.reeve.PastExecution;
import dev.reeve.ReeveException;
import dev.reeve.internal.document.ExecutionDocument;
import dev.reeve.internal.document.ExplanationDocument;
import dev.reeve.internal.document.HistoryDocument;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The past of an execution behind a server. Immutable. */
record RemotePast(Wire wire, String namespace, ExecutionId id, int seq) implements PastExecution {

    private Reply get(String part) {
        Target target = Target.of("/v1/executions/{}" + part, id).with("asOf", seq);
        return wire.call(Request.get(namespace, target));
    }

    @Override
    public ExecutionDescription describe() {
        ExecutionDocument document = get("").as(ExecutionDocument.class);
        checkPast(document.asOf());
        return document.description();
    }

    @Override
    public List<HistoryEntry> history() {
        List<HistoryEntry> history = get("/history").as(HistoryDocument.class).history();
        checkPast(history.isEmpty() ? null : history.getLast().seq());
        return history;
    }

    @Override
    public Explanation explain() {
        ExplanationDocument document = get("/explanation").as(ExplanationDocument.class);
        checkPast(document.asOf());
        return document.explanation();
    }

    /** A server of an earlier release ignores the parameter, and shows the present. */
    private void checkPast(@Nullable Integer shown) {
        if (shown == null || shown != seq) {
            throw ReeveException.of(
                    ErrorCode.REFUSED, "the server cannot show the past of an execution: update the server");
        }
    }
}
