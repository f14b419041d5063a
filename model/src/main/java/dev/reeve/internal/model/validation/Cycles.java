package dev.reeve.internal.model.validation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds cycles of steps that wait for each other. Not recursive, because a graph may have chains of tens of thousands
 * of steps.
 */
final class Cycles {

    private enum Mark {
        ON_PATH,
        DONE
    }

    private record Visit(String step, Iterator<String> remaining) {}

    private Cycles() {}

    /**
     * Returns the first cycle in the order of the definition, each step before the one that waits for it; empty if
     * there is none.
     */
    static List<String> find(Map<String, Set<String>> predecessors) {
        Map<String, Mark> marks = new HashMap<>();
        for (String start : predecessors.keySet()) {
            if (marks.containsKey(start)) {
                continue;
            }
            Deque<Visit> path = new ArrayDeque<>();
            visit(start, predecessors, marks, path);
            while (!path.isEmpty()) {
                Visit last = path.getLast();
                if (!last.remaining.hasNext()) {
                    marks.put(last.step, Mark.DONE);
                    path.removeLast();
                    continue;
                }
                String next = last.remaining.next();
                if (marks.get(next) == Mark.ON_PATH) {
                    return cycle(path, next);
                }
                if (!marks.containsKey(next)) {
                    visit(next, predecessors, marks, path);
                }
            }
        }
        return List.of();
    }

    private static void visit(
            String step, Map<String, Set<String>> predecessors, Map<String, Mark> marks, Deque<Visit> path) {
        marks.put(step, Mark.ON_PATH);
        path.addLast(new Visit(step, predecessors.getOrDefault(step, Set.of()).iterator()));
    }

    private static List<String> cycle(Deque<Visit> path, String first) {
        List<String> cycle = new ArrayList<>();
        for (Iterator<Visit> visits = path.descendingIterator(); visits.hasNext(); ) {
            String step = visits.next().step;
            cycle.add(step);
            if (step.equals(first)) {
                break;
            }
        }
        // the path was walked backwards, from each step to its predecessor, so it is already in execution order;
        // rotated to start at the step that comes first in the definition
        Collections.rotate(cycle, -cycle.indexOf(first));
        return cycle;
    }
}
