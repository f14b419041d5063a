package dev.reeve.example.orders.harness;

import dev.reeve.Cause;
import dev.reeve.Event;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.ExecutionSummary;
import dev.reeve.HistoryEntry;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.Reeve;
import dev.reeve.example.orders.Order;
import dev.reeve.example.orders.Shop;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the outcomes of the orders from a store. */
final class Stories {

    private static final int PAGE = 1_000;

    private Stories() {}

    /** The execution status of all orders, by order id. */
    static Map<String, ExecutionStatus> statuses(Reeve reeve) {
        Map<String, ExecutionStatus> statuses = new HashMap<>();
        for (ExecutionSummary summary : summaries(reeve)) {
            statuses.put(String.valueOf(summary.key()), summary.status());
        }
        return statuses;
    }

    /** The stories of all orders in the store. */
    static List<Story> read(Reeve reeve) {
        List<Story> stories = new ArrayList<>();
        for (ExecutionSummary summary : summaries(reeve)) {
            List<HistoryEntry> history = reeve.find(summary.id()).orElseThrow().history();
            stories.add(tell(summary, history.stream().map(HistoryEntry::event).toList()));
        }
        return stories;
    }

    private static List<ExecutionSummary> summaries(Reeve reeve) {
        List<ExecutionSummary> all = new ArrayList<>();
        ExecutionQuery query = ExecutionQuery.all().workflow(Shop.WORKFLOW).limit(PAGE);
        List<ExecutionSummary> page = reeve.list(query);
        while (!page.isEmpty()) {
            all.addAll(page);
            ExecutionSummary last = page.getLast();
            page = page.size() < PAGE ? List.of() : reeve.list(query.after(last));
        }
        return all;
    }

    static Story tell(ExecutionSummary summary, List<Event> history) {
        Story.Counts counts = Story.Counts.NONE;
        Map<String, Integer> accepted = new HashMap<>();
        @Nullable String reason = null;
        @Nullable Json input = null;
        @Nullable Json output = null;
        for (Event event : history) {
            counts = counts.plus(counts(event));
            switch (event) {
                case Event.ExecutionStarted started -> input = started.input();
                case Event.StepCompleted done -> accepted.put(done.step().toString(), done.attempt());
                // The reason is the first failed step, or else the failure of the execution as a whole.
                case Event.StepFailed failed
                when !failed.continued() ->
                    reason = reason == null ? failed.failure().code() + " (" + failed.step() + ")" : reason;
                case Event.CompensationStarted undone ->
                    reason = reason == null ? undone.failure().code() : reason;
                case Event.ExecutionCompleted completed -> output = completed.output();
                default -> {
                    // other events do not matter here
                }
            }
        }
        return new Story(
                order(summary, input),
                summary.status(),
                reason,
                summary.startedAt(),
                summary.endedAt(),
                output == null ? null : tracking(output),
                counts,
                accepted);
    }

    private static Story.Counts counts(Event event) {
        return switch (event) {
            case Event.StepStarted started
            when started.attempt() > 1 && started.purpose() != Purpose.PROBE -> new Story.Counts(1, 0, 0, 0, 0, 0);
            case Event.AttemptFailed failed
            when failed.failure().cause() == Cause.LOST -> new Story.Counts(0, 1, 0, 0, 0, 0);
            case Event.AttemptFailed failed
            when failed.failure().cause() == Cause.SILENT -> new Story.Counts(0, 0, 1, 0, 0, 0);
            case Event.ProbeAnswered probed -> new Story.Counts(0, 0, 0, 1, 0, 0);
            case Event.StepCompensated undone -> new Story.Counts(0, 0, 0, 0, 1, 0);
            case Event.StepEscalated escalated -> new Story.Counts(0, 0, 0, 0, 0, 1);
            default -> Story.Counts.NONE;
        };
    }

    private static Order order(ExecutionSummary summary, @Nullable Json input) {
        if (input != null && ParsedOrder.of(input.text()) instanceof ParsedOrder.Good(Order order)) {
            return order;
        }
        throw new IllegalStateException(
                "execution %s (%s) has no order as its input, found %s".formatted(summary.id(), summary.key(), input));
    }

    private static @Nullable String tracking(Json output) {
        return output.value() instanceof Map<?, ?> fields && fields.get("tracking") instanceof String text
                ? text
                : null;
    }
}
