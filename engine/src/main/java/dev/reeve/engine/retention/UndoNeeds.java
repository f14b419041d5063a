package dev.reeve.engine.retention;

import dev.reeve.core.ExecutionId;
import dev.reeve.engine.scheduler.Nesting;
import dev.reeve.engine.scheduler.Rerunning;
import dev.reeve.engine.store.ExecutionRow;
import dev.reeve.engine.store.StoreReader;
import dev.reeve.model.Task;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells which of those that have ended may still have to be undone, for which their histories must be there (C3). What a child did is
 * undone for its parent, and with that what its own children did: so each is needed as long as anybody above it is open. Whoever does one
 * of those above again has taken over what its children did, and needs them as well.
 *
 * <p>It climbs for all of a page at once, one question for each level, mostly: what is above is shared by many.
 */
final class UndoNeeds {

    /**
     * How many that do each other again are asked for at once, and may be missing one after the other: who has them removed sooner than
     * their children loses the sight of those that come later only after so many.
     */
    private static final int RERUNS_AT_ONCE = 4;

    /** More are taken for open: keeping a row too long is the lesser evil. */
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
        // Nobody has more above it, except by labels that somebody else gave it, which may even lead round in a circle.
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
        String parent = row.labels().get(Nesting.PARENT);
        try {
            return parent == null ? null : ExecutionId.parse(parent);
        } catch (IllegalArgumentException e) {
            return null; // a label that somebody else gave it
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

    /** An execution, the one that does it again, the one that does that again, and so on. */
    private static final class Line {

        private final ExecutionId first;
        private ExecutionId last;
        private List<ExecutionId> next = new ArrayList<>();
        private int reruns;
        private boolean open;

        /** Of the first that is there; those that do it again have its labels. */
        private @Nullable ExecutionId parent;

        Line(ExecutionId first) {
            this.first = first;
            last = first;
            next.add(first);
            askForReruns();
        }

        private void askForReruns() {
            for (int i = 0; i < RERUNS_AT_ONCE; i++) {
                last = Rerunning.idOf(last);
                next.add(last);
            }
            reruns += RERUNS_AT_ONCE;
        }

        /** Takes what was found of those that were asked for next. Gives whether there is more to ask for. */
        boolean goesOn(Map<ExecutionId, ExecutionRow> found) {
            boolean seen = false; // any that does another again
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
