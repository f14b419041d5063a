package dev.reeve.internal.core.state;

/**
 * The mark of a step that its execution does not need any more, because a step with {@code others} has enough
 * (ADR 67).
 *
 * @param undone whether it is undone while the execution goes on
 * @param blockers the number of successors that have to be undone first
 * @param isOver whether nothing of it is left to be undone
 */
public record Unneeded(boolean undone, int blockers, boolean isOver) {

    static Unneeded of(boolean undone) {
        return new Unneeded(undone, 0, false);
    }

    /** Whether it still has to be undone, or may have to be once it has ended. */
    boolean isToUndo() {
        return undone && !isOver;
    }

    Unneeded blockedBy(int count) {
        return new Unneeded(undone, count, isOver);
    }

    Unneeded over() {
        return new Unneeded(undone, blockers, true);
    }
}
