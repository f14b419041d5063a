package dev.reeve.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.workflow.OnUnknown;
import dev.reeve.workflow.Others;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The entry of a {@link Ledger} for one step or item. */
final class LedgerEntry {
    Step step;
    final boolean isFinally;
    final Set<String> descendants = new HashSet<>();
    final Map<Purpose, Integer> attempts = new HashMap<>();

    @Nullable Purpose openAttempt;

    long openNonce;

    @Nullable Instant until;

    @Nullable Outcome outcome;

    boolean begun;
    boolean doubt;
    /** Nobody knows what became of the last attempt, and no person has said that it does not matter. */
    boolean unknown;

    boolean escalatedForCompensation;
    boolean compensationBegun;
    boolean compensationOver;
    /** A round is undone, and the one before it is looked for. */
    boolean roundUndone;

    boolean leftAsItIs;

    /** How it became one of the others that are not needed any more; null as long as it is needed. */
    @Nullable Others unneeded;

    int failedInRound;
    int lost;
    int rounds;

    /** Rounds of {@code repeat} that were done and were not the last. */
    int repeated;

    /** As many of them as count against {@code max}. */
    int counted;

    /** The outcome, or the consumed signal. */
    @Nullable Json output;

    /** The signals that it has taken, if it collects them. */
    final List<Json> collected = new ArrayList<>();

    /** Null unless it is a step with {@code forEach} that has begun. */
    @Nullable List<LedgerEntry> items;

    /** The step whose item it is. */
    final @Nullable LedgerEntry parent;

    LedgerEntry(Step step, boolean isFinally, @Nullable LedgerEntry parent) {
        this.step = step;
        this.isFinally = isFinally;
        this.parent = parent;
    }

    /** Whether it is not needed any more. An item is needed as long as its step is. */
    boolean isUnneeded() {
        return (parent == null ? unneeded : parent.unneeded) != null;
    }

    /** Whether it is undone while its execution goes on. */
    boolean isUndoneEarly() {
        return (parent == null ? unneeded : parent.unneeded) == Others.UNDO;
    }

    /** A pivot that was done before its execution is compensated stays done. */
    boolean isFinalPivot() {
        return step.pivot() && (parent == null ? outcome : parent.outcome) == Outcome.DONE;
    }

    /** Whether anything has happened to it. */
    boolean isTouched() {
        return begun || outcome != null || !attempts.isEmpty();
    }

    /** By the names of the steps that they come after. */
    static Map<String, Set<String>> successors(Collection<LedgerEntry> entries) {
        Map<String, Set<String>> successors = new HashMap<>();
        entries.forEach(entry -> entry.step
                .predecessors()
                .forEach(before -> successors
                        .computeIfAbsent(before, name -> new HashSet<>())
                        .add(entry.step.name())));
        return successors;
    }

    void checkMeansTheSameIn(Definition to) {
        Step same = to.steps().stream()
                .filter(other -> other.name().equals(step.name()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("S9: " + step + " has begun, and is gone"));
        assertThat(same.predecessors()).as("S9").isEqualTo(step.predecessors());
        assertThat(same.task()).as("S9").isInstanceOf(step.task().getClass());
        assertThat(same.forEach() == null).as("S9").isEqualTo(step.forEach() == null);
    }

    /** As another version has it. */
    LedgerEntry moved(Step to) {
        step = to;
        descendants.clear();
        if (items != null) {
            items.forEach(item -> item.moved(to));
        }
        return this;
    }

    boolean isThrough() {
        return items == null
                ? !mustBeUndone() || compensationOver
                : items.stream().allMatch(LedgerEntry::isThrough);
    }

    /** Whether it, or an item of it, was done or may have been. */
    boolean hasEffect() {
        return items != null
                ? items.stream().anyMatch(LedgerEntry::hasEffect)
                : outcome == Outcome.DONE || doubt || repeated > 0;
    }

    boolean mayBeTriedAgainBlindly() {
        return isUnneeded() || !(step.task() instanceof Task.Action action) || action.onUnknown() == OnUnknown.RETRY;
    }

    boolean mustBeUndone() {
        if (items != null) {
            return items.stream().anyMatch(LedgerEntry::mustBeUndone);
        }
        boolean undoable = step.task() instanceof Task.Child
                || (step.task() instanceof Task.Action action && action.compensate() != null);
        return !isFinally && (undoable || step.pivot()) && (outcome == Outcome.DONE || doubt || repeated > 0);
    }

    enum Outcome {
        DONE,
        FAILED,
        CONTINUED,
        LEFT_OUT,
        WITHDRAWN,
        SKIPPED_BY_OPERATOR;

        boolean settles() {
            return this != FAILED && this != WITHDRAWN;
        }
    }
}
