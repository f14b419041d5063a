package dev.reeve.internal.core.state;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import org.jspecify.annotations.Nullable;

/**
 * The rounds of a step with {@code repeat} that were done, without the last one.
 *
 * @param done the number of rounds
 * @param forgiven the number of rounds that do not count against {@code repeat.max}, because an operator retried the
 *     step since
 * @param output the output of the last of these rounds
 * @param child the child execution that did the last of these rounds; null if no child does the step. Each child knows
 *     the one before it, so that all rounds can be undone from the last one
 */
public record Rounds(
        int done, int forgiven, Json output, @Nullable ExecutionId child) {

    static Rounds after(@Nullable Rounds before, Json output, @Nullable ExecutionId child) {
        return before == null
                ? new Rounds(1, 0, output, child)
                : new Rounds(before.done + 1, before.forgiven, output, child);
    }

    static @Nullable Rounds taken(Event.StepTaken e) {
        Json last = e.roundOutput() == null ? e.output() : e.roundOutput();
        return e.rounds() == 0 || last == null ? null : new Rounds(e.rounds(), 0, last, e.child());
    }

    Rounds refreshed() {
        return new Rounds(done, done, output, child);
    }
}
