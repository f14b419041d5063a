package dev.reeve.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.StepPath;
import dev.reeve.internal.core.LedgerEntry.Outcome;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.workflow.Others;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The steps that a {@link Ledger} knows, and the order in which they may be done and undone. */
final class LedgerGraph {

    final Map<String, LedgerEntry> entries = new LinkedHashMap<>();

    LedgerGraph(Definition workflow) {
        take(workflow, Map.of());
    }

    /** It goes on with another version: what has happened to steps has happened to those of the same name there. */
    void moved(Definition to) {
        Map<String, LedgerEntry> touched = new LinkedHashMap<>(entries);
        touched.values().removeIf(entry -> !entry.isTouched());
        touched.values().forEach(entry -> entry.checkMeansTheSameIn(to));
        entries.clear();
        take(to, touched);
    }

    private void take(Definition workflow, Map<String, LedgerEntry> touched) {
        for (Step step : workflow.steps()) {
            LedgerEntry before = touched.get(step.name());
            entries.put(step.name(), before == null ? new LedgerEntry(step, false, null) : before.moved(step));
        }
        workflow.finallySteps().forEach(step -> entries.put(step.name(), new LedgerEntry(step, true, null)));
        Map<String, Set<String>> successors = LedgerEntry.successors(entries.values());
        for (LedgerEntry entry : entries.values()) {
            Deque<String> open = new ArrayDeque<>(Set.of(entry.step.name()));
            while (!open.isEmpty()) {
                for (String next : successors.getOrDefault(open.remove(), Set.of())) {
                    if (entry.descendants.add(next)) {
                        open.add(next);
                    }
                }
            }
            if (entry.items != null) {
                entry.items.forEach(item -> item.descendants.addAll(entry.descendants));
            }
        }
    }

    LedgerEntry entry(String name) {
        return Objects.requireNonNull(entries.get(name));
    }

    LedgerEntry entry(StepPath path) {
        LedgerEntry step = entry(path.step());
        return path.item() == StepPath.NONE
                ? step
                : Objects.requireNonNull(step.items).get(path.item());
    }

    /** The predecessors say that the step may begin; or it is the item's turn. */
    void begin(LedgerEntry entry) {
        assertThat(entry.outcome).isNull();
        boolean again = entry.begun;
        entry.begun = true;
        if (entry.parent != null) {
            if (!again) {
                beginItem(entry, entry.parent);
            }
            return;
        }
        if (entry.step.predecessors().isEmpty()) {
            return;
        }
        int needed = entry.step.join().count();
        boolean mayBegin = needed == 0 ? unsettled(entry) == 0 && reached(entry) > 0 : reached(entry) >= needed;
        assertThat(mayBegin).as("%s may begin", entry.step.name()).isTrue();
        if (!again) {
            assertThat(others(entry, false))
                    .as("others of %s that have not ended", entry.step.name())
                    .isEmpty();
        }
    }

    /**
     * The others of a step, as far as they are not ended as such: those that have not ended, and if they are undone,
     * those that have ended and did not lead to it.
     *
     * @param all false for those that have not ended alone
     */
    Set<String> others(LedgerEntry joined, boolean all) {
        Set<String> others = new HashSet<>();
        Others rule = joined.step.join().others();
        for (LedgerEntry entry : entries.values()) {
            boolean isKnown = entry.unneeded == rule || entry.unneeded == Others.UNDO;
            boolean isOther = rule != Others.LEAVE
                    && entry.isFinally == joined.isFinally
                    && !isKnown
                    && leadsOnlyTo(entry, joined, new HashMap<>());
            if (isOther && (!isSettled(entry) || (all && rule == Others.UNDO && !isGot(entry, joined)))) {
                others.add(entry.step.name());
            }
        }
        boolean matter = others.stream()
                .map(this::entry)
                .anyMatch(other -> !isSettled(other) || other.outcome == Outcome.DONE || other.hasEffect());
        return matter ? others : Set.of();
    }

    private boolean leadsOnlyTo(LedgerEntry entry, LedgerEntry joined, Map<String, Boolean> known) {
        Boolean before = known.get(entry.step.name());
        if (before != null) {
            return before;
        }
        List<LedgerEntry> successors = successors(entry);
        boolean only = entry != joined
                && !successors.isEmpty()
                && successors.stream().allMatch(next -> next == joined || leadsOnlyTo(next, joined, known));
        known.put(entry.step.name(), only);
        return only;
    }

    private List<LedgerEntry> successors(LedgerEntry entry) {
        return entries.values().stream()
                .filter(other -> other.step.predecessors().contains(entry.step.name()))
                .toList();
    }

    private boolean isGot(LedgerEntry entry, LedgerEntry joined) {
        return isSettled(entry)
                && successors(entry).stream()
                        .anyMatch(next -> next == joined
                                ? reaches(entry, joined)
                                : entry.descendants.contains(joined.step.name())
                                        && next.descendants.contains(joined.step.name())
                                        && isGot(next, joined));
    }

    private static boolean isSettled(LedgerEntry entry) {
        return entry.outcome != null && entry.outcome.settles();
    }

    /** An item may fail before it is handed out. */
    void beginIfItem(LedgerEntry entry) {
        if (entry.parent != null && !entry.begun) {
            begin(entry);
        }
    }

    private static void beginItem(LedgerEntry entry, LedgerEntry parent) {
        List<LedgerEntry> items = Objects.requireNonNull(parent.items);
        int number = items.indexOf(entry);
        assertThat(items.subList(0, number)).allMatch(before -> before.begun, "items begin in their order");
        long open = items.stream()
                .filter(item -> item.begun && item.outcome == null)
                .count();
        assertThat(open)
                .isLessThanOrEqualTo(
                        Objects.requireNonNull(parent.step.forEach()).concurrency());
    }

    long unsettled(LedgerEntry entry) {
        return entry.step.predecessors().stream()
                .map(this::entry)
                .filter(before -> before.outcome == null || !before.outcome.settles())
                .count();
    }

    long reached(LedgerEntry entry) {
        return entry.step.predecessors().stream()
                .map(this::entry)
                .filter(before -> reaches(before, entry))
                .count();
    }

    private static boolean reaches(LedgerEntry before, LedgerEntry entry) {
        boolean settled = isSettled(before) && before.outcome != Outcome.LEFT_OUT && !before.isUnneeded();
        if (!settled || !(before.step.task() instanceof Task.Switch)) {
            return settled;
        }
        String chosen = before.output == null ? "" : before.output.text();
        return entry.step.after().stream()
                .filter(after -> after.step().equals(before.step.name()))
                .anyMatch(after -> after.caseName() == null || chosen.equals("\"" + after.caseName() + "\""));
    }

    /** The successors of a step are undone before it; of items those of higher number, as many at a time as may be. */
    void checkUndoneAfter(LedgerEntry entry, boolean early) {
        for (String later : entry.descendants) {
            LedgerEntry descendant = entry(later);
            if (early && !descendant.isUndoneEarly()) {
                continue;
            }
            assertThat(descendant.isThrough())
                    .as("I10: %s is undone before %s", later, entry.step.name())
                    .isTrue();
        }
        if (entry.parent != null) {
            List<LedgerEntry> items = Objects.requireNonNull(entry.parent.items);
            long before = items.stream()
                    .skip(items.indexOf(entry) + 1L)
                    .filter(later -> !later.isThrough())
                    .count();
            assertThat(before)
                    .as("items are undone in the reverse of their order, as many at a time")
                    .isLessThan(Objects.requireNonNull(entry.step.forEach()).concurrency());
        }
    }
}
