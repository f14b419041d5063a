package dev.reeve.test;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.HistoryEntry;
import dev.reeve.Parent;
import dev.reeve.Purpose;
import dev.reeve.Rerun;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Executions and their descendants. The first event of an execution never changes, so it is read once. Used by one
 * thread.
 */
final class Family {

    /**
     * An execution of the family.
     *
     * @param place the prefix of its steps' names: empty for a root execution, {@code ship/} for the execution that the
     *     root's step {@code ship} has started, {@code ship.undo/} for the execution that compensates that one
     */
    record Member(ExecutionId id, String place, Event.ExecutionStarted started, List<HistoryEntry> history) {}

    private final Function<ExecutionId, List<HistoryEntry>> histories;
    private final Map<ExecutionId, Event.ExecutionStarted> starts = new HashMap<>();
    private final Map<ExecutionId, String> places = new HashMap<>();

    /** @param histories reads a history, which is empty if there is no such execution */
    Family(Function<ExecutionId, List<HistoryEntry>> histories) {
        this.histories = histories;
    }

    /** The {@link Member#place} of an execution. */
    String place(ExecutionId id) {
        String known = places.get(id);
        if (known != null) {
            return known;
        }
        Event.ExecutionStarted started = started(id);
        Parent parent = started == null ? null : started.parent();
        String place = "";
        if (parent != null) {
            boolean undoes = parent.token().purpose() == Purpose.COMPENSATION;
            place = place(parent.execution()) + parent.token().step() + (undoes ? ".undo/" : "/");
        }
        places.put(id, place);
        return place;
    }

    /**
     * The execution whose effects this one may undo, because it compensates or re-runs that execution; null if there is
     * none.
     */
    @Nullable ExecutionId predecessor(ExecutionId id) {
        Event.ExecutionStarted started = started(id);
        if (started == null) {
            return null;
        }
        Parent parent = started.parent();
        if (parent != null && parent.undoes() != null) {
            return parent.undoes();
        }
        Rerun rerun = started.rerun();
        return rerun == null ? null : rerun.of();
    }

    private Event.@Nullable ExecutionStarted started(ExecutionId id) {
        Event.ExecutionStarted known = starts.get(id);
        if (known == null) {
            List<HistoryEntry> history = histories.apply(id);
            if (!history.isEmpty()) {
                known = started(history);
                starts.put(id, known);
            }
        }
        return known;
    }

    private static Event.ExecutionStarted started(List<HistoryEntry> history) {
        return (Event.ExecutionStarted) history.getFirst().event();
    }

    /** The given executions and all their descendants, each once. Removed executions are left out. */
    List<Member> of(List<ExecutionId> roots) {
        Deque<ExecutionId> open = new ArrayDeque<>(roots);
        Set<ExecutionId> seen = new HashSet<>(roots);
        List<Member> members = new ArrayList<>();
        while (!open.isEmpty()) {
            ExecutionId id = open.remove();
            List<HistoryEntry> history = histories.apply(id);
            if (history.isEmpty()) {
                continue;
            }
            members.add(new Member(id, place(id), started(history), history));
            for (HistoryEntry entry : history) {
                if (entry.event() instanceof Event.ChildStarted begun && seen.add(begun.child())) {
                    open.add(begun.child());
                }
            }
        }
        return members;
    }
}
