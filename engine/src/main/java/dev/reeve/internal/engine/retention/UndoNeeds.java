package dev.reeve.internal.engine.retention;

import dev.reeve.ExecutionId;
import dev.reeve.internal.engine.scheduler.RerunStarts;
import dev.reeve.internal.engine.scheduler.decision.ChildSteps;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.StoreReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the ended executions that may still have to be compensated, and whose histories are therefore needed (C3). A
 * child is compensated for its parent, together with its own children. It is needed while any execution above it is
 * open. A re-run of an execution above it has taken over its children, and needs them as well.
 *
 * <p>Climbs for all executions of a page at once, mostly with one query for each level, because many share the
 * executions above them.
 */
final class UndoNeeds {

    /**
     * Number of consecutive re-runs (a re-run, its re-run, and so on) to query at once. Also the length of a gap that
     * ends the search: if that many in a row were removed before their children, later ones are not found.
     */
    private static final int RERUNS_AT_ONCE = 4;

    /** A longer chain counts as open: keeping a row too long is the lesser evil. */
    private static final int RERUNS_MAX = 1_000;

    private final StoreReader store;

    UndoNeeds(StoreReader store) {
        this.store = store;
    }

    Set<ExecutionId> among(List<ExecutionRow> ended) {
        Set<ExecutionId> needed = new HashSet<>();
        Map<ExecutionId, ExecutionId> climbing = new HashMap<>();
        for (ExecutionRow row : ended) {
            climb(climbing, row.id(), parent(row));
        }
        // Children are not nested deeper, except through labels from outside, which may even form a cycle.
        for (int level = 0; level < Task.Child.DEPTH_MAX && !climbing.isEmpty(); level++) {
            Map<ExecutionId, Line> lines = lines(new HashSet<>(climbing.values()));
            Map<ExecutionId, ExecutionId> higher = new HashMap<>();
            climbing.forEach((id, above) -> {
                Line line = lines.get(above);
                if (line != null && line.open) {
                    needed.add(id);
                } else if (line != null) {
                    climb(higher, id, line.parent);
                }
            });
            climbing = higher;
        }
        return needed;
    }

    private static void climb(Map<ExecutionId, ExecutionId> climbing, ExecutionId id, @Nullable ExecutionId above) {
        if (above != null) {
            climbing.put(id, above);
        }
    }

    private static @Nullable ExecutionId parent(ExecutionRow row) {
        String parent = row.labels().get(ChildSteps.PARENT);
        try {
            return parent == null ? null : ExecutionId.parse(parent);
        } catch (IllegalArgumentException e) {
            return null; // a label from outside
        }
    }

    private Map<ExecutionId, Line> lines(Set<ExecutionId> firsts) {
        Map<ExecutionId, Line> lines = new LinkedHashMap<>();
        firsts.forEach(first -> lines.put(first, new Line(first)));
        List<Line> asking = new ArrayList<>(lines.values());
        while (!asking.isEmpty()) {
            Set<ExecutionId> asked = new HashSet<>();
            asking.forEach(line -> asked.addAll(line.next));
            Map<ExecutionId, ExecutionRow> found = new HashMap<>();
            store.findAll(asked).forEach(row -> found.put(row.id(), row));
            asking.removeIf(line -> !line.goesOn(found));
        }
        return lines;
    }

    /** An execution, its re-run, the re-run of that, and so on. */
    private static final class Line {

        private final ExecutionId first;
        private ExecutionId last;
        private List<ExecutionId> next = new ArrayList<>();
        private int reruns;
        private boolean open;

        /** The parent of the first one that exists. Its re-runs have the same labels. */
        private @Nullable ExecutionId parent;

        Line(ExecutionId first) {
            this.first = first;
            last = first;
            next.add(first);
            askForReruns();
        }

        private void askForReruns() {
            for (int i = 0; i < RERUNS_AT_ONCE; i++) {
                last = RerunStarts.idOf(last);
                next.add(last);
            }
            reruns += RERUNS_AT_ONCE;
        }

        /** Takes the result of the last query. Returns whether another one is necessary. */
        boolean goesOn(Map<ExecutionId, ExecutionRow> found) {
            boolean seen = false; // whether any re-run was found
            for (ExecutionId id : next) {
                ExecutionRow row = found.get(id);
                if (row != null) {
                    seen |= !id.equals(first);
                    open |= !row.status().isTerminal();
                    parent = parent == null ? parent(row) : parent;
                }
            }
            if (seen && reruns >= RERUNS_MAX) {
                open = true;
            }
            if (open || !seen) {
                return false;
            }
            next = new ArrayList<>();
            askForReruns();
            return true;
        }
    }
}
