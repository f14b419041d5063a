package dev.reeve.internal.core.state;

import dev.reeve.Event;
import dev.reeve.Json;
import org.jspecify.annotations.Nullable;

/**
 * The rounds of a step with {@code repeat} that were done, without the last one.
 *
 * @param done the number of rounds
 * @param forgiven the number of rounds that do not count against {@code repeat.max}, because an operator retried the
 *     step since
 * @param output the output of the last of these rounds
 */
public record Rounds(int done, int forgiven, Json output) {

    static Rounds after(@Nullable Rounds before, Json output) {
        return before == null ? new Rounds(1, 0, output) : new Rounds(before.done + 1, before.forgiven, output);
    }

    static @Nullable Rounds taken(Event.StepTaken e) {
        Json last = e.roundOutput() == null ? e.output() : e.roundOutput();
        return e.rounds() == 0 || last == null ? null : new Rounds(e.rounds(), 0, last);
    }

    Rounds refreshed() {
        return new Rounds(done, done, output);
    }
}
