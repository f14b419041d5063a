package dev.reeve.internal.core.state;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.StepPath;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The deeds of bulk operations on an execution. An operation acts once on the execution and on each of its steps,
 * although its command may come twice: the answer to the first one may be lost, and the next driver of the operation
 * may not see in the history what still is on its way. The reason of such a command ends with the mark of its
 * operation. Immutable.
 */
public record BulkDeeds(Set<Deed> done) {

    static final BulkDeeds NONE = new BulkDeeds(Set.of());

    private static final String BEGIN = "(bulk ";

    /** @param step null for the execution as a whole */
    public record Deed(String mark, @Nullable StepPath step) {}

    /** Marks the commands of a bulk operation, and the events that they lead to, at the end of their reasons. */
    public static String mark(ExecutionId bulk) {
        return BEGIN + bulk + ")";
    }

    /**
     * Whether the operation that this reason names has acted on this target before.
     *
     * @param step null for the execution as a whole
     */
    public boolean contain(@Nullable String reason, @Nullable StepPath step) {
        String mark = markIn(reason);
        return mark != null && done.contains(new Deed(mark, step));
    }

    BulkDeeds with(Event event) {
        String mark = markIn(reason(event));
        if (mark == null) {
            return this;
        }
        Set<Deed> more = new LinkedHashSet<>(done);
        more.add(new Deed(mark, event instanceof Event.OfStep own ? own.step() : null));
        return new BulkDeeds(more);
    }

    /** The reason of an operator's event; null for any other event. */
    private static @Nullable String reason(Event event) {
        return switch (event) {
            case Event.StepRetried e -> e.reason();
            case Event.StepResolved e -> e.reason();
            case Event.RoundUndone e -> e.reason();
            case Event.StepCompensated e -> e.reason();
            case Event.StepSkipped e -> e.reason();
            case Event.ProbeRequested e -> e.reason();
            case Event.CancelRequested e -> e.reason();
            case Event.CompensationRequested e -> e.reason();
            case Event.ExecutionPaused e -> e.reason();
            case Event.ExecutionResumed e -> e.reason();
            default -> null;
        };
    }

    private static @Nullable String markIn(@Nullable String reason) {
        int at = reason == null || !reason.endsWith(")") ? -1 : reason.lastIndexOf(BEGIN);
        return reason == null || at < 0 ? null : reason.substring(at);
    }
}
