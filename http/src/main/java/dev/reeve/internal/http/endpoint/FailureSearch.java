package dev.reeve.internal.http.endpoint;

import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionSummary;
import dev.reeve.Reeve;
import dev.reeve.internal.document.ExecutionListDocument;
import dev.reeve.internal.http.Call;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Searches executions by the code of their failure. No store has an index of codes, so it looks through a bounded
 * number of executions, and says where the next page goes on; earlier if it had to look many up because of their
 * sensitive fields. A masked code is not found by its value. For one request.
 */
final class FailureSearch {

    /** Executions that are looked through for one page. */
    static final int EXAMINED_MAX = 1_000;

    private static final int PAGE = 250;

    private final Door door;
    private final Call call;
    private final String start;
    private final @Nullable SensitiveMask mask;

    FailureSearch(Door door, Call call, String code) {
        this.door = door;
        this.call = call;
        this.start = code + ":";
        this.mask = door.mask(call);
    }

    /**
     * A page.
     *
     * @param last the last execution that was looked at, if there are more
     */
    record Found(
            List<ExecutionSummary> executions, @Nullable ExecutionSummary last) {}

    Found page(ExecutionQuery query, int limit) {
        Reeve reeve = door.open(call);
        List<ExecutionSummary> found = new ArrayList<>();
        ExecutionQuery from = query.limit(PAGE);
        for (int examined = 0; examined < EXAMINED_MAX; examined += PAGE) {
            List<ExecutionSummary> page = reeve.list(from);
            for (ExecutionSummary summary : page) {
                if (matches(summary)) {
                    found.add(summary);
                }
                if (found.size() == limit || (mask != null && mask.isFull())) {
                    return new Found(found, summary);
                }
            }
            if (page.size() < PAGE) {
                return new Found(found, null);
            }
            from = query.after(page.getLast()).limit(PAGE);
            if (examined + PAGE >= EXAMINED_MAX) {
                return new Found(found, page.getLast());
            }
        }
        return new Found(found, null);
    }

    private boolean matches(ExecutionSummary summary) {
        String error = summary.error();
        return error != null && error.startsWith(start) && shown(summary).startsWith(start);
    }

    /** The problem as the caller may see it. */
    private String shown(ExecutionSummary summary) {
        String error = String.valueOf(summary.error());
        return mask == null ? error : mask.text(List.of(ExecutionListDocument.Item.of(summary)), "error", error);
    }
}
