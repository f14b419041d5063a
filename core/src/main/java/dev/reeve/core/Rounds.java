package dev.reeve.core;

import dev.reeve.model.Json;
import org.jspecify.annotations.Nullable;

/**
 * The rounds of a step with {@code repeat} that were done and were not the last.
 *
 * @param done how many there were
 * @param forgiven how many of them do not count against {@code repeat.max} any more, since a person had the step tried again
 * @param output of the last of them
 */
record Rounds(int done, int forgiven, Json output) {

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
